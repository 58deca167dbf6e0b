// The serious faults that axe finds with some rules, one line each. What fades in is seen as it will be. Bars that stay
// while a page scrolls lie in their place: what one of them happens to cover half can be scrolled.
async (rules) => {
  const {animate} = Element.prototype;
  Element.prototype.animate = function (...how) { const one = animate.apply(this, how); one.finish(); return one; };
  document.getAnimations().forEach((one) => one.finish());
  const bars = [...document.querySelectorAll('.top, .top nav')];
  bars.forEach((bar) => (bar.style.position = 'static'));
  const found = await axe.run(document, {runOnly: rules, resultTypes: ['violations'], preload: false});
  bars.forEach((bar) => (bar.style.position = ''));
  Element.prototype.animate = animate;
  const serious = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
  return serious.map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | '));
}
