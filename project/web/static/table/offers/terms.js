/** The terms of an offer: its goods and its price. */

import { Swatch } from "../../cards/swatch.js";
import { html } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";

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

/** The quantity of a good as a small label. A press on the label can answer the offer. @param {Props<"match">} props */
export function Tokens({ ctx: { match }, counts, answer = undefined }) {
  return Object.entries(counts).map(([name, number]) => {
    const face = match.game?.faces?.[name];
    const text = name === "coins" ? t("n_coins", { n: number }) : match.text("word", name);
    const body = html`${face && html`<${Swatch} game=${match.game} face=${name} />`}<b class="num"
        >${name === "coins" || number === 1 ? text : `${number} × ${text}`}</b
      >`;
    const look = `token${name === "coins" ? " coins" : ""}`;
    return answer
      ? html`<button class=${look} data-answer=${name} title=${t("answer_with", { what: text })} onClick=${answer}>
          ${body}
        </button>`
      : html`<span class=${look} title=${text}>${body}</span>`;
  });
}
