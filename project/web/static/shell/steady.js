/** What comes under a resting pointer is no target for a press that was meant for what lay there before. */

const STEADY_MS = 600;
/** For how long a change counts as the effect of one's own press. */
const OWN_MS = 300;
/** What can be taken back with another press may move. */
const FREE = ".card, .choice, .blank, .stepper button";

let place = /** @type {{x: number, y: number}|null} */ (null);
let under = "";
let pressedAt = -Infinity;

/** Swallows presses on a button until it has been there for a while. @param {HTMLElement} button */
export function hold(button) {
  const mark = String(performance.now());
  button.dataset.unsteady = mark;
  setTimeout(() => button.dataset.unsteady === mark && delete button.dataset.unsteady, STEADY_MS);
}

/** A button of a table: elsewhere nobody else moves what one is about to press. @returns {HTMLElement|null} */
const buttonAt = ({ x, y }) => document.elementFromPoint(x, y)?.closest(".table button") ?? null;

/** What a press on a button means. @param {HTMLElement|null} button */
function meaningOf(button) {
  if (!button) return "";
  const offer = /** @type {HTMLElement|null} */ (button.closest("[data-offer]"))?.dataset ?? {};
  const prompt = /** @type {HTMLElement|null} */ (button.closest("[data-prompt]"))?.dataset.prompt;
  const sentence = button.matches("[data-main]") ? document.querySelector("#question .sentence")?.textContent : "";
  const { verb, notice } = button.dataset;
  return JSON.stringify([offer.offer, offer.version, prompt, sentence, notice, verb ?? button.textContent]);
}

function look() {
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
new MutationObserver(look).observe(document.body, {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ["class", "data-version", "data-prompt", "data-verb"],
});
