/** The client's own words in the language chosen; everything about games comes from the API. */

import en from "./texts/en.js";
import fr from "./texts/fr.js";
import { settings } from "./session.js";

const LANGUAGES = { en, fr };

/**
 * A text with its {blanks} filled. `key.one` is taken where `n` is 1 and the text has it.
 * @param {string} key @param {Record<string, any>} [values]
 */
export function t(key, values = {}) {
  const words = LANGUAGES[settings.value.language] ?? en;
  const pattern = (values.n === 1 ? words[`${key}.one`] : undefined) ?? words[key] ?? en[key] ?? key;
  return pattern.replace(/\{(\w+)\}/g, (blank, name) => values[name] ?? blank);
}

/** Whether there is a text of that key. */
export const has = (key) => key in en;

/** A list in words: Anna, Inès and Bruno. @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(settings.value.language, { type: "conjunction" }).format(names);

/** A moment as people say it: 14:05 today, else the day too. @param {string} at */
export function when(at) {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = today ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Intl.DateTimeFormat(settings.value.language, parts).format(date);
}

/** Time left: 3 days, 18 h 40, 12:05. @param {number} ms */
export function left(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return t("days", { n: Math.round(hours / 24) });
  if (hours >= 1) return `${hours} h ${String(minutes).padStart(2, "0")}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A span that a clock allows: 1 min, 1 h, 1 day. @param {number|null} seconds */
export function span(seconds) {
  if (!seconds) return t("no_clock");
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.round(seconds / 3600)} h`;
  return t("days", { n: Math.round(seconds / 86400) });
}
