/** French words before a vowel: "table d’Éléonore". The server does the same in `games/kernel/words/sentence.py`. Pure. */

const BEFORE_A_BLANK = /(?<![\p{L}\d_])([Dd]|[Qq]u)e (?=\{(\w+)\})/gu;
const IN_A_FORM = /(?<![\p{L}\d_])([Dd]|[Qq]u)e (?=\*)/gu;
const VOWEL = /^(?:[aeiouœæh]|y[^aeiou])/i;

/** Returns whether a word before a text loses its vowel; a name with H counts, as most of them do. @param {string} text */
const beginsWithVowel = (text) =>
  VOWEL.test(
    text
      .slice(0, 2)
      .normalize("NFD")
      .replace(/[^\p{L}\d]/gu, ""),
  );

/** A pattern with `de` and `que` as what fills the blank after them requires. @param {string} pattern @param {(name: string) => unknown} filling */
export const elided = (pattern, filling) =>
  pattern.replace(BEFORE_A_BLANK, (whole, word, name) =>
    beginsWithVowel(String(filling(name) ?? "")) ? `${word}’` : whole,
  );

/** The same for a form, in which `*` is what fills the blank. @param {string} form @param {string} text */
export const elidedForm = (form, text) => (beginsWithVowel(text) ? form.replace(IN_A_FORM, "$1’") : form);
