/** The panel of a seat: the player, the number of cards, the zones before the seat, the seat's public numbers. */

import { title } from "../../server/catalog.js";
import { t } from "../../words/texts.js";
import { lazy } from "../../shell/lazy.js";
import { nameOf } from "../../shell/ui.js";
import { html } from "../../vendor/preact.js";
import { attackOf } from "./arrows.js";
import { Face, seatColour, temperOf } from "./face.js";
import { Zones, zonesOf } from "./zones.js";

/** @import { Match, Props, With } from "../types.js" */

const BACKS_MOST = 5;

export const SeatTime = lazy(() => import("./times.js").then((one) => one.SeatTime));

/** Returns the seats clockwise from mine, without mine; all seats for a spectator. @param {With<"match">} ctx */
export function others({ match }) {
  const { seats } = match.view;
  if (match.me === null) return Array.from({ length: seats }, (_, seat) => seat);
  return Array.from({ length: seats - 1 }, (_, at) => (match.me + 1 + at) % seats);
}

/** @param {With<"match">} ctx */
export const hidden = ({ match }, seat, name = "hand") =>
  match.view.zones.find((zone) => zone.seat === seat && zone.name === name)?.cards.length ?? 0;

/** Small card backs and their number. */
export function Backs({ n }) {
  return html`<span class="backs" role="img" aria-label=${t("n_cards", { n })}
    ><span class="fanned" aria-hidden="true"
      >${Array.from({ length: Math.min(n, BACKS_MOST) }, () => html`<i></i>`)}</span
    ><b class="num">${n}</b></span
  >`;
}

/** Returns the public values of a seat. @param {With<"match">} ctx */
function numbersOf({ match }, seat) {
  const found = [];
  for (const [name, value] of Object.entries(match.view.public)) {
    const kind = match.game?.public?.[name]?.type;
    if (match.game?.public?.[name]?.hidden || match.layout.hiddenPublic?.has(name)) continue;
    const bySeat = kind
      ? kind === "by_seat"
      : Array.isArray(value) &&
        value.length === match.view.seats &&
        value.every((one) => typeof one === "number" || one === null) &&
        name !== "order";
    if (bySeat && Array.isArray(value))
      found.push({ name, title: title(match.game, "public", name), value: value[seat] ?? "?" });
  }
  return found;
}

/** Returns whether the seats of this table have a running clock. @param {Pick<Match, "head"|"replay">} match */
export const timed = ({ head, replay }) =>
  !replay && head?.status === "running" && Boolean(head.clock?.per_move || head.clock?.bank);

/** The frame of a panel: the turn, the hourglass, and whether a press on the panel fills a blank. @param {Props} props */
export function SeatPanel({ ctx, seat, children, head, compact }) {
  const { match, draft } = ctx;
  const { view } = match;
  const keys = [`seat:${seat}`];
  const state = draft.ask ? draft.standing(keys) : "still";
  const chosen = draft.isChosen(keys);
  const turn = view.public.turn === seat;
  const waits = view.to_act.includes(seat);
  const gone = view.public.left?.includes?.(seat);
  const name = seat === match.me ? t("you") : nameOf(match.head, seat);
  const attacked = attackOf(ctx)?.targets.includes(seat);
  const row = html`<span class="seatface"
      ><${Face} match=${match} seat=${seat} size=${64} mouth=${attacked ? "sad" : "calm"} />
      ${compact && html`<b class="facecount num" aria-hidden="true">${hidden(ctx, seat)}</b>`}</span
    ><span class="seatname"
      ><strong class="name">${name}</strong>${!compact && html`<small class="temper">${temperOf(match, seat)}</small>`}
      ${gone && html`<small class="chip">${t("gone")}</small>`}</span
    >${timed(match) && html`<${SeatTime} ctx=${ctx} seat=${seat} />`}<span class="seathold"
      >${head ?? html`<${Backs} n=${hidden(ctx, seat)} />`}</span
    >`;
  const pressable = draft.ask && draft.verb && (state === "lit" || chosen);
  const target = pressable && !chosen && draft.isTarget(keys);
  return html`<section
    class=${`seat${turn ? " turn" : ""}${waits && !turn ? " waits" : ""}${pressable ? " lit" : ""}${target ? " target" : ""}${chosen ? " chosen" : ""}${compact ? " compact" : ""}${attacked ? " attacked" : ""}${gone ? " gone" : ""}`}
    data-seat=${seat}
    style=${{ "--seat": seatColour(seat) }}
    aria-label=${[name, t("n_cards", { n: hidden(ctx, seat) }), turn && t("their_turn"), waits && t("awaited")].filter(Boolean).join(", ")}
  >
    ${
      pressable
        ? html`<button
            class=${`seathead${target ? " target" : ""}`}
            aria-pressed=${String(chosen)}
            onClick=${() => draft.press(keys)}
          >
            ${row}
          </button>`
        : html`<div class="seathead">${row}</div>`
    }
    <div class="seatbody">${children}</div>
  </section>`;
}

/** The public numbers of a seat, if it has any. @param {Props} props */
export function Numbers({ ctx, seat }) {
  const numbers = numbersOf(ctx, seat);
  if (!numbers.length) return null;
  return html`<dl class="numbers">
    ${numbers.map(
      (one) =>
        html`<div>
          <dt>${one.title}</dt>
          <dd class="num">${one.value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** @param {Props} props */
export function GenericSeat({ ctx, seat, compact }) {
  const zones = zonesOf(ctx, seat, ["hand"]);
  return html`<${SeatPanel} ctx=${ctx} seat=${seat} compact=${compact}>
    ${zones.length > 0 && html`<div class="seatzones"><${Zones} ctx=${ctx} zones=${zones} small /></div>`}
    <${Numbers} ctx=${ctx} seat=${seat} />
  <//>`;
}
