// Notes what moves while one plays: every layout shift without recent input, every height of the strip, and where its
// last button ends. window.inplay.
window.inplay = { shift: 0, sources: [], heights: [], ends: {} };
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    window.inplay.shift += value;
    window.inplay.sources.push([Math.round(1e4 * value) / 1e4, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? "")]);
  }
}).observe({ type: "layout-shift" });
const note = () => {
  const strip = document.querySelector("#strip");
  if (strip) {
    const { heights, ends } = window.inplay;
    const height = Math.round(strip.getBoundingClientRect().height);
    if (!heights.includes(height)) heights.push(height);
    const last = strip.querySelector(".verbs > :last-child");
    if (last?.matches("[data-verb]")) (ends[last.dataset.verb] ??= new Set()).add(Math.round(last.getBoundingClientRect().right));
  }
  requestAnimationFrame(note);
};
requestAnimationFrame(note);
