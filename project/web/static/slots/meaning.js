/** The meanings of a slot's values: as stated by the API (`verbs.<verb>.slots.<slot>.means`), otherwise guessed from names and values. Pure. */

import { itemsOf, kindOf } from "./kinds.js";

/** @typedef {import("../types.js").View} View @typedef {import("../types.js").Game} Game @typedef {import("../types.js").Spec} Spec */

const SEATS = new Set([
  "target",
  "targets",
  "seat",
  "seats",
  "owner",
  "to",
  "audience",
  "teammate",
  "player",
  "partner",
]);
const CARDS = new Set(["card", "cards", "given", "taken", "tile", "other", "wild", "others", "thrown"]);

/**
 * Returns the meaning of a slot: card, face, seat, zone, place, offer, version, colour, coins, word ...
 * @param {Game|undefined} game @param {View} view @param {string} verb @param {string} slot @param {Spec} spec
 */
export function meaning(game, view, verb, slot, spec) {
  const kind = kindOf(spec);
  return stated(game, verb, slot) ?? guessed(game, view, slot, kind.things(spec), kind.means);
}

/** Returns the meaning of a value of the log, where the slot is no longer known. @param {Game|undefined} game @param {View} view @param {string} verb @param {string} slot */
export const meaningOfValue = (game, view, verb, slot, value) =>
  stated(game, verb, slot) ?? guessed(game, view, slot, thingsIn(value), "number", true);

const NAMED = new Set(["version", "offer", "place", "coins"]);

const stated = (game, verb, slot) => game?.verbs?.[verb]?.slots?.[slot]?.means ?? (NAMED.has(slot) ? slot : undefined);

const thingsIn = (value) => itemsOf(value).map(([thing]) => thing);

function guessed(game, view, slot, things, other, stored = false) {
  if (!things.length) return other;
  return typeof things[0] === "string" ? wordMeaning(game, slot, things) : numberMeaning(view, slot, things, stored);
}

function wordMeaning(game, slot, values) {
  if (slot === "colour" || slot === "good") return slot;
  if (values.every((word) => game?.faces && word in game.faces)) return "face";
  return values.every((word) => zoneOf(game, word)) ? "zone" : "word";
}

/** Returns the meaning of numbers. For a number in the log only its name counts; for a template, the cards on the table also help to guess. */
function numberMeaning(view, slot, values, stored) {
  if (SEATS.has(slot) && values.every((number) => number < view.seats)) return "seat";
  if (stored) return CARDS.has(slot) ? "card" : "number";
  if (CARDS.has(slot) || values.every((number) => number in view.faces)) return "card";
  return values.every((number) => number < view.seats) ? "seat" : "number";
}

/** Parses a word such as `red_1` into a zone and its number. @param {Game|undefined} game @param {string} word */
export function zoneOf(game, word) {
  const found = /^(.+)_(\d+)$/.exec(word);
  if (found && game?.zones && found[1] in game.zones) return { name: found[1], number: Number(found[2]) };
  return game?.zones && word in game.zones ? { name: word, number: null } : null;
}

/** Returns the key under which the table shows a value, so that a press there fills a blank; null if the table does not show it. */
export function thingOf(means, value, game) {
  if (means === "zone") {
    const zone = zoneOf(game, String(value));
    return zone && `zone:${zone.name}:${zone.number ?? ""}`;
  }
  if (means === "good" || means === "face") return `face:${value}`;
  return ["card", "seat", "place", "offer"].includes(means) ? `${means}:${value}` : null;
}
