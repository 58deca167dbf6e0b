/** The panel of a seat: who, how many cards, what lies before them, the numbers that are theirs. */

import { title } from "../catalog.js";
import { t, worded } from "../texts.js";
import { lazy } from "../lazy.js";
import { Avatar, nameOf, Sign } from "../ui.js";
import { html } from "../vendor/preact.js";
import { standing } from "./things.js";
import { Zones, zonesOf } from "./zones.js";

export const SeatTime = lazy(() => worded(import("./times.js")).then((one) => one.SeatTime));

/** The seats clockwise from mine, mine left out; a spectator sees all. */
export function others(ctx) {
  const { seats } = ctx.view;
  if (ctx.me === null) return Array.from({ length: seats }, (_, seat) => seat);
  return Array.from({ length: seats - 1 }, (_, at) => (ctx.me + 1 + at) % seats);
}

export const hidden = (ctx, seat, name = "hand") =>
  ctx.view.zones.find((zone) => zone.seat === seat && zone.name === name)?.cards.length ?? 0;

/** Little backs and their number. */
export function Backs({ n }) {
  return html`<span class="backs" role="img" aria-label=${t("n_cards", { n })}
    ><span class="fanned" aria-hidden="true">${Array.from({ length: Math.min(n, 12) }, () => html`<i></i>`)}</span
    ><b class="num">${n}</b></span
  >`;
}

/** What is public and has one value for each seat, and the places that are a seat. */
function numbersOf(ctx, seat) {
  const found = [];
  for (const [name, value] of Object.entries(ctx.view.public)) {
    const kind = ctx.game?.public?.[name]?.type;
    if (ctx.game?.public?.[name]?.hidden || ctx.layout.hiddenPublic?.has(name)) continue;
    const bySeat = kind
      ? kind === "by_seat"
      : Array.isArray(value) &&
        value.length === ctx.view.seats &&
        value.every((one) => typeof one === "number" || one === null) &&
        name !== "order";
    if (bySeat && Array.isArray(value))
      found.push({ name, title: title(ctx.game, "public", name), value: value[seat] ?? "?" });
  }
  return found;
}

/** Whether the seats of this table have a time that runs. */
export const timed = ({ head, replay }) =>
  !replay && head?.status === "running" && Boolean(head.clock?.per_move || head.clock?.bank);

/** The frame of a panel: turn, hourglass, whether a press on it fills a blank. */
export function SeatPanel({ ctx, seat, children, head, compact }) {
  const { view } = ctx;
  const keys = [`seat:${seat}`];
  const state = ctx.ask ? standing(keys, ctx.uses, ctx.templates, ctx.draft) : "still";
  const chosen = ctx.isChosen(keys);
  const turn = view.public.turn === seat;
  const waits = view.to_act.includes(seat);
  const gone = view.public.left?.includes?.(seat);
  const name = seat === ctx.me ? t("you") : nameOf(ctx.head, seat);
  const row = html`<${Avatar} head=${ctx.head} seat=${seat} me=${seat === ctx.me} /><strong class="name"
      >${name}</strong
    >
    ${ctx.head?.seats[seat]?.kind === "bot" && !compact && html`<span class="chip isbot">${t("bot")}</span>`}
    ${gone && html`<span class="chip">${t("gone")}</span>`}
    ${waits && seat !== ctx.me && html`<span class="waits" title=${t("awaited")}><${Sign} name="hourglass" /></span>`}
    <span class="grow"></span
    >${timed(ctx) && html`<${SeatTime} ctx=${ctx} seat=${seat} />`}${head ?? html`<${Backs} n=${hidden(ctx, seat)} />`}`;
  const pressable = ctx.ask && ctx.draft.verb && (state === "lit" || chosen);
  return html`<section
    class=${`seat${turn ? " turn" : ""}${pressable ? " lit" : ""}${chosen ? " chosen" : ""}${compact ? " compact" : ""}`}
    data-seat=${seat}
    aria-label=${[name, t("n_cards", { n: hidden(ctx, seat) }), turn && t("their_turn"), waits && t("awaited")].filter(Boolean).join(", ")}
  >
    ${pressable ? html`<button class="seathead" aria-pressed=${String(chosen)} onClick=${() => ctx.press(keys)}>${row}</button>` : html`<div class="seathead">${row}</div>`}
    <div class="seatbody">${children}</div>
  </section>`;
}

/** The public numbers of a seat, if there are any. */
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

export function GenericSeat({ ctx, seat, compact }) {
  const zones = zonesOf(ctx, seat, ["hand"]);
  return html`<${SeatPanel} ctx=${ctx} seat=${seat} compact=${compact}>
    ${zones.length > 0 && html`<div class="seatzones"><${Zones} ctx=${ctx} zones=${zones} small /></div>`}
    <${Numbers} ctx=${ctx} seat=${seat} />
  <//>`;
}
