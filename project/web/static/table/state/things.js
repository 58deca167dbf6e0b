/** The things on the table that could fill blanks, and the effect of a press on a thing. Pure. */

import { blanks, completed, matching, press } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { meaning, thingOf } from "../../slots/meaning.js";

/** @import { Use } from "../types.js" */

/** The zones that are drawn as my hand. A press on one of their cards can mean its face. */
export const IN_HAND = ["hand", "drawn", "shown", "arriving"];

/**
 * Returns every thing that a template could hold, with its uses.
 * @param {import("../../types.js").Template[]} templates @returns {Map<string, Use[]>}
 */
export function usesOf(templates, game, view) {
  const uses = new Map();
  const own = facesInHand(view);
  for (const template of templates)
    Object.entries(template.slots).forEach(([slot, spec], place) => {
      const means = meaning(game, view, template.verb, slot, spec);
      const kind = kindOf(spec);
      const options = kind.things(spec);
      const isFace = means === "face" || means === "good";
      const held = options.every((option) => own.has(option));
      for (const option of options) {
        const thing = isFace && !held ? null : thingOf(means, option, game);
        if (thing) add(uses, thing, { verb: template.verb, slot, option, kind, place });
      }
    });
  for (const template of templates) {
    const face = faceOfVerb(template.verb, game);
    if (face) add(uses, `face:${face}`, { verb: template.verb, slot: "", option: null, kind: null, place: 0 });
  }
  return uses;
}

/** Returns the faces of the cards in my hand. A blank that also offers other faces is not about my cards. */
const facesInHand = (view) =>
  new Set(
    view.zones
      .filter((zone) => zone.seat === view.viewer && IN_HAND.includes(zone.name))
      .flatMap((zone) => zone.cards)
      .map((card) => view.faces[card]?.face)
      .filter(Boolean),
  );

/** Returns the face whose own act is a verb. A press on that card reaches the verb. */
export const faceOfVerb = (verb, game) =>
  game?.faces && verb in game.faces ? verb : (game?.verbs?.[verb]?.face ?? VERB_FACES[verb]);
const VERB_FACES = { say_no: "just_say_no" };

/** Adds a use of a thing. The uses of one verb are in the order of its slots, so that a card is played rather than given away. */
function add(uses, thing, use) {
  const found = uses.get(thing) ?? [];
  if (found.some((other) => other.verb === use.verb && other.slot === use.slot)) return;
  const at = found.findIndex((other) => other.verb === use.verb && other.place > use.place);
  uses.set(thing, at < 0 ? [...found, use] : found.toSpliced(at, 0, use));
}

/**
 * Returns how a thing relates to the sentence under way: lit, plain (could begin another) or dim.
 * @param {string[]} keys the thing's keys on the table
 */
export function standing(keys, uses, templates, draft) {
  const found = keys.flatMap((key) => uses.get(key) ?? []);
  if (!found.length) return "dim";
  if (!draft.verb) return "lit";
  const open = found.some((use) => use.verb === draft.verb && (use.slot === "" || holds(templates, draft, use)));
  return open ? "lit" : "plain";
}

const holds = (templates, draft, use) => matching(templates, press(templates, draft, use.slot, use.option)).length > 0;

/** Returns how often a value under way holds a thing; for counts, the number of its face. @returns {number} */
export function chosenCount(keys, uses, draft) {
  for (const use of keys.flatMap((key) => uses.get(key) ?? [])) {
    if (use.verb !== draft.verb) continue;
    if (use.slot === "") return 1;
    const number = numberOf(use, draft.args[use.slot]);
    if (number) return typeof use.option === "number" ? Infinity : number; // an id names this card among several equal cards
  }
  return 0;
}

const numberOf = ({ kind, option }, value) =>
  kind.items(value).reduce((sum, [thing, number]) => (thing === option ? sum + number : sum), 0);

/** Returns the slots of the move under way that these things fill. */
const slotsOf = (keys, uses, draft) =>
  keys
    .flatMap((key) => uses.get(key) ?? [])
    .filter((use) => use.verb === draft.verb && (use.slot === "" || numberOf(use, draft.args[use.slot]) > 0))
    .map((use) => use.slot);

/**
 * Returns the move under way after a press on a thing, which fills a blank or begins another move.
 * @param {string[]} keys @param {Map<string, Use[]>} uses @param {string[]} lifted the keys of the thing with which the move began
 * @returns {{draft: any, use: Use, begins: boolean}|null}
 */
export function pressed(keys, uses, templates, draft, lifted = [], order = (found) => found) {
  const found = keys.flatMap((key) => uses.get(key) ?? []);
  const own = slotsOf(lifted, uses, draft);
  const here = found.filter((use) => use.verb === draft.verb && use.slot !== "");
  const isFilled = (use) => draft.args[use.slot] !== undefined;
  const ways = [...here.filter((use) => !isFilled(use)), ...here.filter(isFilled)]
    .filter((use) => !isFilled(use) || use.kind.name !== "one_of" || !own.includes(use.slot)) // another card is lifted in its place
    .map((use) => ({ draft: press(templates, draft, use.slot, use.option), use, begins: false }))
    .filter((way) => matching(templates, way.draft).length);
  const keepsAll = (way) => Object.keys(draft.args).every((slot) => slot === way.use.slot || slot in way.draft.args);
  const way = ways.find(keepsAll) ?? ways[0];
  if (way) return way;
  const [first] = order(firstOfVerbs(found));
  return first ? { draft: began(templates, first), use: first, begins: true } : null;
}

/** Returns whether a thing other than the lifted thing would fill a blank of the move under way. */
export function isTarget(keys, uses, draft, lifted) {
  const own = slotsOf(lifted, uses, draft);
  return keys
    .flatMap((key) => uses.get(key) ?? [])
    .some(
      (use) =>
        use.verb === draft.verb &&
        use.slot !== "" &&
        !own.includes(use.slot) &&
        (draft.args[use.slot] === undefined || use.kind.name !== "one_of"),
    );
}

/** Returns the first use of each verb. @param {Use[]} found */
export const firstOfVerbs = (found) =>
  found.filter((use, at) => found.findIndex((other) => other.verb === use.verb) === at);

/**
 * Sorts the uses of one thing, the most obvious first: a card's own act, then the use that leaves the fewest blanks, then the server's order.
 * @param {Use[]} found @param {Set<string>} [lasts] verbs that come last
 */
export function obvious(found, templates, game, face, lasts = new Set()) {
  const rank = (use) => {
    if (lasts.has(use.verb)) return 100;
    if (use.slot === "" || (face !== undefined && faceOfVerb(use.verb, game) === face)) return 0;
    const own = templates.filter((template) => template.verb === use.verb);
    const next = completed(own, began(templates, use));
    return 1 + blanks(own, next).filter((blank) => blank.required && blank.value === undefined).length;
  };
  return found
    .map((use) => ({ use, rank: rank(use) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ use }) => use);
}

/** Returns a sentence that begins with one use of a thing. */
export function began(templates, use) {
  const draft = { verb: use.verb, args: {} };
  const own = templates.filter((template) => template.verb === use.verb);
  return use.slot === "" ? draft : press(own, draft, use.slot, use.option);
}
