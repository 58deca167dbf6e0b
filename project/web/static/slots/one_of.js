/** One of several things. Few words stand in the sentence itself. */

import { html } from "../vendor/preact.js";
import { BlankButton } from "./blank.js";
import { Frame, Things, thingsOf } from "./frame.js";
import { plain } from "./plain.js";

const FEW = 4;
const DRAWN = new Set(["card", "seat", "place", "zone", "face"]);

const isFew = (blank) => !blank.only && !DRAWN.has(blank.means) && thingsOf(blank).length <= FEW;

/** What an empty blank says: its options where they are few. */
function hint({ blank, text }) {
  const things = thingsOf(blank);
  return blank.required && things.length > 1 && things.length <= FEW
    ? things.map((thing) => text(blank.means, thing)).join(" / ")
    : undefined;
}

function Segments({ blank, set, text, swatch }) {
  return html`<span class="blankwrap"
    >${blank.lead}${" "}
    <span class=${`segments${blank.value === undefined ? " open" : ""}`} role="radiogroup" aria-label=${blank.what}
      >${thingsOf(blank).map(
        (option) =>
          html`<button
            type="button"
            key=${String(option)}
            role="radio"
            class="choice"
            data-option=${String(option)}
            aria-checked=${String(blank.value === option)}
            onClick=${() => set(option)}
          >
            ${swatch(blank.means, option)}${text(blank.means, option)}
          </button>`,
      )}</span
    ></span
  >`;
}

const Blank = (props) =>
  isFew(props.blank) ? html`<${Segments} ...${props} />` : html`<${BlankButton} ...${props} hint=${hint(props)} />`;

function Editor({ blank, value, choose, close, text, swatch }) {
  const onPress = (thing) => {
    choose(thing);
    close();
  };
  return html`<${Frame} blank=${blank}
    ><${Things}
      one
      things=${thingsOf(blank)}
      isChosen=${(thing) => value === thing}
      onPress=${onPress}
      label=${(thing) => html`${swatch(blank.means, thing)}${text(blank.means, thing)}`}
  /><//>`;
}

/** @type {import("./types.js").Kind} */
export const oneOf = {
  ...plain,
  name: "one_of",
  things: (spec) => spec.options,
  press: (spec, value, thing) => (value === thing ? undefined : thing),
  fits: (spec, value) => spec.options.includes(value),
  done: (spec, value) => spec.options.includes(value),
  begins: (spec) => (spec.options.length === 1 ? spec.options[0] : undefined),
  isSettled: (spec) => spec.options.length === 1,
  reads: (value) => value === null || typeof value !== "object",
  ahead: "one",
  opens: ({ blank, onTable, elsewhere }) =>
    !blank.only && !isFew(blank) && blank.value === undefined && blank.required && !onTable && !elsewhere,
  Blank,
  Editor,
};
