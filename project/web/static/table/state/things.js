/** Which things on the table could fill which blanks, and what a press on one does. Pure. */

import { matching, press } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { meaning, thingOf } from "../../slots/meaning.js";

/** @import { Use } from "../types.js" */

/**
 * Every thing that a template could hold, with its uses.
 * @param {import("../../types.js").Template[]} templates @returns {Map<string, Use[]>}
 */
export function usesOf(templates, game, view) {
  const uses = new Map();
  const own = ownFaces(view);
  for (const template of templates)
    for (const [slot, spec] of Object.entries(template.slots)) {
      const means = meaning(game, view, template.verb, slot, spec);
      const kind = kindOf(spec);
      const options = kind.things(spec);
      const held = options.every((option) => own.has(option));
      for (const option of options) {
        const thing = held
          ? `face:${option}`
          : means === "face" || means === "good"
            ? null
            : thingOf(means, option, game);
        if (thing) add(uses, thing, { verb: template.verb, slot, option, kind });
      }
    }
  for (const template of templates) {
    const face = faceOfVerb(template.verb, game);
    if (face) add(uses, `face:${face}`, { verb: template.verb, slot: "", option: null, kind: null });
  }
  return uses;
}

/** The faces of my own cards: a blank that offers others too is not about them. */
const ownFaces = (view) =>
  new Set(
    view.zones
      .filter((zone) => zone.seat === view.viewer)
      .flatMap((zone) => zone.cards)
      .map((card) => view.faces[card]?.face)
      .filter(Boolean),
  );

/** A verb that is a card's own act is reached by pressing that card. */
export const faceOfVerb = (verb, game) =>
  game?.faces && verb in game.faces ? verb : (game?.verbs?.[verb]?.face ?? VERB_FACES[verb]);
const VERB_FACES = { say_no: "just_say_no" };

function add(uses, thing, use) {
  const found = uses.get(thing) ?? [];
  if (!found.some((other) => other.verb === use.verb && other.slot === use.slot)) uses.set(thing, [...found, use]);
}

/**
 * How a thing stands to the sentence under way: lit, plain (could begin another) or dim.
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

/** Whether a value under way holds a thing; for counts, how many of its face. @returns {number} */
export function chosenCount(keys, uses, draft) {
  for (const use of keys.flatMap((key) => uses.get(key) ?? [])) {
    if (use.verb !== draft.verb) continue;
    if (use.slot === "") return 1;
    const number = numberOf(use, draft.args[use.slot]);
    if (number) return typeof use.option === "number" ? Infinity : number; // an id is this card, whichever of several equal ones
  }
  return 0;
}

const numberOf = ({ kind, option }, value) =>
  kind.items(value).reduce((sum, [thing, number]) => (thing === option ? sum + number : sum), 0);

/**
 * A press on a thing: the draft after it, or the verbs among which one has to be chosen first.
 * @returns {{draft?: any, verbs?: string[], uses?: Use[]}}
 */
export function pressed(keys, uses, templates, draft) {
  const found = keys.flatMap((key) => uses.get(key) ?? []);
  const here = found.filter((use) => use.verb === draft.verb);
  const order = [
    ...here.filter((use) => draft.args[use.slot] === undefined),
    ...here.filter((use) => draft.args[use.slot] !== undefined),
  ];
  for (const use of order) {
    if (use.slot === "") continue;
    const next = press(templates, draft, use.slot, use.option);
    if (matching(templates, next).length) return { draft: next };
  }
  const verbs = [...new Set(found.map((use) => use.verb))];
  if (verbs.length === 1) return { draft: began(templates, found[0]) };
  return verbs.length ? { verbs, uses: found } : {};
}

/** A sentence that begins with one use of a thing. */
export function began(templates, use) {
  const draft = { verb: use.verb, args: {} };
  const own = templates.filter((template) => template.verb === use.verb);
  return use.slot === "" ? draft : press(own, draft, use.slot, use.option);
}
