/** The games as the API describes them, once for each language. */

import { get } from "./api.js";
import { settings } from "./session.js";
import { signal } from "./vendor/preact.js";

/** @typedef {import("./types.js").Game} Game */

const cache = new Map();
const known = signal(0);

function kept(key, load) {
  if (!cache.has(key)) {
    cache.set(key, undefined);
    load().then((found) => { cache.set(key, found); known.value++; }, () => cache.delete(key));
  }
  known.value;
  return cache.get(key);
}

/** All games, or undefined until they are here. @returns {Game[]|undefined} */
export const games = () => kept(`all ${settings.value.language}`, async () => (await get("games")).items);

/** One game, or undefined until it is here. @param {string} name @returns {Game|undefined} */
export function game(name) {
  const all = cache.get(`all ${settings.value.language}`);
  return all?.find((one) => one.game === name) ?? kept(`${name} ${settings.value.language}`, () => get(`games/${name}`));
}

/** The title of something of a game, or its bare name. */
export const title = (game, table, name) => game?.[table]?.[name]?.title ?? name;
export const help = (game, table, name) => game?.[table]?.[name]?.help ?? "";
