/** Sentences as patterns with named blanks, as the API sends them. The server fills them in the same way. Pure. */

import { elided, elidedForm } from "./elision.js";

/** A term for a blank: its text, the form of the words that agree with it, and whether it is empty. */
/** @typedef {{text: string, form: number, none?: boolean}} Term */

const BLANK = /\{(\w+)((?:\|[^{}|]*)*)\}/g;
const OPTIONAL = /\[([^[\]]*)\]/g;
const OWNED = /\{(\w+)\}’s/g;

/** Returns the names of a pattern's blanks, each once. @param {string} pattern */
export const blanksOf = (pattern) => [...new Set([...pattern.matchAll(BLANK)].map((found) => found[1]))];

/**
 * Splits a pattern into texts and filled blanks. Parts in brackets are omitted if one of their blanks is empty. Returns null if a blank has no term.
 * @param {string} pattern @param {Record<string, Term>} terms @returns {(string|{name: string, text: string})[]|null}
 */
export function pieces(pattern, terms) {
  const chosen = pattern.replace(OPTIONAL, (_, part) =>
    blanksOf(part).every((name) => terms[name]?.text && !terms[name].none) ? part : "",
  );
  const spoken = elided(chosen, (name) => terms[name]?.text).replace(OWNED, (whole, name) =>
    terms[name]?.text === "you" ? `{${name}|your}` : whole,
  );
  const found = [];
  let at = 0;
  for (const blank of spoken.matchAll(BLANK)) {
    const [whole, name, rest] = blank;
    const term = terms[name];
    if (!term) return null;
    const forms = rest.split("|").slice(1);
    const form = forms.length ? forms[Math.min(term.form, forms.length - 1)] : "*";
    const [before, after] = elidedForm(form, term.text).split("*");
    found.push(spoken.slice(at, blank.index), before);
    if (after !== undefined) found.push({ name, text: term.text }, after);
    at = blank.index + whole.length;
  }
  return [
    ...found,
    spoken
      .slice(at)
      .trimEnd()
      .replace(/[ ,;]+$/, ""),
  ].filter((piece) => piece !== "");
}

/** Returns a pattern as plain text with an initial capital; null if a blank has no term. @param {string} pattern @param {Record<string, Term>} terms */
export function filled(pattern, terms) {
  const found = pieces(pattern, terms);
  return found && begun(found.map((piece) => (typeof piece === "string" ? piece : piece.text)).join(""));
}

/** @param {string} sentence */
export function begun(sentence) {
  const text = sentence.trim().replace(/[ ,;]+$/, "");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns a word's title for use within a sentence: "face up", but "Greater Dalmuti". @param {string} title */
export const inside = (title) =>
  /\p{Lu}/u.test(title.slice(1)) ? title : title.slice(0, 1).toLowerCase() + title.slice(1);

/** Returns the name of a good without the number in front of it: "Tea" for "3 Tea". @param {string} title */
export const unnumbered = (title) => /^\d+ (\p{L}+)$/u.exec(title)?.[1] ?? title;
