/** The options of a match, and its length, in words. */

import { settings } from "../shell/session.js";
import { has, t } from "./texts.js";

/** Returns a value of an option in words. @param {any} value @param {Record<string, string>} [titles] the game's titles of the words that the option takes */
export function shownValue(value, titles = {}) {
  if (value === null) return t("no_value");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (Array.isArray(value))
    return value.length ? value.map((one) => shownValue(one, titles)).join(", ") : t("no_value");
  const [name, ...others] = typeof value === "object" ? Object.keys(value) : [];
  if (name && !others.length && has(`way.${name}`)) return t(`way.${name}.is`, { n: value[name] });
  return typeof value === "object" ? JSON.stringify(value) : (titles[value] ?? String(value));
}

/** Returns the options that differ from the defaults, one line each. @param {any} schema @param {Record<string, any>} options */
export const changedOptions = (schema, options) =>
  Object.entries(schema?.properties ?? {})
    .filter(([name, one]) => name in options && JSON.stringify(options[name]) !== JSON.stringify(one.default))
    .map(([name, one]) => `${one.title ?? name} = ${shownValue(options[name], one.titles)}`);

const at = (values, way) => way.reduce((value, key) => value?.[key], values);

/** Estimates the minutes of a match; null if unknown. @param {import("../types.js").Length|null|undefined} length @param {Record<string, any>} options */
export function minutesOf(length, options) {
  if (!length) return null;
  const { minutes, option, usual } = length;
  if (usual === null || !(option[0] in options)) return minutes;
  const chosen = at(options, option);
  return chosen ? Math.max(1, Math.round((minutes * chosen) / usual)) : null;
}

/** Returns the options of a short first match; null if the defaults are suitable. @param {import("../types.js").Length|null|undefined} length */
export const firstOptions = (length) => (Object.keys(length?.first ?? {}).length ? length.first : null);

/** Returns the options of a short match in words: "3 hands". @param {Record<string, any>} options */
export const wordsOf = (options) =>
  Object.values(options)
    .map((value) => shownValue(value))
    .join(", ");

/** Returns an estimated time in words, rounded to half hours for long times. @param {number} minutes */
export const aboutTime = (minutes) =>
  minutes < 90
    ? t("about_minutes", { n: minutes })
    : t("about_hours", { n: (Math.round(minutes / 30) / 2).toLocaleString(settings.value.language) });
