/** The terms of an offer: its goods and its price. */

import { signOf } from "../../cards/signs.js";
import { Swatch } from "../../cards/swatch.js";
import { title } from "../../server/catalog.js";
import { html } from "../../vendor/preact.js";
import { unnumbered } from "../../words/pattern.js";
import { listed, t } from "../../words/texts.js";
import { TableCard } from "../board/card.js";

/** @import { Props, Table, With } from "../types.js" */

/** @param {With<"match">} ctx */
const zoneCards = ({ match }, offer, name) =>
  match.view.zones.find((zone) => zone.name === name && zone.seat === offer.owner && zone.number === offer.id)?.cards ??
  [];

/** @param {Table} ctx */
export function countFaces(ctx, offer) {
  const { match } = ctx;
  const counts = {};
  for (const card of [...zoneCards(ctx, offer, "offer_open"), ...zoneCards(ctx, offer, "offer_down")]) {
    const face = card === null ? null : match.view.faces[card]?.face;
    if (face) counts[face] = (counts[face] ?? 0) + 1;
  }
  return counts;
}

/** @param {Props} props */
export function Goods({ ctx, offer, answer = undefined }) {
  const open = countFaces(ctx, offer);
  const down = zoneCards(ctx, offer, "offer_down").filter((card) => card === null).length;
  const others = Object.entries(offer.give ?? {}).filter(([, number]) => number);
  if (!Object.keys(open).length && !down && !others.length) return html`<span class="soft">${t("nothing")}</span>`;
  return html`<${Tokens}
      ctx=${ctx}
      counts=${open}
      answer=${answer}
    />${down > 0 && html`<span class="token back">${t("face_down")}</span>`}${
      others.length > 0 && html`<${Tokens} ctx=${ctx} counts=${Object.fromEntries(others)} />`
    }`;
}

/** @param {Props} props */
export function Price({ ctx, offer, answer = undefined }) {
  const { match } = ctx;
  const price = Object.fromEntries(Object.entries(offer.want ?? {}).filter(([, number]) => number));
  if (!Object.keys(price).length)
    return html`<span class="soft">${match.layout.sale ? t("your_card") : t("nothing")}</span>`;
  return html`<${Tokens} ctx=${ctx} counts=${price} answer=${answer} />`;
}

/** A sale's offer as its cards and a pile of coins. @param {Props} props */
export function Cargo({ ctx, offer }) {
  const cards = [...zoneCards(ctx, offer, "offer_open"), ...zoneCards(ctx, offer, "offer_down")];
  const coins = offer.give?.coins ?? 0;
  const named = cards.map((card) => nameOf(ctx, card));
  const words = listed([...named, ...(coins ? [t("n_coins", { n: coins })] : [])]);
  return html`<span class="cargo"
      >${cards.map((card, at) => html`<${TableCard} key=${card ?? `down ${at}`} ctx=${ctx} card=${card} />`)}${
        coins > 0 &&
        html`<span class="coinpile" aria-hidden="true"
          >${Array.from({ length: Math.min(coins, DRAWN_MOST) }, () => html`<i class="coin"></i>`)}</span
        >`
      }</span
    ><span class="cargowords">${words || t("nothing")}</span>`;
}

/** Returns the name of a card within a sentence. @param {With<"match">} ctx */
function nameOf({ match }, card) {
  const face = card === null ? null : match.view.faces[card]?.face;
  return face ? unnumbered(title(match.game, "faces", face)) : t("face_down");
}

/** The most signs of one good side by side; more are a number. */
const DRAWN_MOST = 3;

/** The quantity of a good as a small label. A press on the label can answer the offer. @param {Props<"match">} props */
export function Tokens({ ctx: { match }, counts, answer = undefined }) {
  return Object.entries(counts).map(([name, number]) => {
    const face = match.game?.faces?.[name];
    const text = name === "coins" ? t("n_coins", { n: number }) : match.text("word", name);
    const words = name === "coins" || number === 1 ? text : `${number} × ${text}`;
    const isDrawn = face && signOf(match.game, name);
    const body = isDrawn
      ? html`${number > DRAWN_MOST && html`<b class="num" aria-hidden="true">${number} ×</b>`}${Array.from(
            { length: number > DRAWN_MOST ? 1 : number },
            () => html`<${Swatch} game=${match.game} face=${name} />`,
          )}<span class="hidden-text">${words}</span>`
      : html`${face && html`<${Swatch} game=${match.game} face=${name} />`}<b class="num">${words}</b>`;
    const look = `token${name === "coins" ? " coins" : ""}${isDrawn ? " drawn" : ""}`;
    return answer
      ? html`<button class=${look} data-answer=${name} title=${t("answer_with", { what: text })} onClick=${answer}>
          ${body}
        </button>`
      : html`<span class=${look} title=${text}>${body}</span>`;
  });
}
