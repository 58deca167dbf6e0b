/** A blank of the sentence as a button: what fills it, or what is to be chosen. */

import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";

/** @param {import("./types.js").BlankProps & {hint?: string}} props hint: instead of what is to be chosen */
export function BlankButton({ blank, text, mark, isOpen, toggle, hint }) {
  const { slot, value, means, lead, required, what, only } = blank;
  const empty = value === undefined;
  return html`<span class="blankwrap"
    >${!empty && lead}
    <button
      type="button"
      class=${`blank${empty ? " open" : ""}`}
      data-blank=${slot}
      aria-expanded=${String(isOpen)}
      aria-haspopup="listbox"
      onClick=${toggle}
    >
      ${mark}${empty ? (hint ?? t(required ? "choose_what" : "perhaps", { what })) : text(means, value)}${
        only ? "" : html`<span class="caret" aria-hidden="true"> ▾</span>`
      }
    </button></span
  >`;
}
