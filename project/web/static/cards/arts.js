/** The card drawings of each game, loaded when first needed. A game without drawings uses the generic card. */

import { signal } from "../vendor/preact.js";
import { generic } from "./generic.js";

/** @typedef {(face: any, entry: any, full: boolean) => any} Art */

const LOADERS = {
  great_dalmuti: () => import("./dalmuti.js").then((one) => one.dalmuti),
  monopoly_deal: () => import("./monopoly.js").then((one) => one.monopoly),
  dale_of_merchants: () => import("./dale.js").then((one) => one.dale),
  dealmaker: () => import("./goods.js").then((one) => one.goods),
  negoces2: () => import("./cargo.js").then((one) => one.cargo),
};
/** @type {Map<string, Art|null>} null: loading */
const arts = new Map();
const loaded = signal(0);

/** Returns whether a game has its own drawings, which show everything printed on a card. @param {string|undefined} game */
export const isDrawn = (game) => game !== undefined && game in LOADERS;

/** Loads the drawings of a game. @param {string} game */
export async function loadArt(game) {
  if (!(game in LOADERS) || arts.get(game)) return;
  arts.set(game, null);
  arts.set(game, await LOADERS[game]());
  loaded.value++;
}

/** Returns the drawings of a game's faces; null until they are loaded. @param {string|undefined} game @returns {Art|null} */
export function artOf(game) {
  if (!game || !(game in LOADERS)) return generic;
  if (!arts.has(game)) loadArt(game).catch(() => arts.delete(game));
  loaded.value;
  return arts.get(game) ?? null;
}
