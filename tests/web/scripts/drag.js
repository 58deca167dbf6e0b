// Watches how long each frame takes, and which tasks are long, until `stop` is called.
() => {
  const frames = [], tasks = [];
  let last = performance.now(), on = true;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach((entry) => tasks.push(entry.duration)));
  observer.observe({type: 'longtask'});
  const tick = () => { const now = performance.now(); frames.push(now - last); last = now; if (on) requestAnimationFrame(tick); };
  requestAnimationFrame(() => { last = performance.now(); requestAnimationFrame(tick); });
  window.stopWatching = () => { on = false; observer.disconnect(); return {frames, tasks}; };
}
