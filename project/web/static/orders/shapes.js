/** The shapes of the arguments of moves chosen ahead, learnt from the moves and prompts that this browser has seen. Pure. */

import { itemsOf, kindOf, kindOfValue } from "../slots/kinds.js";
import { zoneOf } from "../slots/meaning.js";

/** @typedef {import("../slots/types.js").Form} Form */

/** Returns the form of an argument, judging by a value that was played. @returns {Form|null} */
const formOf = (value, means) => (value === null || value === undefined ? null : kindOfValue(value, means).ahead);

/**
 * Returns the shapes of a verb's slots, or null if any slot was never seen.
 * @param {any} game @param {string} verb @param {import("../types.js").Template[]} templates @param {import("../types.js").Move[]} played
 * @returns {Record<string, Form>|null}
 */
export function shapesOf(game, verb, templates, played) {
  const own = templates.filter((template) => template.verb === verb);
  const found = {};
  for (const slot of Object.keys(game.verbs?.[verb]?.slots ?? {})) {
    const means = game.verbs[verb].slots[slot].means;
    const spec = own.map((template) => template.slots[slot]).find(Boolean);
    const shape = spec
      ? kindOf(spec).ahead
      : played
          .filter((move) => move.verb === verb)
          .map((move) => formOf(move.args[slot], means))
          .find(Boolean);
    if (shape) found[slot] = shape;
    else if (!own.length || spec) return null; // a slot that is missing from an open template is optional
  }
  return found;
}

/** Returns the possible values of a slot at the current table: own cards, other seats, faces in hand. @param {any} game @param {import("../types.js").View} view @param {string} means @returns {any[]} */
export function choicesOf(game, view, means) {
  const cards = view.zones
    .filter((zone) => zone.seat === view.viewer)
    .flatMap((zone) => zone.cards)
    .filter((card) => card !== null);
  if (means === "card") return cards;
  if (means === "face" || means === "good")
    return Object.keys(game.faces).filter((face) => cards.some((card) => view.faces[card].face === face));
  if (means === "seat")
    return Array.from({ length: view.seats }, (_, seat) => seat).filter((seat) => seat !== view.viewer);
  if (means === "zone")
    return [
      ...new Set(
        view.zones
          .filter((zone) => zone.seat !== null && zone.cards.length && zone.name in game.zones)
          .map((zone) => (zone.number === null ? zone.name : `${zone.name}_${zone.number}`)),
      ),
    ].filter((word) => zoneOf(game, word));
  return [];
}

/** Returns how many cards of a face the seat holds. @param {import("../types.js").View} view @param {string} face */
export const held = (view, face) =>
  view.zones
    .filter((zone) => zone.seat === view.viewer && zone.name === "hand")
    .flatMap((zone) => zone.cards)
    .filter((card) => card !== null && view.faces[card]?.face === face).length;

/** Returns whether every slot is filled. */
export const isWhole = (shapes, args) => Object.keys(shapes).every((slot) => itemsOf(args[slot]).length > 0);
