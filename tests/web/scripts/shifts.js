// Notes how far things move while a page loads, as the browser counts it.
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    window.shifts.push([entry.value, entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? String(node))]);
}).observe({ type: "layout-shift", buffered: true });
