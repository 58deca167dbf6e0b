/** Several different things: the common part of a subset and a sequence. */

import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";
import { Frame, Things, thingsOf } from "./frame.js";
import { plain, within } from "./plain.js";

/** @param {import("./types.js").EditorProps & {isNumbered?: boolean}} props */
export function SeveralEditor({ blank, value = [], set, choose, text, swatch, isNumbered = false }) {
  const [first] = blank.specs;
  const things = thingsOf(blank);
  const isChosen = (thing) => value.includes(thing);
  const all =
    blank.means === "seat" && things.length > 1 && several.fits(first, things) && !things.every(isChosen)
      ? html`<button type="button" class="choice dense" data-everybody onClick=${() => set(things)}>
          ${t("everybody")}
        </button>`
      : null;
  const place = (thing) =>
    isNumbered && isChosen(thing) ? html`<b class="num">${value.indexOf(thing) + 1}.</b> ` : "";
  const label = (thing) => html`${swatch(blank.means, thing)}${place(thing)}${text(blank.means, thing)}`;
  return html`<${Frame} blank=${blank}
    ><${Things} things=${things} isChosen=${isChosen} onPress=${choose} label=${label} after=${all}
  /><//>`;
}

/** Keeps pressed things in the order of the presses. */
export const several = {
  ...plain,
  things: (spec) => spec.of,
  press(spec, value = [], thing) {
    if (value.includes(thing)) return value.filter((other) => other !== thing);
    return spec.size[1] === 1 ? [thing] : [...value, thing];
  },
  fits: (spec, value) => value.length <= spec.size[1] && value.every((thing) => spec.of.includes(thing)),
  done: (spec, value = []) => within(spec.size, value.length) && several.fits(spec, value),
  sum: (spec, value = []) => ({
    chosen: value.length,
    low: spec.size[0],
    high: spec.size[1],
    unit: /** @type {const} */ ("count"),
  }),
  begins: (spec) => (spec.size[0] === spec.of.length ? [...spec.of] : undefined),
  nothing: (spec) => (spec.size[0] === 0 ? [] : undefined),
  /** @returns {[any, number][]} */
  items: (value = []) => value.map((thing) => [thing, 1]),
  ahead: /** @type {const} */ ("several"),
};
