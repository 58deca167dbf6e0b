/** The games as the API describes them, loaded once for each language. */

import { get } from "./api.js";
import { settings } from "../shell/session.js";
import { signal } from "../vendor/preact.js";

/** @typedef {import("../types.js").Game} Game */

const cache = new Map();
const known = signal(0);

function cached(key, load) {
  if (!cache.has(key)) {
    cache.set(key, undefined);
    load().then(
      (found) => {
        cache.set(key, found);
        known.value++;
      },
      () => cache.delete(key),
    );
  }
  known.value;
  return cache.get(key);
}

/** The fields for a list of games. A table loads the other fields of its own game. */
const BRIEF = "game,title,summary,seats,faces,length,levels";

/** Returns all games with brief fields; undefined until they are loaded. @returns {Game[]|undefined} */
export const games = () =>
  cached(`all ${settings.value.language}`, async () => (await get(`games?fields=${BRIEF}`)).items);

/** Returns one game with brief fields; undefined until it is loaded. @param {string} name @returns {Game|undefined} */
export const brief = (name) => games()?.find((one) => one.game === name);

/** Returns one game with all its texts; undefined until it is loaded. @param {string} name @returns {Game|undefined} */
export const game = (name) => cached(`${name} ${settings.value.language}`, () => get(`games/${name}`));

/** Returns the title of an entry of a game, or the entry's bare name. */
export const title = (game, table, name) => game?.[table]?.[name]?.title ?? name;
export const help = (game, table, name) => game?.[table]?.[name]?.help ?? "";
