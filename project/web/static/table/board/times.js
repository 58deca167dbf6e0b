/** The time of each seat: its deadline, the remainder of its time bank, the end of its vacation. */

import { Countdown } from "../../shell/countdown.js";
import { serverNow } from "../../server/api.js";
import { left, t, when } from "../../words/texts.js";
import { Sign } from "../../shell/ui.js";
import { html } from "../../vendor/preact.js";

/** @import { Match, Props } from "../types.js" */

/** Returns the deadlines after the last row: the row's own, unless the head of the match is newer. @param {Match} match */
function deadlinesOf({ head, table }) {
  const last = table.log.value.at(-1)?.row;
  return (last?.deadlines && last.seq >= head.seq ? last.deadlines : head.deadlines) ?? [];
}

/** @param {Match} match @param {number} seat @returns {{deadline: string|null, bank: number|null, vacation: string|null}} bank: milliseconds */
export function timeOf(match, seat) {
  const { head, view } = match;
  const waits = view.to_act.includes(seat) && !head.paused_until;
  const clock = head.clocks?.find((one) => one.seat === seat);
  const vacation =
    clock?.vacation_until && Date.parse(clock.vacation_until) > serverNow() ? clock.vacation_until : null;
  return {
    deadline: (waits && deadlinesOf(match).find((one) => one.seats.includes(seat))?.at) || null,
    bank: clock?.bank_ms ?? null,
    vacation,
  };
}

/** @param {Props<"match">} props */
export function SeatTime({ ctx: { match }, seat }) {
  const { deadline, bank, vacation } = timeOf(match, seat);
  if (vacation)
    return html`<span class="time chip" data-time=${seat} title=${t("on_vacation_until", { time: when(vacation) })}
      >${t("on_vacation")}</span
    >`;
  if (deadline)
    return html`<span class="time running" data-time=${seat}
      ><${Sign} name="clock" /><${Countdown} at=${deadline} bare
    /></span>`;
  if (bank === null) return null;
  return html`<span class="time" data-time=${seat} title=${t("in_the_bank")}
    ><${Sign} name="clock" /><span class="hidden-text">${t("in_the_bank")}${t("colon")}</span
    ><span class="num">${left(bank)}</span></span
  >`;
}
