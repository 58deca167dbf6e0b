/** Ignores a press on a button that has just moved under a resting pointer. */

const STEADY_MS = 600;
/** The time after a press in which a change counts as the effect of that press. */
const OWN_MS = 300;
/** Elements that may move, because a second press undoes the first. */
const FREE = ".card, .choice, .chip, .tradebutton, .stepper button";

let place = /** @type {{x: number, y: number}|null} */ (null);
let under = "";
let pressedAt = -Infinity;

/** Ignores presses on a button until it has been in place for a while. @param {HTMLElement} button */
export function hold(button) {
  const mark = String(performance.now());
  button.dataset.unsteady = mark;
  setTimeout(() => button.dataset.unsteady === mark && delete button.dataset.unsteady, STEADY_MS);
}

/** Returns the table's button at a point. Outside tables, nothing moves unless the player acts. @returns {HTMLElement|null} */
const buttonAt = ({ x, y }) => document.elementFromPoint(x, y)?.closest(".table button") ?? null;

/** Returns the meaning of a press on a button. @param {HTMLElement|null} button */
function meaningOf(button) {
  if (!button) return "";
  const offer = /** @type {HTMLElement|null} */ (button.closest("[data-offer]"))?.dataset ?? {};
  const prompt = /** @type {HTMLElement|null} */ (button.closest("[data-prompt]"))?.dataset.prompt;
  const sentence = button.matches("[data-main]") ? document.querySelector("#strip .line")?.textContent : "";
  const { verb, notice } = button.dataset;
  return JSON.stringify([offer.offer, offer.version, prompt, sentence, notice, verb ?? button.textContent]);
}

function checkTarget() {
  if (!place) return;
  const button = buttonAt(place);
  const now = meaningOf(button);
  const isOwn = performance.now() - pressedAt < OWN_MS;
  if (now !== under && button && !isOwn && !button.matches(FREE)) hold(button);
  under = now;
}

const moved = ({ clientX: x, clientY: y }) => {
  if (place?.x === x && place.y === y) return;
  place = { x, y };
  under = meaningOf(buttonAt(place));
};

addEventListener("pointermove", moved, true);
addEventListener("pointerdown", moved, true);
document.documentElement.addEventListener("pointerleave", () => (place = null));
addEventListener(
  "click",
  (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-unsteady]");
    if (button && event.isTrusted) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else pressedAt = performance.now();
  },
  true,
);
new MutationObserver(checkTarget).observe(document.body, {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ["class", "data-version", "data-prompt", "data-verb"],
});
