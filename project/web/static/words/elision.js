/** French elision before a vowel: "table d’Éléonore". The server does the same in `games/kernel/words/sentence.py`. Pure. */

const BEFORE_A_BLANK = /(?<![\p{L}\d_])([Dd]|[Qq]u)e (?=\{(\w+)\})/gu;
const IN_A_FORM = /(?<![\p{L}\d_])([Dd]|[Qq]u)e (?=\*)/gu;
const VOWEL = /^(?:[aeiouœæh]|y[^aeiou])/i;

/** Returns whether a text elides the word before it. Names with H count, because most of them do. @param {string} text */
const beginsWithVowel = (text) =>
  VOWEL.test(
    text
      .slice(0, 2)
      .normalize("NFD")
      .replace(/[^\p{L}\d]/gu, ""),
  );

/** Elides `de` and `que` in a pattern as the filling of the next blank requires. @param {string} pattern @param {(name: string) => unknown} filling */
export const elided = (pattern, filling) =>
  pattern.replace(BEFORE_A_BLANK, (whole, word, name) =>
    beginsWithVowel(String(filling(name) ?? "")) ? `${word}’` : whole,
  );

/** Elides `de` and `que` in a form whose `*` stands for the filling. @param {string} form @param {string} text */
export const elidedForm = (form, text) => (beginsWithVowel(text) ? form.replace(IN_A_FORM, "$1’") : form);
