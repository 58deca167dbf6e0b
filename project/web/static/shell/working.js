/** Shows that a pressed button works, and sends nothing twice: on a slow connection a person presses again. */

/** The time after a press in which a request can belong to it. */
const SOON_MS = 400;

let pressed = { /** @type {Element|null} */ element: null, at: 0, times: 0 };

/** Records a press; ignores one on a button that is still working. @param {Event} event @param {Element|null} element @param {number} times */
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

/** Returns whether this is the second press of a double click, which may hit what the first one brought there. */
export const isDoubled = () => soon() && pressed.times > 1;

/** Marks the pressed button, or the element that it led to, until a promise is settled. @template T @param {Promise<T>} promise @returns {Promise<T>} */
export function working(promise) {
  const element = soon() ? pressed.element : null;
  if (!element) return promise;
  element.setAttribute("aria-busy", "true");
  return promise.finally(() => {
    element.removeAttribute("aria-busy");
    if (pressed.element === element) pressed.at = performance.now(); // what follows belongs to the same press
  });
}

/** @type {Map<string, Promise<any>>} */
const sent = new Map();

/** A request that is on its way already is waited for, not sent again. The part of the shuffle that a browser draws makes no difference. @param {string} path @param {any} body @param {() => Promise<any>} start */
export function once(path, body, start) {
  const key = `${path} ${JSON.stringify(body, (name, value) => (name === "nonce" ? undefined : value))}`;
  const running = sent.get(key);
  if (running) return running;
  const promise = working(start()).finally(() => sent.delete(key));
  sent.set(key, promise);
  return promise;
}
