// The serious faults that axe finds against WCAG 2.2 AA, one line each. What fades in is seen as it will be. Bars that stay
// while a page scrolls lie in their place: what one of them happens to cover half can be scrolled.
async () => {
  const {animate} = Element.prototype;
  Element.prototype.animate = function (...how) { const one = animate.apply(this, how); one.finish(); return one; };
  document.getAnimations().forEach((one) => one.finish());
  const bars = [...document.querySelectorAll('.top, .top nav')];
  bars.forEach((bar) => (bar.style.position = 'static'));
  const found = await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']});
  bars.forEach((bar) => (bar.style.position = ''));
  Element.prototype.animate = animate;
  const serious = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
  return serious.map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | '));
}
