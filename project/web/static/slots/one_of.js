/** One of several things. Words to choose from are chips on the card. */

import { html } from "../vendor/preact.js";
import { Frame, Things, thingsOf } from "./frame.js";
import { plain } from "./plain.js";

function Editor({ blank, value, choose, text, swatch }) {
  return html`<${Frame} blank=${blank}
    ><${Things}
      one
      things=${thingsOf(blank)}
      isChosen=${(thing) => value === thing}
      onPress=${choose}
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
  opens: ({ blank, onTable }) => !blank.required && !onTable,
  Editor,
};
