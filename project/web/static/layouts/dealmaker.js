/** Dealmaker: the offers are the table. Deals at the left, those that I could take now lit; the pawn always in one corner. */

import { canPay } from "./payable.js";
import { Swatch } from "../cards/swatch.js";
import { t } from "../words/texts.js";
import { useHold } from "../shell/hold.js";
import { Sign } from "../shell/ui.js";
import { TableCard } from "../table/board/card.js";
import { Offers } from "../table/offers/offers.js";
import { VerbButton } from "../table/question/verb.js";
import { SeatPanel } from "../table/board/seats.js";
import { html } from "../vendor/preact.js";

/** @import { Props, Table, With } from "../table/types.js" */

const PAWN = ["grab", "seize"];
const byThumb = () => matchMedia("(pointer: coarse)").matches;
const FINAL = new Set(["enough", "waive"]);

/** @param {Props} props */
function Seat({ ctx, seat }) {
  const { match } = ctx;
  const won = match.view.zones.find((zone) => zone.seat === seat && zone.name.startsWith("won") && zone.cards.length);
  const holder = match.view.public.holders?.includes(seat);
  return html`<${SeatPanel} ctx=${ctx} seat=${seat}
    ><span class="small soft" data-zone=${`won:${seat}:`}
      >${match.game.zones.won.title} <b class="num">${won?.cards.length ?? 0}</b></span
    >${holder && html`<span class="chip"><${Sign} name="pawn" /> ${t("pawn")}</span>`}<//
  >`;
}

/** @param {Props} props */
function Deals({ ctx }) {
  const { match } = ctx;
  const tiles = match.view.zones.find((zone) => zone.name === "tiles")?.cards ?? [];
  const stock = match.view.zones.find((zone) => zone.name === "stock")?.cards.length ?? 0;
  const order = Object.keys(match.game.faces);
  const mine = new Set(tiles.filter((card) => match.view.faces[card]?.cost && payable(ctx, card)));
  const sorted = [...tiles].sort(
    (a, b) =>
      Number(mine.has(b)) - Number(mine.has(a)) ||
      order.indexOf(match.view.faces[a]?.face) - order.indexOf(match.view.faces[b]?.face) ||
      a - b,
  );
  return html`<section class="deals" data-zone="tiles::">
    <div class="row">
      <h3 class="grow">
        ${t("deals")}${" "}
        <span class="soft num">${tiles.length}</span
        >${mine.size > 0 && html` <span class="small" data-payable>${t("deals_payable", { n: mine.size })}</span>`}
      </h3>
      <span class="small soft" data-zone="stock::">${t("stock")} <b class="num">${stock}</b></span>
    </div>
    <div class="tickets">${sorted.map((card) => html`<${Ticket} key=${card} ctx=${ctx} card=${card} />`)}</div>
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
  const body = html`<span class="ticketcost"
      >${Object.entries(face.cost).map(
        ([good, number]) =>
          html`${Array.from({ length: number }, () => html`<${Swatch} game=${match.game} face=${good} />`)}`,
      )}</span
    ><b class="ticketpoints num">${face.points}</b>`;
  const look = `ticket${affordable ? " affordable" : ""}${pressable ? " lit" : ""}${draft.isChosen(keys) ? " chosen" : ""}`;
  return pressable
    ? html`<button
        class=${look}
        data-card=${card}
        aria-label=${face.name}
        aria-pressed=${String(draft.isChosen(keys))}
        onClick=${() => draft.press(keys)}
      >
        ${body}
      </button>`
    : html`<span class=${look} data-card=${card} role="img" aria-label=${face.name}>${body}</span>`;
}

/** What I hold of each good. @param {With<"match">} ctx */
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

/** Whether I could pay for a deal now, substitutions included; only the server decides what I may do. @param {Table} ctx */
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
  return html`<div class="bazaar"><${Deals} ctx=${ctx} /><${Offers} ctx=${ctx} /></div>`;
}

/** @param {Props<"match"|"page">} props */
function Mine({ ctx: { match, page } }) {
  const won = match.view.zones.find(
    (zone) => zone.seat === match.me && zone.name.startsWith("won") && zone.cards.length,
  );
  const points = (won?.cards ?? []).reduce((sum, card) => sum + (match.view.faces[card]?.points ?? 0), 0);
  return won
    ? html`<button class="quiet plainlink" data-zone=${`won:${match.me}:`} onClick=${() => page.showZone(won)}>
        ${match.game.zones.won.title} <b class="num">${won.cards.length}</b> · ${t("points")}${" "}
        <b class="num">${points}</b>
      </button>`
    : null;
}

/** Never confirmed, as the pawn is a race; but a thumb holds it, since it stands beside Offer. @param {Props} props */
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
        template=${byThumb() ? { ...found, label: t("pawn") } : found}
        look=${`pawn${worth ? " act" : ""}${isHeld ? " held" : ""}`}
        note=${worth ? undefined : t("pawn_no_deal")}
        handlers=${handlers}
        ><${Sign} name="pawn" />${byThumb() && t("hold_it")}${" "}
      <//>`
    : null;
}

/** Holding the pawn without a deal to conclude. @param {With<"draft">} ctx */
const story = ({ draft }) =>
  draft.templates.length > 0 && draft.templates.every((template) => template.verb === "release")
    ? t("pawn_let_go")
    : null;

/** The points of the deals that a seat has concluded. */
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
  placesOffers: true,
  stacksHand: true,
};
