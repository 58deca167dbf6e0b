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
  let said = isLooking();
  const look = () => {
    clearTimeout(timer);
    if (isLooking()) timer = setTimeout(look, touched + UNTOUCHED_MS - Date.now());
    if (said === isLooking()) return;
    said = !said;
    say(said);
  };
  const touch = () => {
    touched = Date.now();
    if (!said) look();
  };
  const shown = () => (document.hidden ? look() : touch());
  look();
  document.addEventListener("visibilitychange", shown);
  TOUCHES.forEach((name) => document.addEventListener(name, touch, { capture: true, passive: true }));
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", shown);
    TOUCHES.forEach((name) => document.removeEventListener(name, touch, { capture: true }));
  };
  return { isLooking, stop };
}
