/** La Vallée des Marchands: each stall is a row of numbered places; the market is a row of cards with prices. */

import { help, title } from "../server/catalog.js";
import { t } from "../words/texts.js";
import { TableCard } from "../table/board/card.js";
import { SmallCard } from "../table/board/mini.js";
import { Facts } from "../table/board/board.js";
import { Hand } from "../table/board/hand.js";
import { Backs, hidden, SeatPanel } from "../table/board/seats.js";
import { Pile, zoneKey, ZoneView, zonesOf } from "../table/board/zones.js";
import { relabelled } from "../table/state/asks.js";
import { html } from "../vendor/preact.js";

/** @import { Props, Table, With } from "../table/types.js" */

const STACKS = 8;
const TEAM_STACKS = 10;
/** The places of the market from left to right. The view omits empty places. */
const MARKET_PLACES = [4, 3, 2, 1, 0];
const ELSEWHERE = ["stall", "deck", "discard", "hand", "shown", "drawn"];
const IN_HAND = new Set(["hand", "shown", "drawn"]);
/** Numbers of my turn that are shown only if they are not 0. The question already states the number of actions left. */
const OWN_NUMBERS = ["extra", "flashy"];

/** @param {With<"match">} ctx */
const find = ({ match }, name, seat = null) =>
  match.view.zones.find((zone) => zone.name === name && zone.seat === seat);

/** The places of a stall. For other players: small cards with the number of the stack. @param {Props & {small?: boolean}} props */
function Stall({ ctx, seat, small = false }) {
  const { match } = ctx;
  const built = new Map(
    match.view.zones
      .filter((zone) => zone.name === "stall" && zone.seat === seat && zone.cards.length)
      .map((zone) => [zone.number, zone]),
  );
  const places = Array.from({ length: goal(match.view) }, (_, at) => at + 1);
  const next = places.find((number) => !built.has(number));
  return html`<div class="stall" role="list">
    ${places.map((number) => {
      const zone = built.get(number);
      return html`<div
        class=${`stack-place${number === next ? " next" : ""}${zone ? " built" : ""}`}
        role="listitem"
        key=${number}
        data-zone=${`stall:${seat}:${number}`}
      >
        ${zone ? html`<${Stack} ctx=${ctx} zone=${zone} number=${number} small=${small} />` : html`<span class="num">${number}</span>`}
      </div>`;
    })}
  </div>`;
}

/** A stack: its last card, or all its cards if any of them can be chosen. @param {Props} props */
function Stack({ ctx, zone, number, small }) {
  const { draft } = ctx;
  const open =
    draft.verb && zone.cards.some((card) => draft.isLit([`card:${card}`]) || draft.isChosen([`card:${card}`]));
  const shown = open ? zone.cards : zone.cards.slice(-1);
  const many = zone.cards.length > 1 && !small && html`<span class="times num">×${zone.cards.length}</span>`;
  return html`<span class=${`pileup-tight${open ? " open" : ""}`}
      >${shown.map((card) => html`<${SmallCard} key=${card} ctx=${ctx} card=${card} number=${number} />`)}</span
    >${many}`;
}

/** The deck and the discard pile as numbers. A press opens the discard pile. @param {Props} props */
function Piles({ ctx, seat }) {
  const { match, draft, page } = ctx;
  const [deck, discard] = [find(ctx, "deck", seat), find(ctx, "discard", seat)];
  const top = discard?.cards.at(-1);
  return html`<span data-zone=${`deck:${seat}:`}
      >${match.game.zones.deck.title} <b class="num">${deck?.cards.length ?? 0}</b></span
    >
    <button
      class="plainlink"
      data-zone=${`discard:${seat}:`}
      disabled=${!discard?.cards.length}
      onClick=${() => page.showZone(discard)}
    >
      ${match.game.zones.discard.title} <b class="num">${discard?.cards.length ?? 0}</b>
    </button>
    ${
      top !== undefined &&
      draft.isLit([`card:${top}`]) &&
      html`<span class="small-cards"><${TableCard} ctx=${ctx} card=${top} /></span>`
    }`;
}

/** @param {Props} props */
function Seat({ ctx, seat, compact }) {
  const more = zonesOf(ctx, seat, ELSEWHERE);
  const head = html`<${Backs} n=${hidden(ctx, seat)} /><span class="piles"><${Piles} ctx=${ctx} seat=${seat} /></span>`;
  return html`<${SeatPanel} ctx=${ctx} seat=${seat} head=${head} compact=${compact}
    ><${Stall}
      ctx=${ctx}
      seat=${seat}
      small
    />${more.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} small />`)}<//
  >`;
}

/** @param {Props} props */
function Market({ ctx }) {
  const { match, draft } = ctx;
  const places = MARKET_PLACES.map(
    (number) =>
      match.view.zones.find((zone) => zone.name === "market" && zone.number === number) ??
      /** @type {const} */ ({ name: "market", seat: null, number, cards: [] }),
  );
  const isBuying = draft.ask !== null && draft.templates.some(({ verb }) => verb === "buy");
  return html`<div class="market" role="group" aria-label=${t("market")}>
    ${places.map((zone) => {
      const [card] = zone.cards;
      const keys = [`place:${zone.number}`, `card:${card}`];
      const look =
        card === undefined || !isBuying
          ? ""
          : draft.isChosen(keys)
            ? " chosen"
            : draft.uses.has(keys[0])
              ? " may"
              : " dear";
      return html`<div class=${`place${look}`} key=${zone.number} data-zone=${zoneKey(zone)}>
        ${
          card === undefined
            ? html`<span key="empty" class="card empty"></span>`
            : html`<${TableCard} key=${card} ctx=${ctx} card=${card} keys=${keys} label=${label(ctx, zone, card)} />`
        }
        <span key="price" class="price num">${card === undefined ? `+${zone.number}` : price(ctx, zone, card)}</span>
      </div>`;
    })}
  </div>`;
}

/** @param {With<"match">} ctx */
const value = ({ match }, card) => match.view.faces[card]?.value ?? 0;
const cost = (ctx, zone, card) => value(ctx, card) + zone.number;
/** Returns the price as a sum with its terms; on a phone, only the sum. @param {Table} ctx */
const price = (ctx, zone, card) =>
  html`<span class="sum">${value(ctx, card)} + ${zone.number} = </span>${cost(ctx, zone, card)}`;
/** @param {Table} ctx */
const label = (ctx, zone, card) => `${ctx.match.text("card", card)}, ${t("costs", { n: cost(ctx, zone, card) })}`;

/** Returns the price of a market card that my hand cannot pay. @param {With<"match"|"draft">} ctx */
function whyNot(ctx, card) {
  const { match, draft } = ctx;
  const zone = match.view.zones.find((one) => one.name === "market" && one.cards.includes(card));
  if (!zone || !draft.templates.some(({ verb }) => verb === "buy")) return null;
  const hand = match.view.zones.find((one) => one.name === "hand" && one.seat === match.me)?.cards ?? [];
  const have = hand.reduce((sum, one) => sum + value(ctx, one), 0);
  return t("costs_you_have", { card: match.text("card", card), n: cost(ctx, zone, card), have });
}

/** @param {Props} props */
function Middle({ ctx }) {
  const { match } = ctx;
  const [deck, gone] = [find(ctx, "market_deck"), find(ctx, "market_discard")];
  const more = zonesOf(ctx, null, ["market", "market_deck", "market_discard", "junk"]);
  return html`${deck && html`<${Pile} ctx=${ctx} zone=${deck} name=${match.game.zones.market_deck.title} />`}<${Market}
      ctx=${ctx}
    />${gone && html`<${Pile} ctx=${ctx} zone=${gone} name=${match.game.zones.market_discard.title} />`}
    ${more.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}`;
}

/** @param {Props} props */
function Mine({ ctx }) {
  const { match } = ctx;
  const more = zonesOf(ctx, match.me, ELSEWHERE);
  return html`<${Awning} />
    <section class="mystall">
      <div class="stallname">
        <h3>${t("your_stall")}</h3>
        <p>${t("n_stacks", { n: race(match.view, match.me), of: goal(match.view) })}</p>
        <p class="piles"><${Piles} ctx=${ctx} seat=${match.me} /></p>
      </div>
      <${Stall} ctx=${ctx} seat=${match.me} />
      ${
        match.view.public.turn === match.me &&
        html`<${Facts} ctx=${ctx} only=${OWN_NUMBERS.filter((name) => match.view.public[name])} />`
      }${more.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} small />`)}
    </section>`;
}

const SCALLOPS = 32;
/** The awning over my stall, in two alternating colours. */
const Awning = () =>
  html`<svg class="stallawning" viewBox=${`0 0 ${SCALLOPS * 30} 22`} preserveAspectRatio="none" aria-hidden="true">
    ${["#C2452D", "#F4E9CF"].map(
      (colour, first) =>
        html`<path
          d=${Array.from({ length: SCALLOPS / 2 }, (_, at) => `M${(at * 2 + first) * 30} 0h30v12a15 10 0 0 1-30 0z`).join("")}
          fill=${colour}
        />`,
    )}
  </svg>`;

/** The most cards in hand beside which a text has room. */
const BESIDE_MOST = 5;

/** The effect of the pressed card, beside my hand on a desktop. @param {Props} props */
function Effect({ ctx: { match, draft } }) {
  const face = match.view.faces[draft.lifted?.card ?? -1]?.face;
  const mine = match.view.zones.filter((zone) => zone.seat === match.me && IN_HAND.has(zone.name));
  const isCrowded = mine.reduce((sum, zone) => sum + zone.cards.length, 0) > BESIDE_MOST;
  if (!face || isCrowded) return null;
  return html`<section class="effect">
    <h3>${title(match.game, "faces", face)}</h3>
    <p>${help(match.game, "faces", face)}</p>
  </section>`;
}

/** @param {Props} props */
const HandAndEffect = ({ ctx }) => html`<${Hand} ctx=${ctx} after=${html`<${Effect} ctx=${ctx} />`} />`;

/** Returns the question at the end of a turn, when there is usually nothing left to do. @param {With<"draft">} ctx */
const story = ({ draft }, prompt) =>
  prompt.phase === "clean_up" && draft.templates.every((template) => template.verb === "end_turn")
    ? t("only_end_turn")
    : null;

/** Labels discarding, which is an action in this game. @param {import("../types.js").View} _ @param {import("../table/types.js").Ask} ask */
const adaptAsk = (_, ask) =>
  ask.templates.some((one) => one.verb === "buy") ? relabelled(ask, "discard", t("take_inventory")) : ask;

/** Returns the number of stacks in a stall. */
const race = (view, seat) =>
  view.zones.filter((zone) => zone.name === "stall" && zone.seat === seat && zone.cards.length).length;
const goal = ({ options }) => (options.teams ? TEAM_STACKS : STACKS);

/** Returns the seats that need only one more stack. @param {import("../table/types.js").Match} match */
const near = ({ view }) =>
  Array.from({ length: view.seats }, (_, seat) => ({ seat, n: race(view, seat) }))
    .filter(({ n }) => n >= goal(view) - 1)
    .map(({ seat, n }) => ({ seat, words: t("stacks_of", { n, of: goal(view) }) }));

export default {
  name: "dale_of_merchants",
  namesBelow: true,
  Seat,
  Middle,
  Mine,
  Hand: HandAndEffect,
  story,
  adaptAsk,
  race,
  goal,
  near,
  racing: "race_stacks",
  whyNot,
};
