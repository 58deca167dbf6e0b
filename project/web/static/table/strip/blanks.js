/** The blanks of a move under way: the meaning of each, and where it can be filled. */

import { blanks as blanksOf, completed, matching } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { meaning, thingOf, zoneOf } from "../../slots/meaning.js";
import { leadOf, whatOf } from "../../words/sentence.js";
import { IN_HAND } from "../state/things.js";

/** @import { Blank } from "../../slots/types.js" */
/** @import { With } from "../types.js" */

const UNSAID = new Set(["version", "offer"]);

/** Returns each blank with its meaning and its lead word. @param {With<"match"|"draft">} ctx @returns {Blank[]} */
export function described({ match: { game, view }, draft: { templates, now, verb } }) {
  if (!verb) return [];
  return blanksOf(templates, now)
    .map((blank) => ({
      ...blank,
      means: meaning(game, view, verb, blank.slot, blank.specs[0]),
      kind: kindOf(blank.specs[0]),
      lead: leadOf(game, verb, blank.slot),
      what: whatOf(game, verb, blank.slot),
    }))
    .filter((blank) => !UNSAID.has(blank.means));
}

/** Returns the draft with one slot set, and every slot that then has only one value. @param {With<"draft">} ctx */
export function completedWith({ draft }, slot, value) {
  const { verb, templates } = draft;
  const { [slot]: _, ...others } = draft.now.args;
  const own = value === undefined ? {} : { [slot]: value };
  const next = { verb, args: { ...others, ...own } };
  return completed(templates, matching(templates, next).length ? next : { verb, args: own });
}

const NOT_SPREAD = /^(box|discard|market_discard|centre)/;

/**
 * Returns whether a press on the table fills a blank with a thing. @param {With<"match"|"draft">} ctx @param {Blank} blank
 * @param {Set<string>} others the other open slots. A press that may fill one of them does not count.
 */
function isDrawn({ match: { game, view, layout }, draft: { uses, verb } }, { slot, means }, thing, others) {
  if (means === "card") return view.zones.some((zone) => zone.cards.includes(thing) && !NOT_SPREAD.test(zone.name));
  if (means === "zone") return Boolean(layout.groups) && isGroup(view, zoneOf(game, thing));
  const key = means === "seat" && thing === view.viewer ? null : thingOf(means, thing, game); // my seat has no panel
  if (key === null) return false;
  const cards = key.startsWith("face:") ? handOf(view, thing).map((card) => `card:${card}`) : [];
  const found = [key, ...cards].flatMap((one) => uses.get(one) ?? []).filter((use) => use.verb === verb);
  return found.some((use) => use.slot === slot) && !found.some((use) => others.has(use.slot));
}

/** Returns the cards of a face in my hand. */
const handOf = (view, face) =>
  view.zones
    .filter(({ seat, name }) => seat === view.viewer && IN_HAND.includes(name))
    .flatMap(({ cards }) => cards)
    .filter((card) => view.faces[card]?.face === face);

/** Returns whether a zone is one of the numbered groups of a table. */
const isGroup = (view, found) =>
  found !== null &&
  found.number !== null &&
  view.zones.some(({ name, number, cards }) => name === found.name && number === found.number && cards.length);

/** Returns the slots that a press may fill next: all but single choices that are made. @param {With<"draft">} ctx */
const openSlots = ({ draft: { templates, now } }) =>
  blanksOf(templates, now)
    .filter(({ value, specs }) => value === undefined || kindOf(specs[0]).name !== "one_of")
    .map(({ slot }) => slot);

/** Returns whether everything that may fill a blank is on the table. @param {With<"match"|"draft">} ctx @param {Blank} blank */
export function isOnTable(ctx, blank) {
  const others = new Set(openSlots(ctx).filter((slot) => slot !== blank.slot));
  return blank.specs.every((spec) => blank.kind.things(spec).every((thing) => isDrawn(ctx, blank, thing, others)));
}

/** Returns the first blank that must still be filled. @param {With<"match"|"draft">} ctx */
export const nextBlank = (ctx) => described(ctx).find((blank) => blank.required && blank.value === undefined);

/** Returns the blank that is filled by words shown on the card: a few words that are nowhere on the table. @param {With<"match"|"draft">} ctx */
export function wordBlank(ctx) {
  const blank = nextBlank(ctx);
  return blank?.kind.name === "one_of" && !isOnTable(ctx, blank) ? blank : undefined;
}

/** Returns the blanks that are filled beside the table. @param {With<"match"|"draft">} ctx */
export function editedBlanks(ctx) {
  const words = wordBlank(ctx);
  return described(ctx).filter(
    (blank) => blank.slot !== words?.slot && blank.kind.opens({ blank, onTable: isOnTable(ctx, blank) }),
  );
}
