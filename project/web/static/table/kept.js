/** The sentence under way, which survives a reload of the page: it belongs to one prompt of one match. */

import { EMPTY } from "../slots/draft.js";

/** @typedef {import("../slots/draft.js").Draft & {prompt: number}} Kept */

const KEY = "comptoir.sentence";

/** @param {string} match @returns {Kept} */
export function draftKept(match) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (kept?.match === match && typeof kept.verb === "string" && typeof kept.args === "object")
      return { verb: kept.verb, args: kept.args, prompt: kept.prompt };
  } catch {
    // what is stored is no sentence, or nothing may be stored
  }
  return { ...EMPTY, prompt: -1 };
}

/** @param {string} match @param {Kept} draft */
export function keepDraft(match, draft) {
  try {
    if (draft.verb) sessionStorage.setItem(KEY, JSON.stringify({ match, ...draft }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // without storage the sentence lasts as long as the page
  }
}
