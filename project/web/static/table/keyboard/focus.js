/** The keyboard focus: when the focused element disappears or is disabled, the focus moves to the next useful element, not to the page. */

import { hold } from "../../shell/steady.js";
import { useEffect } from "../../vendor/preact.js";

const REGIONS = "#strip, .chips, .offers, .hand, .rail, .bar, .board";
/** The elements that can receive the focus, the best first. */
const NEXT = [
  "#strip [data-main]:not([aria-disabled])",
  "#strip .verbs button",
  "#hand button.card",
  "#strip",
  "#main",
];

/** Watches the focus while the table is shown. */
export function useFocus() {
  useEffect(() => {
    let last = /** @type {{element: HTMLElement, region: string, twin: string}|null} */ (null);
    const note = () => {
      const element = /** @type {HTMLElement} */ (document.activeElement);
      if (element && element !== document.body) last = { element, region: regionOf(element), twin: twinOf(element) };
    };
    const leave = (/** @type {Event} */ { target }) => {
      if (!(/** @type {Element} */ (target).closest("button, a, input, textarea, select, [tabindex]"))) last = null;
    };
    const check = () => {
      const now = document.activeElement;
      const isLost = now === null || now === document.body || now.matches(":disabled");
      if (!last || !isLost || document.querySelector("dialog[open]")) return;
      const { element } = last;
      const found = next(last);
      found?.focus({ preventScroll: true });
      if (found && found !== element && found.matches("button")) hold(found);
    };
    const watcher = new MutationObserver(() => {
      check();
      requestAnimationFrame(() => {
        check();
        setTimeout(check); // the browser takes the focus from a hidden element only after the frame
      });
    });
    note();
    document.addEventListener("focusin", note);
    document.addEventListener("pointerdown", leave);
    watcher.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["disabled", "class", "hidden", "open"],
    });
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("pointerdown", leave);
      watcher.disconnect();
    };
  }, []);
}

const regionOf = (/** @type {Element} */ element) => {
  const region = element.closest(REGIONS);
  return region ? (region.id ? `#${region.id}` : `.${region.classList[0]}`) : "body";
};

/** Returns a selector for the same button, card or option after the table is redrawn; empty if the element has no name. */
function twinOf({ dataset }) {
  const found = ["verb", "option", "blank", "card"].find((name) => dataset[name] !== undefined);
  return found ? `[data-${found}="${CSS.escape(dataset[found])}"]` : "";
}

/** @returns {HTMLElement|undefined} */
function next({ element, region, twin }) {
  const twins = twin ? [...document.querySelectorAll(`${region} ${twin}`)] : [];
  const others = NEXT.flatMap((selector) => [...document.querySelectorAll(selector)]);
  return /** @type {HTMLElement[]} */ ([element, ...twins, ...others]).find(canHold);
}

const canHold = (/** @type {HTMLElement} */ one) =>
  one.checkVisibility() && one.matches("button:enabled, a, input:enabled, textarea, select, [tabindex]");
