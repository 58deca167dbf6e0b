/** A move under way: a verb with some slots filled, and the templates that still fit. Pure. */

import { kindOf } from "./kinds.js";

/** @import { Template } from "../types.js" */
/** @import { Draft, Empty } from "./types.js" */

export const EMPTY = { verb: null, args: {} };

/** Returns the templates that a draft fits so far. @param {Template[]} templates @param {Draft} draft @returns {Template[]} */
export function matching(templates, draft) {
  return templates.filter(
    (template) =>
      (!draft.verb || template.verb === draft.verb) &&
      Object.entries(draft.args).every(([slot, value]) => {
        const spec = template.slots[slot];
        return spec !== undefined && kindOf(spec).fits(spec, value);
      }),
  );
}

/** Returns the verbs of some templates, each once, in their order. @param {Template[]} templates */
export const verbsOf = (templates) => [...new Map(templates.map((template) => [template.verb, template])).values()];

/** Returns the blanks of a draft's sentence. @param {Template[]} templates @param {Draft} draft @returns {Empty[]} */
export function blanks(templates, draft) {
  const fitting = matching(templates, draft);
  const names = [...new Set(fitting.flatMap((template) => Object.keys(template.slots)))];
  return names.map((slot) => {
    const { [slot]: value, ...others } = draft.args;
    const open = matching(templates, { ...draft, args: others }).filter((template) => slot in template.slots);
    const specs = distinct(open.map((template) => template.slots[slot]));
    return { slot, specs, value, required: fitting.every((template) => slot in template.slots), only: isOnly(specs) };
  });
}

function distinct(specs) {
  return [...new Map(specs.map((spec) => [JSON.stringify(spec), spec])).values()];
}

/** Returns whether only one value is left to choose. */
const isOnly = (specs) =>
  specs.every((spec) => kindOf(spec).isSettled(spec)) &&
  new Set(specs.map((spec) => kindOf(spec).begins(spec))).size === 1;

/**
 * Fills the blanks that have only one value, and the blanks with an obvious initial value, such as the least payment.
 * @param {Template[]} templates @param {Draft} draft @param {(thing: any) => number} [cost] returns the owner's cost of giving a thing away
 */
export function completed(templates, draft, cost) {
  let now = draft;
  for (let changed = true; changed;) {
    changed = false;
    for (const blank of blanks(templates, now)) {
      if (blank.value !== undefined || !blank.required) continue;
      const [spec] = blank.specs;
      const value = blank.only || blank.specs.length === 1 ? kindOf(spec).begins(spec, cost) : undefined;
      if (value === undefined) continue;
      now = { ...now, args: { ...now.args, [blank.slot]: value } };
      changed = true;
    }
  }
  return now;
}

/** Returns the template that a draft fills, or null. Slots that may be empty need no value. */
export function filled(templates, draft) {
  return (
    matching(templates, draft).find(
      (template) =>
        Object.keys(draft.args).length <= Object.keys(template.slots).length &&
        Object.entries(template.slots).every(([slot, spec]) => {
          const value = draft.args[slot] ?? kindOf(spec).nothing(spec);
          return value !== undefined && kindOf(spec).done(spec, value);
        }),
    ) ?? null
  );
}

/** Returns the move that a filled template and its draft make. @returns {import("../types.js").Move} */
export function moveOf(template, draft) {
  const args = Object.entries(template.slots).map(([slot, spec]) => [
    slot,
    draft.args[slot] ?? kindOf(spec).nothing(spec),
  ]);
  return { verb: template.verb, args: Object.fromEntries(args) };
}

/** Returns the things that a press can choose for a slot of a template; empty if the template lacks the slot. @param {Template} template @param {string} slot */
export const thingsFor = (template, slot) => {
  const spec = template.slots[slot];
  return spec ? kindOf(spec).things(spec) : [];
};

/** Returns whether the server must try the move before it is offered. @param {Template} template */
export const isTried = (template) => Object.values(template.slots).some((spec) => kindOf(spec).isTried);

/** Returns the draft after a press on a thing that a blank may hold. Values that no longer fit are dropped. @returns {Draft} */
export function press(templates, draft, slot, option) {
  const { [slot]: value, ...others } = draft.args;
  const verb = draft.verb ?? templates[0].verb;
  const spec =
    specFor(matching(templates, { verb, args: others }), slot, option, value) ??
    specFor(matching(templates, { verb, args: {} }), slot, option, undefined);
  if (!spec) return draft;
  const before = value !== undefined && kindOf(spec).fits(spec, value) ? value : undefined;
  const next = kindOf(spec).press(spec, before, option);
  return !kindOf(spec).items(next).length
    ? { verb, args: others }
    : stillFitting(templates, { verb, args: { [slot]: next, ...others } });
}

/** Returns the slot that can hold an option, preferably together with the slot's present value. */
function specFor(templates, slot, option, value) {
  const open = templates
    .map((template) => template.slots[slot])
    .filter((spec) => spec && kindOf(spec).things(spec).includes(option));
  return open.find((spec) => value === undefined || kindOf(spec).fits(spec, value)) ?? open[0];
}

/** Returns the part of a draft that still fits the templates after the table has changed. */
export function stillFitting(templates, draft) {
  if (draft.verb && !templates.some((template) => template.verb === draft.verb)) return EMPTY;
  let now = { verb: draft.verb, args: {} };
  for (const [slot, value] of Object.entries(draft.args)) {
    const more = { ...now, args: { ...now.args, [slot]: value } };
    if (matching(templates, more).length) now = more;
  }
  return now;
}
