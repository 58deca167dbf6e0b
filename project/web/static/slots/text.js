/** Free text of the player. */

import { html } from "../vendor/preact.js";
import { Frame } from "./frame.js";
import { plain } from "./plain.js";

const TOLD_FROM = 0.8;

function Editor({ blank, spec, value = "", set }) {
  const length = [...value].length;
  return html`<${Frame} blank=${blank}
    ><input
      value=${value}
      maxlength=${spec.longest}
      aria-label=${blank.what}
      onInput=${(event) => set(event.target.value || undefined)}
    />
    ${length >= TOLD_FROM * spec.longest && html`<small class="num">${length}/${spec.longest}</small>`}<//
  >`;
}

/** @type {import("./types.js").Kind} */
export const text = {
  ...plain,
  name: "text",
  fits: (spec, value) => [...value].length <= spec.longest,
  done: (spec, value) => typeof value === "string" && text.fits(spec, value),
  items: (value) => (value ? [[value, 1]] : []),
  means: "text",
  opens: () => true,
  Editor,
};
