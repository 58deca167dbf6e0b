// The serious faults that axe finds against WCAG 2.2 AA, one line each.
async () => {
  const found = await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']});
  const serious = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
  return serious.map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | '));
}
