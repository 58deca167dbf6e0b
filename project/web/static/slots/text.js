/** Words of one's own. */

import { html } from "../vendor/preact.js";
import { plain } from "./plain.js";

const Blank = ({ blank, set }) =>
  html`<label class="blankwrap grow"
    >${blank.lead}
    <input value=${blank.value ?? ""} maxlength=${blank.specs[0].longest} onInput=${(event) => set(event.target.value)}
  /></label>`;

/** @type {import("./types.js").Kind} */
export const text = {
  ...plain,
  name: "text",
  fits: (spec, value) => [...value].length <= spec.longest,
  done: (spec, value) => typeof value === "string" && text.fits(spec, value),
  items: (value) => (value ? [[value, 1]] : []),
  means: "text",
  opens: () => false,
  Blank,
  Editor: () => null,
};
