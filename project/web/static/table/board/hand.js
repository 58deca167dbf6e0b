/** My hand: sorted as the API lists faces, equal cards in a column from nine on. A listbox with roving focus while something is asked. */

import { t } from "../../words/texts.js";
import { html, useRef } from "../../vendor/preact.js";
import { TableCard } from "./card.js";

/** @import { Props, With } from "../types.js" */

const STACKED_FROM = 9;

/** The cards of the hand, in the order of the game's faces. @param {With<"match">} ctx @returns {number[]} */
export function sorted({ match }, cards) {
  const order = new Map(Object.keys(match.game?.faces ?? {}).map((face, at) => [face, at]));
  const rank = (card) => {
    const face = match.view.faces[card];
    return (typeof face?.rank === "number" ? face.rank * 1000 : 0) + (order.get(face?.face) ?? 999);
  };
  return cards.filter((card) => card !== null).sort((a, b) => rank(a) - rank(b) || a - b);
}

/** Equal cards together. @param {With<"match">} ctx */
export function columns({ match }, cards) {
  const found = new Map();
  for (const card of cards) {
    const { face } = match.view.faces[card];
    found.set(face, [...(found.get(face) ?? []), card]);
  }
  return [...found.values()];
}

/** @param {Props} props */
export function Hand({ ctx, names = ["hand", "drawn", "shown", "arriving"] }) {
  const { match, draft } = ctx;
  const box = useRef(null);
  const zones = match.view.zones.filter(
    (zone) => zone.seat === match.me && names.includes(zone.name) && zone.cards.length,
  );
  const cards = sorted(ctx, zones.find((zone) => zone.name === names[0])?.cards ?? []);
  const more = zones.filter((zone) => zone.name !== names[0]);
  const stacked = cards.length >= STACKED_FROM || match.layout.stacksHand;
  /** Cards that nobody asks for are pictures; the row can still be scrolled with the keyboard. */
  const live = draft.ask !== null && cards.length > 0;
  return html`<section
    class="hand"
    id="hand"
    aria-label=${t("your_hand", { n: cards.length })}
    data-zone=${`hand:${match.me}:`}
  >
    <div
      class=${`fanrow${stacked ? " stacked" : ""}`}
      ref=${box}
      role=${live ? "listbox" : "group"}
      aria-multiselectable=${live ? "true" : undefined}
      tabindex=${live ? undefined : 0}
      aria-label=${t("your_hand", { n: cards.length })}
      onKeyDown=${(event) => moveFocus(box.current, event)}
    >
      ${stacked ? html`<${Columns} ctx=${ctx} cards=${cards} />` : html`<${Row} ctx=${ctx} cards=${cards} />`}
      ${!cards.length && html`<p class="soft" role="presentation">${t("no_cards")}</p>`}
    </div>
    ${more.map(
      (zone) =>
        html`<div class="beside" data-zone=${`${zone.name}:${zone.seat}:`}>
          <h3>${match.game?.zones?.[zone.name]?.title ?? zone.name}</h3>
          <div class="cards-row">
            ${zone.cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} own />`)}
          </div>
        </div>`,
    )}
  </section>`;
}

/** The arrow keys move the focus from card to card. */
function moveFocus(box, event) {
  const options = [...box.querySelectorAll("button.card")];
  const at = options.indexOf(document.activeElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: options.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  options[Math.max(0, Math.min(options.length - 1, to))]?.focus();
}

/** @param {Props} props */
const Columns = ({ ctx, cards }) =>
  columns(ctx, cards).map(
    (same) =>
      html`<div class="column" role="presentation" key=${ctx.match.view.faces[same[0]].face}>
        ${same.map(
          (card, at) =>
            html`<${TableCard}
              key=${card}
              ctx=${ctx}
              card=${card}
              own
              index=${same.length - 1 - at}
              tab=${at === same.length - 1 ? 0 : -1}
            />`,
        )}
        ${same.length > 1 && html`<span class="many num" aria-hidden="true">×${same.length}</span>`}
      </div>`,
  );

/** @param {Props} props */
const Row = ({ ctx, cards }) =>
  withIndex(ctx, cards).map(
    ([card, index], at) =>
      html`<${TableCard} key=${card} ctx=${ctx} card=${card} own index=${index} tab=${at === 0 ? 0 : -1} />`,
  );

/** Each card with which one of its equals it is. @param {With<"match">} ctx */
function withIndex({ match }, cards) {
  const seen = new Map();
  return cards.map((card) => {
    const { face } = match.view.faces[card];
    const index = seen.get(face) ?? 0;
    seen.set(face, index + 1);
    return [card, index];
  });
}
