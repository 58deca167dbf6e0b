/** The games as the API describes them, once for each language. */

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

/** The fields that a list of games shows; a table loads the rest of its own game. */
const BRIEF = "game,title,summary,seats,faces,length,levels";

/** All games in short, or undefined until they are here. @returns {Game[]|undefined} */
export const games = () =>
  cached(`all ${settings.value.language}`, async () => (await get(`games?fields=${BRIEF}`)).items);

/** One game in short, or undefined until it is here. @param {string} name @returns {Game|undefined} */
export const brief = (name) => games()?.find((one) => one.game === name);

/** One game with all its texts, or undefined until it is here. @param {string} name @returns {Game|undefined} */
export const game = (name) => cached(`${name} ${settings.value.language}`, () => get(`games/${name}`));

/** The title of something of a game, or its bare name. */
export const title = (game, table, name) => game?.[table]?.[name]?.title ?? name;
export const help = (game, table, name) => game?.[table]?.[name]?.help ?? "";
