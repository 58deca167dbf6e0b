/** A move as a sentence, with the names of its values. The question bar, the log and the replay use the same words. */

import { title } from "../server/catalog.js";
import { filled, inside, pieces, unnumbered } from "./pattern.js";
import { settings } from "../shell/session.js";
import { itemsOf, kindOfValue } from "../slots/kinds.js";
import { meaningOfValue, zoneOf } from "../slots/meaning.js";
import { placeKey } from "./lines.js";
import { has, t } from "./texts.js";
import { nameOf } from "../shell/ui.js";

/** @typedef {{game: any, head: any, view: any, words?: Record<string, string>, seen?: Record<string, string>}} Context */
/** @typedef {{slot: string, means: string, lead: string, text: string, faces: string[]}} Part */

const SILENT = new Set(["version", "offer"]);

/** Returns the face of a card, if this context knows it. @param {Context} context */
export const faceOf = ({ view, seen }, card) => view?.faces?.[card]?.face ?? seen?.[card] ?? null;

/** Returns the words for a value. @param {Context} context @param {string} means */
export const valueText = (context, means, value) =>
  kindOfValue(value ?? null).words(value ?? null, (thing) => thingText(context, means, thing));

function thingText(context, means, thing) {
  const { game, head, words } = context;
  if (thing === null || thing === undefined) return t(means === "card" || means === "face" ? "a_card" : "hidden");
  if (typeof thing === "object") return valueText(context, "word", thing);
  if (means === "seat") return thing === context.view?.viewer ? t("you_object") : nameOf(head, thing);
  if (means === "card") return cardText(context, thing);
  if (means === "place") return placeText(context, thing);
  if (means === "coins") return t("n_coins", { n: thing });
  if (means === "zone") return zoneText(game, String(thing));
  if (typeof thing === "number") return String(thing);
  return (
    words?.[thing] ??
    game?.words?.[thing]?.title ??
    game?.faces?.[thing]?.title ??
    game?.zones?.[thing]?.title ??
    (has(`word.${thing}`) ? t(`word.${thing}`) : String(thing))
  );
}

function zoneText(game, word) {
  const zone = zoneOf(game, word);
  if (!zone) return word;
  const name = title(game, "zones", zone.name);
  return zone.number && zone.number > 1 ? `${name} ${zone.number}` : name;
}

function cardText(context, card) {
  const face = faceOf(context, card);
  return face === null ? t("a_card") : title(context.game, "faces", face);
}

/** Returns the name of a place in a row: the card that lies there. */
function placeText(context, place) {
  const taken = context.seen?.[placeKey(place)];
  if (taken) return title(context.game, "faces", taken);
  const zone = context.view?.zones.find((one) => one.seat === null && one.number === place && one.cards.length);
  return zone && zone.cards[0] !== null ? cardText(context, zone.cards[0]) : t("place_n", { n: place + 1 });
}

/** Returns the faces that a value shows, which are drawn small beside its words. @returns {string[]} */
export function facesOf(context, means, value) {
  const all = itemsOf(value).map(([thing]) => thing);
  const { game } = context;
  if (means === "zone")
    return all.map((word) => zoneOf(game, String(word))?.name).filter((name) => name in (game?.faces ?? {}));
  return all
    .map((one) =>
      means === "card"
        ? faceOf(context, one)
        : means === "place"
          ? (context.seen?.[placeKey(one)] ?? faceOf(context, zoneCard(context, one)))
          : one,
    )
    .filter((face) => typeof face === "string" && game?.faces && face in game.faces);
}

const zoneCard = ({ view }, place) => view?.zones.find((one) => one.seat === null && one.number === place)?.cards[0];

/** Returns the parts of a move, slot by slot, without the hidden slots. @param {Context} context @param {import("../types.js").Move} move @returns {Part[]} */
export function parts(context, move) {
  const names = Object.keys(move.args)
    .filter((slot) => !SILENT.has(slot))
    .sort((a, b) => order(a) - order(b));
  return names
    .map((slot) => {
      const value = move.args[slot];
      const means = meaningIn(context, move.verb, slot, value);
      return {
        slot,
        means,
        lead: means === "coins" ? "" : leadOf(context.game, move.verb, slot),
        text: saidText(context, means, value),
        faces: facesOf(context, means, value),
      };
    })
    .filter(
      (part) =>
        !(["number", "coins"].includes(part.means) && move.args[part.slot] === 0) &&
        !(Array.isArray(move.args[part.slot]) && !move.args[part.slot].length),
    );
}

const WITHIN = new Set(["word", "colour", "zone"]); // meanings whose words are not names within a sentence

/** Returns the words for a value within a sentence. @param {Context} context @param {string} means */
const saidText = (context, means, value) =>
  kindOfValue(value ?? null).words(value ?? null, (thing) => {
    const text = thingText(context, means, thing);
    if (means === "good") return unnumbered(text);
    return WITHIN.has(means) ? inside(text) : text;
  });

/** Slots that come first in a sentence, such as the card; logs sort arguments by name. */
const FIRST = ["card", "face", "tile", "wild", "place", "good", "goods", "give", "want", "cards"];
const order = (slot) => (FIRST.indexOf(slot) + FIRST.length + 1) % (FIRST.length + 1);

const meaningIn = ({ game, view }, verb, slot, value) =>
  meaningOfValue(game, view ?? { faces: {}, seats: 0 }, verb, slot, value);

/** Returns the word before a blank. */
export function leadOf(game, verb, slot) {
  const titled = game?.verbs?.[verb]?.slots?.[slot]?.title;
  if (has(`lead.${verb}.${slot}`)) return t(`lead.${verb}.${slot}`);
  return has(`lead.${slot}`) ? t(`lead.${slot}`) : (titled ?? slot.replaceAll("_", " "));
}

/** Returns the description of the value that a blank needs. */
export function whatOf(game, verb, slot) {
  const titled = game?.verbs?.[verb]?.slots?.[slot]?.title;
  const key = [`slot.${verb}.${slot}`, `slot.${slot}`].find(has);
  return titled ?? (key ? t(key) : leadOf(game, verb, slot) || slot.replaceAll("_", " "));
}

const SINGULAR = { fr: [-1, 0, 1], en: [1] };
export const numberForm = (number) => ((SINGULAR[settings.value.language] ?? SINGULAR.en).includes(number) ? 0 : 1);
const NUMBERS = new Set(["number", "integer", "coins", "version", "offer", "die"]);

/** Returns the score of a seat, with its unit if the game names one. @param {any} game @param {number} score */
export const scoreText = (game, score) =>
  filled(game?.score ?? "{score}", { score: { text: String(score), form: numberForm(score) } });

/** Returns the term for a value: its words, and the form of the words that agree with it. @param {Context} context @param {string} means @returns {import("./pattern.js").Term} */
export function termOf(context, means, value) {
  const one = { seats: "seat", faces: "face", list: "word", integer: "number", good: "face" }[means] ?? means;
  if (value === null || value === undefined)
    return { text: one === "card" || one === "face" ? t("a_card") : "", form: one === "seat" ? 1 : 0, none: true };
  if (means === "boolean") return { text: value ? "+" : "", form: 0 };
  const many = typeof value === "object";
  const items = itemsOf(value);
  const amount = many ? items.reduce((sum, [, number]) => sum + number, 0) : value;
  const text = many && !amount ? "" : saidText(context, means === "good" ? means : one, value);
  if (one === "seat") return { text, form: seatsForm(items, context.view?.viewer) };
  return {
    text,
    form: many || NUMBERS.has(means) ? numberForm(amount) : 0,
    none: !many && NUMBERS.has(means) && value === 0,
  };
}

/** Returns the form of words that agree with seats: you, one other seat, several, several including you. */
function seatsForm(items, viewer) {
  const isYou = items.some(([seat]) => seat === viewer);
  if (items.length > 1) return isYou ? 3 : 2;
  return isYou ? 0 : 1;
}

/** Returns the term for the actor: a seat, or somebody unnamed. @param {Context} context @param {number|null|undefined} seat */
export const actorOf = (context, seat) =>
  seat === null || seat === undefined ? { text: t("somebody"), form: 1 } : termOf(context, "seat", seat);

/** Returns the terms for the blanks of a verb's sentence. */
function termsOf(context, move, seat) {
  const found = Object.entries(move.args).map(([slot, value]) => [
    slot,
    termOf(context, meaningIn(context, move.verb, slot, value), value),
  ]);
  return { ...Object.fromEntries(found), seat: actorOf(context, seat) };
}

/** Returns a move in the game's own words, with the blanks separate from the text; null if the game has no words or they do not fit. @param {Context} context */
export function spoken(context, move, seat) {
  const says = context.game?.verbs?.[move.verb]?.says;
  return says ? pieces(says, termsOf(context, move, seat)) : null;
}

const saidAs = (type) => (["list", "by_seat"].includes(type?.type) ? (type.of ?? "word") : (type?.type ?? "word"));

/** Returns the terms for the blanks of a pattern whose values have declared types. */
const typed = (context, types, values) =>
  Object.fromEntries(
    Object.keys(values)
      .filter((name) => types?.[name])
      .map((name) => [name, termOf(context, saidAs(types[name]), values[name])]),
  );

/** Returns the question of a prompt in the game's words or in those of another pattern, or null. @param {Context} context @param {{phase: string, data: Record<string, any>}} prompt @param {string} [pattern] */
export function askedBy(context, prompt, pattern) {
  const { game, view } = context;
  const phase = game?.phases?.[prompt.phase];
  const terms = typed(context, { ...game?.public, ...phase?.data }, { ...view?.public, ...prompt.data });
  const asks = pattern ?? phase?.asks;
  return asks ? filled(asks, terms) : null;
}

/**
 * Returns an announcement in the game's own words, and the seat that it is about: the one with which it begins; null if the
 * game has no words for it or they do not fit.
 * @param {Context} context
 */
export function announcedIn(context, what, details) {
  const found = context.game?.announcements?.[what];
  const said = found?.says ? pieces(found.says, typed(context, found.details, details ?? {})) : null;
  if (!said) return null;
  const [first] = said;
  const isSeat = typeof first === "object" && found.details?.[first.name]?.type === "seat";
  return { said, seat: isSeat ? details[first.name] : null };
}

/** Returns the whole sentence as plain text, for screen readers and titles. */
export function sentence(context, move, seat = context.view?.viewer) {
  const says = context.game?.verbs?.[move.verb]?.says;
  const filledText = says ? filled(says, termsOf(context, move, seat)) : null;
  if (filledText) return filledText;
  return [title(context.game, "verbs", move.verb), ...parts(context, move).map((part) => `${part.lead} ${part.text}`)]
    .join(" ")
    .trim();
}
