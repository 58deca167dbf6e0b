/** Monopoly Deal: decides which of my sets the move under way would complete. Pure. */

import { STREETS } from "../cards/colours.js";
import { matching, thingsFor } from "../slots/draft.js";

/** @import { View, Zone } from "../types.js" */
/** @import { Draft } from "../table/types.js" */
/** @typedef {{card: number, seat: number|null, sets: string[]}} Completion a property, its owner, and the colours of my sets that it would complete */

const TAKES = new Set(["sly_deal", "forced_deal"]);
const ANY = "wild_any";

/**
 * Returns the properties that the move under way could bring me and that complete a set of mine.
 * @param {View} view @param {Pick<Draft, "templates"|"now"|"verb">} draft
 * @returns {{found: Completion[], isChosen: boolean}} isChosen: whether the property is chosen already
 */
export function completions(view, draft) {
  const { args } = draft.now;
  const isTaken = draft.verb !== null && TAKES.has(draft.verb);
  if (!isTaken && draft.verb !== "lay") return { found: [], isChosen: false };
  const cards = isTaken ? takable(draft) : handCards(view, args.face).slice(0, 1);
  const found = cards
    .map((card) => ({
      card,
      seat: ownerOf(view, card),
      sets: setsCompleted(view, view.faces[card], args.given).filter((set) => (args.colour ?? set) === set),
    }))
    .filter(({ sets }) => sets.length);
  return { found, isChosen: !isTaken || args.card !== undefined };
}

/** Returns the chosen property, otherwise all properties that may be taken. @param {Pick<Draft, "templates"|"now"|"verb">} draft */
function takable({ templates, now, verb }) {
  if (now.args.card !== undefined) return [now.args.card];
  const fitting = matching(templates, { verb, args: now.args });
  return [...new Set(fitting.flatMap((template) => thingsFor(template, "card")))];
}

/** Returns my hand cards of a face. @param {View} view */
const handCards = (view, face) =>
  view.zones
    .filter((zone) => zone.name === "hand" && zone.seat === view.viewer)
    .flatMap((zone) => zone.cards)
    .filter((card) => view.faces[card]?.face === face);

/** @param {View} view @param {number} card */
const ownerOf = (view, card) => view.zones.find((zone) => zone.cards.includes(card))?.seat ?? null;

/** Returns the colours of my sets that one more card completes. @param {View} view @param {any} face @param {number} [given] a card that leaves my sets */
function setsCompleted(view, face, given) {
  const colours = face.colours ?? [face.face];
  const mine = view.zones.filter((zone) => zone.seat === view.viewer && colours.includes(zone.name));
  return mine.filter((zone) => isCompleted(view, zone, face, given)).map((zone) => zone.name);
}

/** @param {View} view @param {Zone} zone @param {any} face @param {number} [given] */
function isCompleted(view, zone, face, given) {
  const faces = zone.cards.filter((card) => card !== given).map((card) => view.faces[card]?.face);
  const properties = faces.filter((one) => !["house", "hotel"].includes(one));
  const [, , rents] = STREETS[zone.name];
  return properties.length === rents.length - 1 && [...properties, face.face].some((one) => one !== ANY);
}
