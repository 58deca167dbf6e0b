/** Négoces 2: the sale is a counter. The seller's card with coins is at the left, the buyers' offers at the right, eight pips beside my hand. */

import { goodColour } from "../cards/colours.js";
import { t } from "../words/texts.js";
import { nameOf } from "../shell/ui.js";
import { Facts } from "../table/board/board.js";
import { TableCard } from "../table/board/card.js";
import { Face, seatColour } from "../table/board/face.js";
import { Hand } from "../table/board/hand.js";
import { Offers } from "../table/offers/offers.js";
import { Backs, hidden, SeatPanel } from "../table/board/seats.js";
import { zoneKey, ZoneView, zonesOf } from "../table/board/zones.js";
import { html } from "../vendor/preact.js";
import { unnumbered } from "../words/pattern.js";

/** @import { Props } from "../table/types.js" */

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
    head=${html`<${Backs} n=${hidden(ctx, seat)} /><${Coins} ctx=${ctx} seat=${seat} />${
        seller === seat && html`<span class="chip">${match.game.public.seller.title}</span>`
      }`}
    compact=${compact}
    >${sold?.includes(seat) && seller !== seat && html`<span class="small">${t("has_sold")}</span>`}<${Pips}
      ctx=${ctx}
      seat=${seat}
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

/** The contraband, and each player's place in its auction. @param {Props} props */
function Auction({ ctx, cards }) {
  const { match } = ctx;
  return html`<div class="saleside">
      <section class="lot" data-zone="market::">
        <h3>${match.game.zones.market.title}</h3>
        <span class="row">${cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}</span>
      </section>
    </div>
    <section class="offers bidders" aria-label=${match.game.phases.auction.title}>
      <ul>
        ${Array.from({ length: match.view.seats }, (_, seat) => html`<${Bidder} key=${seat} ctx=${ctx} seat=${seat} />`)}
      </ul>
    </section>`;
}

/** @param {Props<"match">} props */
function Bidder({ ctx: { match }, seat }) {
  const { high, bidder, withdrawn = [] } = match.view.public;
  const [leads, left] = [bidder === seat, withdrawn.includes(seat)];
  return html`<li class="place">
    <div
      class=${`offer boat${leads ? " leads" : ""}${left ? " left" : ""}`}
      style=${{ "--seat": seatColour(seat) }}
      data-bidder=${seat}
    >
      <div class="row">
        <${Face} match=${match} seat=${seat} size=${32} /><strong
          >${seat === match.me ? t("you") : nameOf(match.head, seat)}</strong
        >
      </div>
      <span class="cargo">${leads && html`<span class="coinpile" aria-hidden="true"><i class="coin"></i></span>`}</span>
      <span class="cargowords">${leads ? t("n_coins", { n: high }) : t(left ? "out_of_auction" : "in_auction")}</span>
    </div>
  </li>`;
}

/** @param {Props} props */
function Middle({ ctx }) {
  const { match } = ctx;
  const { view } = match;
  const market = view.zones.find((zone) => zone.name === "market")?.cards ?? [];
  const isAuction = market.length > 0 && view.prompts.some((prompt) => prompt.open && prompt.phase === "auction");
  const more = zonesOf(ctx, null, isAuction ? ["market"] : []);
  const isSale = (view.public.offers ?? []).length > 0 || view.public.seller !== null;
  return html`${
      isAuction
        ? html`<${Auction} ctx=${ctx} cards=${market} />`
        : html`<div class="saleside">
            <${Lot}
              ctx=${ctx}
            />${more.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}
          </div>`
    }
    ${isSale && !isAuction && html`<${Offers} ctx=${ctx} />`}
    <div class="saidside">
      ${view.public.seller !== null && html`<${Facts} ctx=${ctx} only=${SALE} />`}<${Announcements} ctx=${ctx} />
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
    .filter((one, at, all) => all.findLastIndex((other) => isAlike(one, other)) === at)
    .slice(-SAID_AT_MOST);
  if (!announcements.length) return null;
  return html`<section class="talked">
    <h3>${t("said")}</h3>
    ${announcements.map(
      ({ what, details }) =>
        html`<p>
          <b>${details.seat === match.me ? t("you") : nameOf(match.head, details.seat)}</b>${" "}
          ${t(`${details.seat === match.me ? "you_" : ""}${what === "seeks" ? "wants_good" : "gives_good"}`, { what: unnumbered(match.text("word", details.good)) })}
        </p>`,
    )}
  </section>`;
}

/** Returns whether two announcements say the same. */
const isAlike = (one, other) =>
  one.what === other.what && one.details.seat === other.details.seat && one.details.good === other.details.good;

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

/** The number of the eight goods that I own, and my coins on their way to a victory, beside the hand. @param {Props} props */
function Goods({ ctx }) {
  const { view, me } = ctx.match;
  const { coins, hidden_coins: secret } = view.public;
  const [mine, most] = [(coins?.[me] ?? 0) + (secret?.[me] ?? 0), view.options.coins_to_win];
  const aim = t("coins_or_goods_win", { coins: most });
  return html`<section class="mygoods">
    <h3>${t("goods_of_8", { n: race(view, me) })}</h3>
    <${Pips} ctx=${ctx} seat=${me} /><${Coins} ctx=${ctx} seat=${me} />
    <span
      class="coinbar"
      role="progressbar"
      aria-label=${aim}
      aria-valuenow=${mine}
      aria-valuemax=${most}
      style=${{ "--part": `${(100 * mine) / most}%` }}
    ></span>
    <small>${aim}</small>
  </section>`;
}

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
/** Returns the question of the auction, of the seller, and of a buyer. @param {import("../table/types.js").With<"match">} ctx */
function story({ match: { view, me } }, { phase }) {
  if (phase === "auction") return t("bid_or_leave");
  return phase === "negotiate" ? t(view.public.seller === me ? "which_offer" : "your_offer") : null;
}

const race = (view, seat) => ownGoods(view, seat).size;

export default {
  name: "negoces2",
  story,
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
