// The serious faults that axe finds against WCAG 2.2 AA, one line each. What fades in is seen as it will be.
async () => {
  const {animate} = Element.prototype;
  Element.prototype.animate = function (...how) { const one = animate.apply(this, how); one.finish(); return one; };
  document.getAnimations().forEach((one) => one.finish());
  const found = await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']});
  Element.prototype.animate = animate;
  const serious = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
  return serious.map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | '));
}
