/** Taking over a seat: a spectator can take the seat of a player who left or is absent, and play on. */

import { get, put } from "../../server/api.js";
import { t } from "../../words/texts.js";
import { nameOf } from "../../shell/ui.js";
import { html, useEffect, useState } from "../../vendor/preact.js";

/** @import { Props } from "../types.js" */

const FIRST_ROWS = 40;
const ANSWERS = new Set(["move", "clock"]);

/** Returns whether the clock gave the seat's last answer, according to the loaded part of the log. */
const isAbsent = (lines, seat) =>
  lines
    .map(({ row }) => row)
    .filter((row) => row.seat === seat && ANSWERS.has(row.type))
    .at(-1)?.by === "clock";

/** @param {Props<"match">} props */
export function TakeOver({ ctx: { match } }) {
  const { head, table } = match;
  const [bots, setBots] = useState(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    get(`matches/${table.id}/events?limit=${FIRST_ROWS}`).then(
      ({ items }) => setBots(items.filter((row) => row.type === "seat.joined" && row.policy).map((row) => row.seat)),
      () => {},
    );
  }, []);
  const left = (seat) => bots !== null && seat.kind === "bot" && !bots.includes(seat.seat);
  const free = head.seats.filter((seat) => !seat.resigned && (left(seat) || isAbsent(table.log.value, seat.seat)));
  const take = (seat) =>
    put(`matches/${table.id}/seats/${seat}`).then(
      () => location.reload(),
      (error) => setFault(error.message),
    );
  return html`${free.map(
    (seat) =>
      html`<button class="act" key=${seat.seat} data-take=${seat.seat} onClick=${() => take(seat.seat)}>
        ${t("play_on_for", { name: nameOf(head, seat.seat) })}
      </button>`,
  )}
  ${fault && html`<span class="fault" role="alert">${fault}</span>`}`;
}
