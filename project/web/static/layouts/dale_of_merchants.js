/** La Vallée des Marchands: each stall is a row of numbered places, the market a row with its prices. */

import { t } from "../words/texts.js";
import { TableCard } from "../table/board/card.js";
import { Facts } from "../table/board/board.js";
import { Backs, hidden, SeatPanel } from "../table/board/seats.js";
import { Pile, zoneKey, ZoneView, zonesOf } from "../table/board/zones.js";
import { html } from "../vendor/preact.js";

/** @import { Props, Table, With } from "../table/types.js" */

const STACKS = 8;
const TEAM_STACKS = 10;
const ELSEWHERE = ["stall", "deck", "discard", "hand", "shown", "drawn"];
/** Numbers of my turn that say something only where they are not 0; the question says how many actions are left. */
const OWN_NUMBERS = ["extra", "flashy"];

/** @param {With<"match">} ctx */
const find = ({ match }, name, seat = null) =>
  match.view.zones.find((zone) => zone.name === name && zone.seat === seat);

/** @param {Props} props */
function Stall({ ctx, seat }) {
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
        class=${`stack-place${number === next ? " next" : ""}`}
        role="listitem"
        key=${number}
        data-zone=${`stall:${seat}:${number}`}
      >
        ${
          zone
            ? html`<div class="pileup-tight">
                  ${zone.cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}
                </div>
                ${zone.cards.length > 1 && html`<span class="many num">×${zone.cards.length}</span>`}`
            : html`<span class="num">${number}</span>`
        }
      </div>`;
    })}
  </div>`;
}

/** Deck and discard as numbers; the discard opens. @param {Props} props */
function Piles({ ctx, seat }) {
  const { match, draft, page } = ctx;
  const [deck, discard] = [find(ctx, "deck", seat), find(ctx, "discard", seat)];
  const top = discard?.cards.at(-1);
  return html`<span class="small soft" data-zone=${`deck:${seat}:`}
      >${match.game.zones.deck.title} <b class="num">${deck?.cards.length ?? 0}</b></span
    >
    <button
      class="quiet plainlink"
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
function Seat({ ctx, seat }) {
  const more = zonesOf(ctx, seat, ELSEWHERE);
  const head = html`<span class="row piles"><${Piles} ctx=${ctx} seat=${seat} /></span
    ><${Backs} n=${hidden(ctx, seat)} />`;
  return html`<${SeatPanel} ctx=${ctx} seat=${seat} head=${head}
    ><${Stall}
      ctx=${ctx}
      seat=${seat}
    />${more.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} small />`)}<//
  >`;
}

/** @param {Props} props */
function Market({ ctx }) {
  const { match } = ctx;
  const places = match.view.zones.filter((zone) => zone.name === "market").sort((a, b) => b.number - a.number);
  return html`<div class="market" role="group" aria-label=${t("market")} tabindex="0">
    ${places.map(
      (zone) =>
        html`<div class="place" key=${zone.number} data-zone=${zoneKey(zone)}>
          ${
            zone.cards.length
              ? zone.cards.map(
                  (card) =>
                    html`<${TableCard}
                      key=${card}
                      ctx=${ctx}
                      card=${card}
                      keys=${[`place:${zone.number}`, `card:${card}`]}
                      label=${label(ctx, zone, card)}
                    />`,
                )
              : html`<span class="card empty"></span>`
          }
          <span class="chip num">${zone.cards.length ? price(ctx, zone, zone.cards[0]) : `+${zone.number}`}</span>
        </div>`,
    )}
  </div>`;
}

/** @param {With<"match">} ctx */
const value = ({ match }, card) => match.view.faces[card]?.value ?? 0;
/** @param {Table} ctx */
const price = (ctx, zone, card) =>
  t("price_is", { value: value(ctx, card), place: zone.number, price: value(ctx, card) + zone.number });
/** @param {Table} ctx */
const label = (ctx, zone, card) => `${ctx.match.text("card", card)}, ${price(ctx, zone, card)}`;

/** @param {Props} props */
function Middle({ ctx }) {
  const { match } = ctx;
  const [deck, gone] = [find(ctx, "market_deck"), find(ctx, "market_discard")];
  const more = zonesOf(ctx, null, ["market", "market_deck", "market_discard", "junk"]);
  return html`${
      deck && html`<${Pile} ctx=${ctx} zone=${deck} name=${match.game.zones.market_deck.title} small />`
    }<${Market}
      ctx=${ctx}
    />${gone && html`<${Pile} ctx=${ctx} zone=${gone} name=${match.game.zones.market_discard.title} small />`}
    ${more.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}`;
}

/** @param {Props} props */
function Mine({ ctx }) {
  const { match } = ctx;
  const more = zonesOf(ctx, match.me, ELSEWHERE);
  return html`<div class="mystall grow">
      <${SeatPanel} ctx=${ctx} seat=${match.me} head=${html`<${Piles} ctx=${ctx} seat=${match.me} />`}
        ><${Stall} ctx=${ctx} seat=${match.me}
      /><//>
    </div>
    ${
      match.view.public.turn === match.me &&
      html`<${Facts} ctx=${ctx} only=${OWN_NUMBERS.filter((name) => match.view.public[name])} />`
    }${more.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} small />`)}`;
}

/** At the end of a turn there is mostly nothing left to do. @param {With<"draft">} ctx */
const story = ({ draft }, prompt) =>
  prompt.phase === "clean_up" && draft.templates.every((template) => template.verb === "end_turn")
    ? t("only_end_turn")
    : null;

/** The stacks of a stall. */
const race = (view, seat) =>
  view.zones.filter((zone) => zone.name === "stall" && zone.seat === seat && zone.cards.length).length;
const goal = ({ options }) => (options.teams ? TEAM_STACKS : STACKS);

/** Who lacks one stack. @param {import("../table/types.js").Match} match */
const near = ({ view }) =>
  Array.from({ length: view.seats }, (_, seat) => ({ seat, n: race(view, seat) }))
    .filter(({ n }) => n >= goal(view) - 1)
    .map(({ seat, n }) => ({ seat, words: t("stacks_of", { n, of: goal(view) }) }));

export default { name: "dale_of_merchants", Seat, Middle, Mine, story, race, goal, near, racing: "race_stacks" };
