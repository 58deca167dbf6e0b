/** A choice of one word from several, side by side. */

import { html } from "../vendor/preact.js";

export function Choice({ label, options, value, set, hidden = false }) {
  return html`<div class="field" role="radiogroup" aria-label=${label}>
    ${!hidden && html`<span class="strong">${label}</span>`}
    <div>
      <span class="segments"
        >${options.map(
          ([one, text]) =>
            html`<button
              type="button"
              role="radio"
              class="choice"
              aria-checked=${String(one === value)}
              onClick=${() => set(one)}
            >
              ${text}
            </button>`,
        )}</span
      >
    </div>
  </div>`;
}
