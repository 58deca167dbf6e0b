// Notes how long each press took from the finger to the next paint, as the browser measures it for a page's interactions:
// window.presses, by the number of the interaction. What took less than 16 ms is not reported.
window.presses = {};
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) window.presses[interactionId] = Math.max(window.presses[interactionId] ?? 0, duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
