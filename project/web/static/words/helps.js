/** Help texts that depend on the options of a match. The API sends them as patterns whose blanks are options. Pure. */

import { filled } from "./pattern.js";

const HELPED = ["faces", "zones", "verbs", "phases", "public", "announcements"];

/** @typedef {(number: number) => number} FormOf the form of a word that agrees with a number */

/** Returns the term for the blank of an option. @param {any} value @param {any} schema @param {FormOf} formOf @returns {import("./pattern.js").Term} */
function termOf(value, schema, formOf) {
  if (typeof value === "boolean") return { text: value ? "+" : "", form: value ? 0 : 1 };
  if (typeof value === "number") return { text: String(value), form: formOf(value), none: value === 0 };
  if (typeof value !== "string") return { text: "", form: 0, none: true };
  return { text: schema.titles?.[value] ?? value, form: Math.max(0, (schema.enum ?? []).indexOf(value)) };
}

/** Returns a game whose help texts are adapted to some options. @param {any} game @param {Record<string, any>} options @param {FormOf} formOf */
export function withHelps(game, options, formOf) {
  const schemas = Object.entries(game.options?.properties ?? {});
  const terms = Object.fromEntries(
    schemas.map(([name, schema]) => [name, termOf(options[name] ?? schema.default, schema, formOf)]),
  );
  const helped = ([name, entry]) => {
    const help = entry.help_pattern && filled(entry.help_pattern, terms);
    return [name, help ? { ...entry, help } : entry];
  };
  const tables = HELPED.filter((table) => game[table]);
  const followed = tables.map((table) => [table, Object.fromEntries(Object.entries(game[table]).map(helped))]);
  return { ...game, ...Object.fromEntries(followed) };
}
