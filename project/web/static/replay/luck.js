/** Luck against skill: what the deal gave to one's seat, and what came of it, as the coach says it. */

import { listed, t } from "../texts.js";
import { nameOf } from "../ui.js";
import { html } from "../vendor/preact.js";
import { percent } from "./judged.js";

/** @param {{luck: import("./judged.js").Luck|null|undefined, head: import("../types.js").Head}} props */
export function Luck({ luck, head }) {
  if (!luck) return null;
  const { estimate, progress } = luck;
  if (!estimate) return progress.done > 0 && html`<p class="small soft" role="status">${t("luck_progress", { n: progress.done, of: progress.total })}</p>`;
  const seats = estimate.seats.map((share, seat) => `${nameOf(head, seat)} ${percent(share)}`);
  return html`<div class="luck" data-luck><p class="small">${estimate.sentence}</p>
    <dl><${Figure} name=${t("luck")} value=${estimate.luck} margin=${estimate.luck_margin} /><${Figure} name=${t("skill")} value=${estimate.skill} margin=${estimate.skill_margin} /></dl>
    <p class="small soft">${t("luck_seats", { seats: listed(seats) })} ${t("luck_limits")}</p></div>`;
}

/** A figure from −100 to 100 on a scale, with the half of its interval. */
function Figure({ name, value, margin }) {
  const [shown, around] = [percent(value), percent(margin)];
  const signed = shown > 0 ? `+${shown}` : String(shown).replace("-", "−");
  const place = (low, high) => ({ left: `${50 + low / 2}%`, width: `${(high - low) / 2}%` });
  return html`<div class="figure"><dt>${name}</dt><dd><b class="num">${signed}</b> <span class="num soft small">± ${around}</span></dd>
    <span class="scale" aria-hidden="true"><i class=${shown < 0 ? "less" : ""} style=${place(Math.min(0, shown), Math.max(0, shown))}></i><u style=${place(shown - around, shown + around)}></u></span></div>`;
}
