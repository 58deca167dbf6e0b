/** Luck against skill: the value of the viewer's deal, and the result, as the coach reports them. */

import { listed, t } from "../words/texts.js";
import { nameOf } from "../shell/ui.js";
import { html } from "../vendor/preact.js";
import { percent } from "./judged.js";

/** @param {{luck: import("./judged.js").Luck|null|undefined, head: import("../types.js").Head}} props */
export function Luck({ luck, head }) {
  if (!luck) return null;
  const { estimate, progress } = luck;
  if (!estimate)
    return (
      progress.done > 0 &&
      html`<p class="small soft" role="status">${t("luck_progress", { n: progress.done, of: progress.total })}</p>`
    );
  const seats = estimate.seats.map((share, seat) => `${nameOf(head, seat)} ${percent(share)}`);
  /** @type {[string, number, number][]} */
  const figures = [
    ["luck", estimate.luck, estimate.luck_margin],
    ["skill", estimate.skill, estimate.skill_margin],
  ];
  return html`<details class="luck" data-luck>
    <summary class="small">
      ${figures.map(
        ([name, value, margin]) =>
          html`${t(name)} <b class="num">${signed(value)}</b> <span class="num soft">± ${percent(margin)}</span>  `,
      )}
    </summary>
    <div class="stack">
      <p class="small">${estimate.sentence}</p>
      <dl>
        ${figures.map(
          ([name, value, margin]) => html`<${Figure} key=${name} name=${t(name)} value=${value} margin=${margin} />`,
        )}
      </dl>
      <p class="small soft">${t("luck_seats", { seats: listed(seats) })} ${t("luck_limits")}</p>
    </div>
  </details>`;
}

/** Returns a share in percent with its sign. @param {number} share */
function signed(share) {
  const shown = percent(share);
  return shown > 0 ? `+${shown}` : String(shown).replace("-", "−");
}

/** A value from −100 to 100 on a scale, with half of its interval. */
function Figure({ name, value, margin }) {
  const [shown, around] = [percent(value), percent(margin)];
  const place = (low, high) => ({ left: `${50 + low / 2}%`, width: `${(high - low) / 2}%` });
  return html`<div class="figure">
    <dt>${name}</dt>
    <dd><b class="num">${signed(value)}</b> <span class="num soft small">± ${around}</span></dd>
    <span class="scale" aria-hidden="true"
      ><i class=${shown < 0 ? "less" : ""} style=${place(Math.min(0, shown), Math.max(0, shown))}></i
      ><u style=${place(shown - around, shown + around)}></u
    ></span>
  </div>`;
}
