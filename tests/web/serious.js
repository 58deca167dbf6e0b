// The serious faults that axe finds against WCAG 2.2 AA, one line each. What fades in is seen as it will be. A target that
// something sticky covers in part is a fault only if scrolling does not bring it clear.
async () => {
  const {animate} = Element.prototype;
  Element.prototype.animate = function (...how) { const one = animate.apply(this, how); one.finish(); return one; };
  document.getAnimations().forEach((one) => one.finish());
  const found = await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']});
  const covered = async (node) => {
    const target = document.querySelector(node.target[0]);
    if (!target) return false;
    target.scrollIntoView({block: 'center', behavior: 'instant'});
    const again = await axe.run(document, {runOnly: {type: 'rule', values: ['target-size']}});
    return again.violations.some((one) => one.nodes.some((other) => other.target[0] === node.target[0]));
  };
  const serious = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
  const lines = [];
  for (const one of serious) {
    const nodes = [];
    for (const node of one.nodes) if (one.id !== 'target-size' || await covered(node)) nodes.push(node);
    if (nodes.length) lines.push(one.id + ': ' + nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | '));
  }
  Element.prototype.animate = animate;
  return lines;
}
