/** My hand: one row in the order in which the API lists faces, with equal cards close together. During a question, a listbox with roving focus. */

import { title } from "../../server/catalog.js";
import { t } from "../../words/texts.js";
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { IN_HAND } from "../state/things.js";
import { keysOf, TableCard } from "./card.js";

/** @import { Props, With } from "../types.js" */

const STACKED_FROM = 12;
/** If less than this width of each card is visible, equal cards are stacked and show their number. */
const LEAST_STEP_PX = 28;

/** Sorts the cards of the hand by the order of the game's faces. @param {With<"match">} ctx @returns {number[]} */
export function sorted({ match }, cards) {
  const order = new Map(Object.keys(match.game?.faces ?? {}).map((face, at) => [face, at]));
  const rank = (card) => {
    const face = match.view.faces[card];
    return (typeof face?.rank === "number" ? face.rank * 1000 : 0) + (order.get(face?.face) ?? 999);
  };
  return cards.filter((card) => card !== null).sort((a, b) => rank(a) - rank(b) || a - b);
}

/** Groups equal cards. @param {With<"match">} ctx */
export function columns({ match }, cards) {
  const found = new Map();
  for (const card of cards) {
    const { face } = match.view.faces[card];
    found.set(face, [...(found.get(face) ?? []), card]);
  }
  return [...found.values()];
}

/** Returns the width of the row and of a card in the row. */
function useWidth() {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const [width, setWidth] = useState({ row: 1000, card: 100 });
  useLayoutEffect(() => {
    const measure = () => {
      const card = box.current?.querySelector(".card")?.getBoundingClientRect().width;
      if (box.current && card) setWidth({ row: box.current.clientWidth, card });
    };
    measure();
    const watcher = new ResizeObserver(measure);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return { box, width };
}

/** The gap between cards if there is room. The gap between equal cards is a share of the card's width. */
const GAP_PX = 12;
const SAME_SHARE = 0.26;

/**
 * Returns the left edge of each card in one row without scrolling; the lifted card is fully visible. The cards are
 * moved to these edges, so that no other card of the page shifts. @param {{isSame: boolean, isLifted: boolean}[]} slots @param {{row: number, card: number}} width
 */
export function placesOf(slots, { row, card }) {
  const steps = slots.slice(0, -1).map(({ isSame }) => (isSame ? card * SAME_SHARE : card + GAP_PX));
  const sum = (isLifted) => steps.reduce((all, step, at) => all + (slots[at].isLifted === isLifted ? step : 0), 0);
  const share = Math.min(1, Math.max(0, row - card - sum(true)) / (sum(false) || 1));
  let next = 0;
  return slots.map(({ isLifted }, at) => {
    const here = next;
    next += (steps[at] ?? 0) * (isLifted ? 1 : share);
    return Math.round(here);
  });
}

/** @param {Props} props */
export function Hand({ ctx, after = null }) {
  const { match, draft } = ctx;
  const { box, width } = useWidth();
  const zones = match.view.zones.filter(
    (zone) => zone.seat === match.me && IN_HAND.includes(zone.name) && zone.cards.length,
  );
  const cards = sorted(ctx, zones.find((zone) => zone.name === "hand")?.cards ?? []);
  const more = zones.filter((zone) => zone.name !== "hand");
  const groups = columns(ctx, cards);
  const isGrouped = match.layout.stacksHand || cards.length >= STACKED_FROM;
  const step = (width.row - width.card) / Math.max(1, cards.length - 1);
  const isEachPressed = cards.some((card) => draft.uses.has(`card:${card}`)); // equal cards differ in a choice of cards
  const isPiled = isGrouped && !isEachPressed && step < LEAST_STEP_PX && groups.length < cards.length;
  const slots = slotsOf(ctx, isGrouped ? groups : cards.map((card) => [card]), isPiled);
  const places = placesOf(slots, width);
  /** Outside a question the cards are images. The keyboard can still reach the row. */
  const live = draft.ask !== null && cards.length > 0;
  return html`<section
    class="hand"
    id="hand"
    aria-label=${t("your_hand", { n: cards.length })}
    data-zone=${`hand:${match.me}:`}
  >
    <div
      class="fanrow"
      ref=${box}
      role=${live ? "listbox" : "group"}
      aria-multiselectable=${live ? "true" : undefined}
      tabindex=${live ? undefined : 0}
      aria-label=${t("your_hand", { n: cards.length })}
      onKeyDown=${(event) => moveFocus(box.current, event)}
    >
      ${slots.map(
        ({ card, same, isFirst, index }, at) =>
          html`<span class="slot" role="presentation" key=${card} style=${placed(places, at, width.row)}
            ><${TableCard}
              ctx=${ctx}
              card=${card}
              own
              index=${index}
              tab=${isFirst ? 0 : -1}
              note=${html`<${Note} match=${match} card=${card} times=${isPiled ? same.length : 1} />`}
          /></span>`,
      )}
      ${!cards.length && html`<p class="empty" role="presentation">${t("no_cards")}</p>`}
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
    ${after}
  </section>`;
}

/** Returns the style of a slot: its place, and the width of its card that no other card covers. */
const placed = (places, at, row) => ({
  translate: `${places[at]}px`,
  "--seen": `${(places[at + 1] ?? row) - places[at]}px`,
});

/** The number of cards in a pile; where a card is too small for words, its name. */
const Note = ({ match, card, times }) =>
  html`${times > 1 && html`<span class="times num" aria-hidden="true">×${times}</span>`}${
    match.layout.namesBelow &&
    html`<span class="cardname" aria-hidden="true">${title(match.game, "faces", match.view.faces[card].face)}</span>`
  }`;

/** Returns the slots of the row: equal cards lie side by side or are stacked. @param {import("../types.js").Table} ctx @param {number[][]} groups */
const slotsOf = (ctx, groups, isPiled) =>
  groups.flatMap((same, group) =>
    (isPiled ? same.slice(-1) : same).map((card, at, shown) => ({
      ...{ card, same, isFirst: group === 0 && at === 0 },
      index: isPiled ? 0 : same.length > 1 ? shown.length - 1 - at : indexIn(ctx, groups.flat(), card),
      isSame: at < shown.length - 1,
      isLifted: ctx.draft.isLifted(keysOf(ctx, card, true)),
    })),
  );

/** Returns the index of a card among equal cards. @param {With<"match">} ctx */
const indexIn = ({ match: { view } }, cards, card) =>
  cards.filter((other) => view.faces[other].face === view.faces[card].face).indexOf(card);

/** Moves the focus from card to card with the arrow keys; the up key moves it to a target on the table. */
function moveFocus(box, event) {
  const options = [...box.querySelectorAll("button.card")];
  const at = options.indexOf(document.activeElement);
  if (at < 0) return;
  if (event.key === "ArrowUp") {
    const target = /** @type {HTMLElement|null} */ (document.querySelector(".board button.target, .chips button"));
    if (target) event.preventDefault();
    return target?.focus();
  }
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: options.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  options[Math.max(0, Math.min(options.length - 1, to))]?.focus();
}
