/** Sentences as patterns with named blanks, as the API tells them; the server fills them in the same way. Pure. */

/** What fills a blank: its text, the form of the words that agree with it, and whether there is nothing to say. */
/** @typedef {{text: string, form: number, none?: boolean}} Term */

const BLANK = /\{(\w+)((?:\|[^{}|]*)*)\}/g;
const OPTIONAL = /\[([^[\]]*)\]/g;

/** The names of a pattern's blanks, each once. @param {string} pattern */
export const blanksOf = (pattern) => [...new Set([...pattern.matchAll(BLANK)].map((found) => found[1]))];

/**
 * A pattern as texts and blanks; parts in brackets are left out if one of their blanks is empty. Null if nothing fills a blank.
 * @param {string} pattern @param {Record<string, Term>} terms @returns {(string|{name: string, text: string})[]|null}
 */
export function pieces(pattern, terms) {
  const spoken = pattern.replace(OPTIONAL, (_, part) =>
    blanksOf(part).every((name) => terms[name]?.text && !terms[name].none) ? part : "",
  );
  const found = [];
  let at = 0;
  for (const blank of spoken.matchAll(BLANK)) {
    const [whole, name, rest] = blank;
    const term = terms[name];
    if (!term) return null;
    const forms = rest.split("|").slice(1);
    found.push(
      spoken.slice(at, blank.index),
      forms.length ? forms[Math.min(term.form, forms.length - 1)] : { name, text: term.text },
    );
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

/** A pattern as plain text, with a capital letter; null if nothing fills one of its blanks. @param {string} pattern @param {Record<string, Term>} terms */
export function filled(pattern, terms) {
  const found = pieces(pattern, terms);
  return found && begun(found.map((piece) => (typeof piece === "string" ? piece : piece.text)).join(""));
}

/** @param {string} sentence */
export function begun(sentence) {
  const text = sentence.trim().replace(/[ ,;]+$/, "");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
