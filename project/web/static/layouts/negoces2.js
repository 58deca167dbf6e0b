/** Négoces 2: the sale is a counter. The seller's card with coins is at the left, the buyers' offers at the right, eight pips beside my hand. */

import { goodColour } from "../cards/colours.js";
import { t } from "../words/texts.js";
import { nameOf } from "../shell/ui.js";
import { Facts } from "../table/board/board.js";
import { TableCard } from "../table/board/card.js";
import { Hand } from "../table/board/hand.js";
import { Offers } from "../table/offers/offers.js";
import { Backs, hidden, SeatPanel } from "../table/board/seats.js";
import { zoneKey, ZoneView, zonesOf } from "../table/board/zones.js";
import { html } from "../vendor/preact.js";

/** @import { Props } from "../table/types.js" */

const AUCTION = ["high", "bidder"];
const SALE = ["named", "sales"];
const SAID_AT_MOST = 2;

/** The coins of a seat: the open coins, and the hidden coins as far as the view shows them. @param {Props<"match">} props */
function Coins({ ctx: { match }, seat }) {
  const [open, secret] = [match.view.public.coins?.[seat] ?? 0, match.view.public.hidden_coins?.[seat]];
  return html`<span class="coins num" role="img" aria-label=${t("n_coins", { n: open })}
    ><i class="coin"></i><b>${open}</b>${
      secret
        ? html` <span class="soft">+${secret}</span>`
        : secret === null
          ? html` <span class="soft small">${t("coins_unknown")}</span>`
          : ""
    }</span
  >`;
}

/** @param {Props} props */
function Seat({ ctx, seat, compact }) {
  const { match } = ctx;
  const { seller, sold } = match.view.public;
  return html`<${SeatPanel}
    ctx=${ctx}
    seat=${seat}
    head=${html`<${Backs} n=${hidden(ctx, seat)} /><${Coins} ctx=${ctx} seat=${seat} />`}
    compact=${compact}
    >${seller === seat && html`<span class="chip">${match.game.public.seller.title}</span>`}${
      sold?.includes(seat) && seller !== seat && html`<span class="small">${t("has_sold")}</span>`
    }<${Pips} ctx=${ctx} seat=${seat}
  /><//>`;
}

/** @param {Props} props */
function Lot({ ctx }) {
  const { match } = ctx;
  const lots = match.view.zones.filter((zone) => ["lot_open", "lot_down"].includes(zone.name) && zone.cards.length);
  const { seller, lot_coins: coins } = match.view.public;
  if (!lots.length) return null;
  return html`<section class="lot">
    <h3>${seller === match.me ? t("for_sale") : t("seller_is", { seat: nameOf(match.head, seller) })}</h3>
    <div class="row">
      ${lots.map(
        (zone) =>
          html`<span class="row" key=${zoneKey(zone)} data-zone=${zoneKey(zone)}
            >${zone.cards.map((card, at) => html`<${TableCard} key=${card ?? at} ctx=${ctx} card=${card} />`)}</span
          >`,
      )}
      ${coins > 0 && html`<span class="coins num"><i class="coin"></i><b>+ ${coins}</b></span>`}
    </div>
  </section>`;
}

/** @param {Props} props */
function Middle({ ctx }) {
  const { match } = ctx;
  const more = zonesOf(ctx, null, []);
  const isSale = (match.view.public.offers ?? []).length > 0 || match.view.public.seller !== null;
  return html`<div class="saleside">
      <${Lot} ctx=${ctx} />${more.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}
    </div>
    ${isSale && html`<${Offers} ctx=${ctx} />`}
    <div class="saidside">
      <${Facts} ctx=${ctx} only=${match.view.public.seller === null ? AUCTION : SALE} /><${Announcements} ctx=${ctx} />
    </div>`;
}

/** The last announcements of this sale, apart from the offers. Announcements are not binding. @param {Props} props */
function Announcements({ ctx }) {
  const { match } = ctx;
  const announcements = match
    .past()
    .slice(-30)
    .flatMap(({ row }) =>
      row.effects.filter((effect) => effect.kind === "announced" && ["seeks", "gives"].includes(effect.what)),
    )
    .slice(-SAID_AT_MOST);
  if (!announcements.length) return null;
  return html`<section class="talked">
    <h3>${t("said")}</h3>
    ${announcements.map(
      ({ what, details }) =>
        html`<p>
          <b>${details.seat === match.me ? t("you") : nameOf(match.head, details.seat)}</b>${" "}
          ${t(`${details.seat === match.me ? "you_" : ""}${what === "seeks" ? "wants_good" : "gives_good"}`, { what: match.text("word", details.good) })}
        </p>`,
    )}
  </section>`;
}

/** @param {Props} props */
function Mine({ ctx }) {
  const { match } = ctx;
  const shown = zonesOf(ctx, match.me, ["hand", "lot_open", "lot_down"]);
  return shown.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} small />`);
}

/** The eight goods as pips. A pip is filled if the seat is known to own the good. @param {Props<"match">} props */
function Pips({ ctx: { match }, seat }) {
  const own = ownGoods(match.view, seat);
  const goods = Object.entries(match.game.faces).filter(([, face]) => typeof face.number === "number");
  return html`<span class="goodspips" role="img" aria-label=${t("goods_of_8", { n: own.size })}
    >${goods.map(
      ([name, face]) =>
        html`<i
          class=${own.has(name) ? "has" : ""}
          style=${own.has(name) ? { background: goodColour(name) } : undefined}
          >${face.number}</i
        >`,
    )}</span
  >`;
}

/** The number of the eight goods that I own, and my coins, beside the hand. @param {Props} props */
const Goods = ({ ctx }) =>
  html`<section class="mygoods">
    <h3>${t("goods_of_8", { n: race(ctx.match.view, ctx.match.me) })}</h3>
    <${Pips} ctx=${ctx} seat=${ctx.match.me} /><${Coins} ctx=${ctx} seat=${ctx.match.me} />
  </section>`;

/** @param {Props} props */
const HandAndGoods = ({ ctx }) => html`<${Hand} ctx=${ctx} after=${html`<${Goods} ctx=${ctx} />`} />`;

/** Returns the number of different goods of a seat, as far as they are known. */
const ownGoods = (view, seat) =>
  new Set(
    view.zones
      .filter((zone) => zone.seat === seat)
      .flatMap((zone) => zone.cards)
      .map((card) => view.faces[card])
      .filter((face) => typeof face?.number === "number")
      .map((face) => face.face),
  );
const race = (view, seat) => ownGoods(view, seat).size;

export default {
  name: "negoces2",
  race,
  goal: () => null,
  racing: "race_goods",
  Seat,
  Middle,
  Mine,
  Hand: HandAndGoods,
  sale: true,
  repeats: { seeks: "seek", gives: "give" },
  hiddenPublic: new Set(["coins", "hidden_coins", "acts"]),
};
