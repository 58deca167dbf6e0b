/** The client's own texts in the chosen language. All texts about games come from the API. */

import { LANGUAGES, settings } from "../shell/session.js";
import { signal } from "../vendor/preact.js";
import { elided } from "./elision.js";

/** @type {{value: Record<string, Record<string, string>>, peek: () => Record<string, Record<string, string>>}} */
const loaded = signal({});

let parts = 1; // 2 once a page needs the texts that the first page does not
/** @type {Record<string, Promise<void>>} */
const loading = {};

/** Loads the texts of a language. @param {string} language @returns {Promise<void>} */
export function loadTexts(language) {
  if (!LANGUAGES.some(({ code }) => code === language)) return Promise.resolve();
  const key = `${language} ${parts}`;
  loading[key] ??= load(language).catch((error) => {
    delete loading[key];
    throw Object.assign(error, { isText: true }); // the page then reports that it is incomplete (boot.js)
  });
  return loading[key];
}

async function load(language) {
  const { texts } = LANGUAGES.find(({ code }) => code === language);
  const found = await Promise.all(
    texts.slice(0, parts).map((address) => fetch(address).then((answer) => answer.json())),
  );
  loaded.value = { ...loaded.peek(), [language]: Object.assign({}, ...found) };
}

/** Loads the texts that the first page does not need, from now on in every chosen language. */
export function loadMoreTexts() {
  parts = 2;
  return loadTexts(settings.value.language);
}

/** Returns the texts of the chosen language; until they are loaded, the texts of another language. */
const spoken = () => loaded.value[settings.value.language] ?? Object.values(loaded.value)[0] ?? {};

/** Resolves to a module once the additional texts are loaded. @template T @param {Promise<T>} load @returns {Promise<T>} */
export const worded = (load) => Promise.all([load, loadMoreTexts()]).then(([module]) => module);

const makers = new Map();

/** Returns a formatter in the chosen language. It is created once, because creating it costs far more than using it. @template T @param {string} kind @param {(language: string) => T} make @returns {T} */
function made(kind, make) {
  const key = `${kind} ${settings.value.language}`;
  if (!makers.has(key)) makers.set(key, make(settings.value.language));
  return makers.get(key);
}

/**
 * Returns a text with its {blanks} filled. `key.one` is used if the language uses the singular for `n` and the text exists.
 * @param {string} key @param {Record<string, any>} [values]
 */
export function t(key, values = {}) {
  const words = spoken();
  const singular =
    values.n !== undefined && made("plural", (language) => new Intl.PluralRules(language)).select(values.n) === "one";
  const pattern = (singular ? words[`${key}.one`] : undefined) ?? words[key] ?? key;
  return elided(pattern, (name) => values[name]).replace(/\{(\w+)\}/g, (blank, name) => values[name] ?? blank);
}

/** Returns whether a text with a key exists. */
export const has = (key) => key in spoken();

/** Returns the region of a language: British English, whose lists have no comma before “and”. @param {string} language */
const regionOf = (language) => (language === "en" ? "en-GB" : language);

/** Returns a list in words: Anna, Inès and Bruno. @param {string[]} names */
export const listed = (names) =>
  made("list", (language) => new Intl.ListFormat(regionOf(language), { type: "conjunction" })).format(names);

/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** Returns a moment in words: 14:05 today, otherwise with the day. @param {string} at */
export function when(at) {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  return (
    today
      ? made("time", (language) => new Intl.DateTimeFormat(language, CLOCK))
      : made("day", (language) => new Intl.DateTimeFormat(language, { day: "numeric", month: "short", ...CLOCK }))
  ).format(date);
}

/** Returns the time left: 3 days, 18 h 40, 12:05. @param {number} ms */
export function left(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return t("days", { n: Math.round(hours / 24) });
  if (hours >= 1) return `${hours} h ${String(minutes).padStart(2, "0")}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns a span of a clock in words: 1 min, 1 h, 1 day. @param {number|null} seconds */
export function span(seconds) {
  if (!seconds) return t("no_clock");
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds % 86400 === 0 || seconds > 4 * 86400) return t("days", { n: Math.round(seconds / 86400) });
  const minutes = Math.round((seconds % 3600) / 60);
  return `${Math.floor(seconds / 3600)} h${minutes ? ` ${String(minutes).padStart(2, "0")}` : ""}`;
}

/** Returns the time of a seat for each move, in words. @param {{per_move?: number|null, bank?: number, increment?: number}|null|undefined} clock */
export function clockText(clock) {
  if (clock?.bank) return t("bank_and_increment", { bank: span(clock.bank), increment: span(clock.increment) });
  return clock?.per_move ? t("per_move", { time: span(clock.per_move) }) : t("no_clock");
}

/** Returns the number of players that a game permits, in words. */
export const seatsText = ({ min, max }) =>
  min === max ? t("n_players", { n: min }) : t("players_from_to", { min, max });
