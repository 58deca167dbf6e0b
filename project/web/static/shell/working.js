/** Shows that a pressed button is working, and prevents sending a request twice: on a slow connection people press again. */

/** The time after a press in which a request counts as its effect. */
const SOON_MS = 400;

let pressed = { /** @type {Element|null} */ element: null, at: 0, times: 0 };

/** Records a press; ignores a press on a button that is still working. @param {Event} event @param {Element|null} element @param {number} times */
function note(event, element, times) {
  if (element?.getAttribute("aria-busy") === "true") {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else pressed = { element, at: performance.now(), times };
}
addEventListener(
  "click",
  (event) => note(event, /** @type {Element} */ (event.target).closest("button, a"), event.detail),
  true,
);
addEventListener("submit", (event) => event.submitter && note(event, event.submitter, pressed.times), true);

const soon = () => performance.now() - pressed.at < SOON_MS;

/** Returns whether the current press is the second of a double click, which may hit a button that the first press brought there. */
export const isDoubled = () => soon() && pressed.times > 1;

/** Marks the pressed button, or the element to which it led, until a promise settles. @template T @param {Promise<T>} promise @returns {Promise<T>} */
export function working(promise) {
  const element = soon() ? pressed.element : null;
  if (!element) return promise;
  element.setAttribute("aria-busy", "true");
  return promise.finally(() => {
    element.removeAttribute("aria-busy");
    if (pressed.element === element) pressed.at = performance.now(); // later requests belong to the same press
  });
}

/** @type {Map<string, Promise<any>>} */
const sent = new Map();

/** Sends a request; if the same request is already running, returns its promise. The browser's `nonce` for the shuffle is ignored in the comparison. @param {string} path @param {any} body @param {() => Promise<any>} start */
export function once(path, body, start) {
  const key = `${path} ${JSON.stringify(body, (name, value) => (name === "nonce" ? undefined : value))}`;
  const running = sent.get(key);
  if (running) return running;
  const promise = working(start()).finally(() => sent.delete(key));
  sent.set(key, promise);
  return promise;
}
