/** Dealmaker: the offers fill the table. The deals are at the left; deals that I could take now are lit. The pawn stays in one corner. */

import { canPay } from "./payable.js";
import { goodColour } from "../cards/colours.js";
import { Swatch } from "../cards/swatch.js";
import { t } from "../words/texts.js";
import { useHold } from "../shell/hold.js";
import { Sign } from "../shell/ui.js";
import { TableCard } from "../table/board/card.js";
import { Offers } from "../table/offers/offers.js";
import { VerbButton } from "../table/strip/verb.js";
import { Backs, hidden as handOf, SeatPanel } from "../table/board/seats.js";
import { html, useRef } from "../vendor/preact.js";

/** @import { Props, Table, With } from "../table/types.js" */

const PAWN = ["grab", "seize"];
const GOODS_DRAWN = 3;
const FINAL = new Set(["enough", "waive"]);

/** The points of a seat's deals, and the wishes that the seat announced last. @param {Props} props */
function Seat({ ctx, seat, compact }) {
  const { match } = ctx;
  const holder = match.view.public.holders?.includes(seat);
  const head = html`<${Backs} n=${handOf(ctx, seat)} />${
      holder && html`<span class="holds" title=${t("pawn")}><${Sign} name="pawn" /></span>`
    }<b class="num points" data-zone=${`won:${seat}:`}>${t("n_points", { n: race(match.view, seat) })}</b>`;
  return html`<${SeatPanel} ctx=${ctx} seat=${seat} head=${head} compact=${compact}
    ><${Wishes} match=${match} seat=${seat}
  /><//>`;
}

function Wishes({ match, seat }) {
  const wish = match
    .past()
    .flatMap(({ row }) => row.effects)
    .findLast(
      (effect) =>
        effect.kind === "announced" && effect.details?.seat === seat && (effect.details.seeks || effect.details.gives),
    );
  if (!wish) return null;
  const goods = (names) => names.map((name) => html`<${Swatch} key=${name} game=${match.game} face=${name} />`);
  const { seeks = [], gives = [] } = wish.details;
  return html`<span class="wishes"
    >${seeks?.length > 0 && html`<span>${t("wants")} ${goods(seeks)}</span>`}${gives?.length > 0 && html`<span>${t("gives")} ${goods(gives)}</span>`}</span
  >`;
}

/** Keeps cards in their places: a new card fills an empty place, and the other empty places stay empty. @param {number[]} ids */
function useKeptPlaces(ids) {
  const kept = useRef(/** @type {(number|undefined)[]} */ ([]));
  const fresh = ids.filter((id) => !kept.current.includes(id));
  const next = kept.current.map((id) => (id !== undefined && ids.includes(id) ? id : fresh.shift()));
  kept.current = [...next, ...fresh];
  return kept.current;
}

/** @param {Props} props */
function Deals({ ctx }) {
  const { match } = ctx;
  const tiles = match.view.zones.find((zone) => zone.name === "tiles")?.cards ?? [];
  const stock = match.view.zones.find((zone) => zone.name === "stock")?.cards.length ?? 0;
  const order = Object.keys(match.game.faces);
  const place = (card) => order.indexOf(match.view.faces[card]?.face);
  const sorted = useKeptPlaces([...tiles].sort((a, b) => place(a) - place(b) || a - b));
  return html`<section class="deals" data-zone="tiles::" tabindex="0" aria-label=${t("deals")}>
    <h3>
      ${t("deals")} <small class="num" data-zone="stock::">${t("deals_and_stock", { n: tiles.length, stock })}</small>
    </h3>
    <div class="tickets">
      ${sorted.map((card, at) => (card === undefined ? html`<span class="ticket gone" key=${`gone ${at}`}></span>` : html`<${Ticket} key=${card} ctx=${ctx} card=${card} />`))}
    </div>
  </section>`;
}

/** @param {Props} props */
function Ticket({ ctx, card }) {
  const { match, draft } = ctx;
  const face = match.view.faces[card];
  if (!face?.cost) return html`<${TableCard} ctx=${ctx} card=${card} />`;
  const affordable = payable(ctx, card);
  const keys = [`card:${card}`];
  const pressable = draft.ask && (draft.isLit(keys) || draft.isChosen(keys));
  const [first] = Object.keys(face.cost);
  const body = html`<span class="ticketcost"
      >${Object.entries(face.cost).map(([good, number]) =>
        number > GOODS_DRAWN || Object.keys(face.cost).length > 2
          ? html`<b class="num">${number} ×</b><${Swatch} game=${match.game} face=${good} />`
          : Array.from({ length: number }, () => html`<${Swatch} game=${match.game} face=${good} />`),
      )}</span
    ><b class="ticketpoints num" style=${{ "--colour": goodColour(first) }}>${face.points}</b>`;
  const look = `ticket${affordable ? " affordable" : ""}${pressable ? " lit target" : ""}${draft.isChosen(keys) ? " chosen" : ""}`;
  return pressable
    ? html`<button
        class=${look}
        data-card=${card}
        aria-label=${face.name}
        aria-pressed=${String(draft.isChosen(keys))}
        onClick=${(event) => draft.press(keys, card, event.detail)}
      >
        ${body}
      </button>`
    : html`<span class=${look} data-card=${card} role="img" aria-label=${face.name}>${body}</span>`;
}

/** Returns how many of each good I hold. @param {With<"match">} ctx */
function held({ match }) {
  const found = {};
  for (const zone of match.view.zones)
    if (zone.seat === match.me && zone.name === "hand")
      for (const card of zone.cards) {
        const good = match.view.faces[card]?.face;
        if (good) found[good] = (found[good] ?? 0) + 1;
      }
  return found;
}

/** Returns whether I could pay for a deal now, with substitutions. This is a hint; the server decides which moves are legal. @param {Table} ctx */
function payable(ctx, card) {
  const { match } = ctx;
  const ranks = Object.fromEntries(
    Object.entries(match.game.faces)
      .filter(([, face]) => face.rank)
      .map(([good, face]) => [good, face.rank]),
  );
  return canPay(match.view.faces[card]?.cost ?? {}, held(ctx), ranks, match.view.options.substitution);
}

/** @param {Props} props */
function Middle({ ctx }) {
  return html`<${Deals} ctx=${ctx} /><${Offers} ctx=${ctx} />`;
}

/** @param {Props<"match"|"page">} props */
function Mine({ ctx: { match, page } }) {
  const won = match.view.zones.find(
    (zone) => zone.seat === match.me && zone.name.startsWith("won") && zone.cards.length,
  );
  const points = (won?.cards ?? []).reduce((sum, card) => sum + (match.view.faces[card]?.points ?? 0), 0);
  return won
    ? html`<button class="plainlink" data-zone=${`won:${match.me}:`} onClick=${() => page.showZone(won)}>
        ${match.game.zones.won.title} <b class="num">${won.cards.length}</b> · ${t("points")}${" "}
        <b class="num">${points}</b>
      </button>`
    : null;
}

/** The pawn's button. It needs no confirmation, as the pawn is a race; on a touch screen it must be held, because it is next to Offer. @param {Props} props */
function Pins({ ctx }) {
  const { match, draft, sends } = ctx;
  const found = draft.templates.find((template) => PAWN.includes(template.verb));
  const worth = (match.view.zones.find((zone) => zone.name === "tiles")?.cards ?? []).some((card) =>
    payable(ctx, card),
  );
  const { isHeld, handlers } = useHold(() => sends.play({ verb: found.verb, args: {} }));
  return found
    ? html`<${VerbButton}
        ctx=${ctx}
        template=${{ ...found, label: t("pawn") }}
        look=${`pawn${worth ? " worth" : ""}${isHeld ? " held" : ""}`}
        note=${worth ? undefined : t("pawn_no_deal")}
        handlers=${handlers}
        ><${Sign} name="pawn" />
      <//>`
    : null;
}

/** Returns the question of the bazaar, in which everybody may trade, or of a pawn holder who has no deal to conclude. @param {With<"draft">} ctx */
const story = ({ draft }, prompt) =>
  prompt.phase === "trade"
    ? t("bazaar_open")
    : draft.templates.length > 0 && draft.templates.every((template) => template.verb === "release")
      ? t("pawn_let_go")
      : null;

/** Returns the points of the deals that a seat has concluded. */
const race = (view, seat) =>
  view.zones
    .filter((zone) => zone.seat === seat && zone.name.startsWith("won"))
    .flatMap((zone) => zone.cards)
    .reduce((sum, card) => sum + (view.faces[card]?.points ?? 0), 0);

export default {
  name: "dealmaker",
  race,
  goal: () => null,
  racing: "race_points",
  story,
  Seat,
  Middle,
  Mine,
  Pins,
  pinned: new Set(PAWN),
  doubts: (ctx, verb) => (FINAL.has(verb) ? "" : null),
  begins: new Set(["offer"]),
  repeats: { announcement: "announce", deal: "conclude" },
  stacksHand: true,
};
