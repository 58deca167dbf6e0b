/** The activity of the viewer. A viewer is active while the page is visible and was used within the last three minutes. */

const UNTOUCHED_MS = 180_000;
const TOUCHES = ["pointerdown", "pointermove", "wheel", "keydown"];

/**
 * Calls `say` whenever the viewer becomes active or inactive. Outside a browser page the viewer always counts as active.
 * @param {(isLooking: boolean) => void} say @returns {{isLooking: () => boolean, stop: () => void}}
 */
export function watchAttention(say) {
  if (!globalThis.document) return { isLooking: () => true, stop: () => {} };
  let touched = Date.now();
  let timer = 0;
  const isLooking = () => !document.hidden && Date.now() - touched < UNTOUCHED_MS;
  let wasLooking = isLooking();
  const check = () => {
    clearTimeout(timer);
    if (isLooking()) timer = setTimeout(check, touched + UNTOUCHED_MS - Date.now());
    if (wasLooking === isLooking()) return;
    wasLooking = !wasLooking;
    say(wasLooking);
  };
  const touch = () => {
    touched = Date.now();
    if (!wasLooking) check();
  };
  const shown = () => (document.hidden ? check() : touch());
  check();
  document.addEventListener("visibilitychange", shown);
  TOUCHES.forEach((name) => document.addEventListener(name, touch, { capture: true, passive: true }));
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", shown);
    TOUCHES.forEach((name) => document.removeEventListener(name, touch, { capture: true }));
  };
  return { isLooking, stop };
}
