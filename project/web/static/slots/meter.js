/** A running total: what is chosen, what is required, what is missing or too much. */

import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";

/** @param {{sum: import("./types.js").Sum|null}} props */
export function Meter({ sum }) {
  if (!sum) return null;
  const { chosen, low, high, unit } = sum;
  const [short, over] = [low - chosen, unit === "worth" ? chosen - low : high === null ? 0 : chosen - high];
  const amount = (n) => t(`amount_${unit}`, { n });
  const required =
    high === null
      ? low
        ? amount(low)
        : ""
      : low === high
        ? t("exactly", { n: amount(low) })
        : t("from_to", { low, high });
  const state =
    short > 0
      ? t("short_of", { n: amount(short) })
      : over > 0
        ? t(unit === "worth" ? "no_change" : "too_many", { n: amount(over) })
        : t(unit === "sum" ? "sum_fits" : "enough");
  const full = Math.max(1, high ?? low);
  return html`<div class=${`meter ${short > 0 ? "short" : over > 0 ? "over" : "enough"}`}>
    ${
      low > 0 &&
      html`<div
        class="gauge"
        role="meter"
        aria-valuemin="0"
        aria-valuemax=${full}
        aria-valuenow=${Math.min(chosen, full)}
        aria-label=${t("chosen_of", { n: amount(chosen), of: required })}
      >
        <i style=${{ width: `${Math.min(100, (100 * chosen) / full)}%` }}></i>
      </div>`
    }
    <p class="row small">
      <span class="grow"
        >${required ? t("chosen_of", { n: amount(chosen), of: required }) : t("chosen", { n: amount(chosen) })}</span
      ><strong>${low > 0 || over > 0 ? state : ""}</strong>
    </p>
  </div>`;
}
