/** The winning cards of a seat: the cards in front of it, or the last cards that it laid. Pure. */

import { STREETS } from "../../cards/colours.js";
import { title } from "../../server/catalog.js";

/** @import { Match } from "../types.js" */
/** @typedef {{title: string, faces: any[]}} Group */

const GROUPS_MOST = 3;
const CARDS_MOST = 4;
const STACKS_MOST = 8;
/** Zones of a seat that do not belong to its achievements. */
const ASIDE = new Set(["hand", "deck", "discard", "bank", "drawn", "swap"]);

/** Returns whether a group of a colour is complete; other groups have no required size. */
const isWhole = ({ name, cards }) => !(name in STREETS) || cards.length >= STREETS[name][2].length;

/** @param {Match} match @param {number} seat @returns {Group[]} */
export function winningCards(match, seat) {
  const { game, view } = match;
  const seen = (zone) => zone.cards.length > 0 && zone.cards.every((card) => card !== null && card in view.faces);
  const built = view.zones.filter((zone) => zone.seat === seat && !ASIDE.has(zone.name) && seen(zone) && isWhole(zone));
  const faces = (cards) => cards.map((card) => view.faces[card]);
  const stacks = built.filter((zone) => zone.number !== null);
  if (stacks.length > GROUPS_MOST) {
    const tops = stacks.slice(0, STACKS_MOST).map((zone) => zone.cards[zone.cards.length - 1]);
    return [{ title: title(game, "zones", stacks[0].name), faces: faces(tops) }];
  }
  const largest = [...built].sort((one, other) => other.cards.length - one.cards.length).slice(0, GROUPS_MOST);
  if (largest.length)
    return largest.map((zone) => ({
      title: title(game, "zones", zone.name),
      faces: faces(zone.cards.slice(0, CARDS_MOST)),
    }));
  return lastLaid(match, seat);
}

/** Returns the group that the seat laid openly last. @param {Match} match @param {number} seat @returns {Group[]} */
function lastLaid({ game, past }, seat) {
  const moved = past()
    .flatMap(({ row }) => row.effects.filter((one) => row.seat === seat && one.kind === "moved"))
    .findLast((one) => one.src.seat === seat && one.dst.seat === null && one.faces.every(Boolean) && one.faces.length);
  if (!moved) return [];
  const faces = moved.faces.slice(0, CARDS_MOST).map((face) => ({ face, ...game?.faces?.[face] }));
  return [{ title: "", faces }];
}
