// Notes the milliseconds from each press to the end of the frame that follows it: window.presses.
// Chromium's own "event" entries also count the time until something else is painted, if a press itself changes nothing.
window.presses = [];
const note = ({ timeStamp }) => window.presses.push(performance.now() - timeStamp);
addEventListener("click", (event) => requestAnimationFrame(() => setTimeout(() => note(event))), true);
