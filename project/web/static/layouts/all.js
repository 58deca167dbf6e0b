/** The layout of each game, loaded with the first table of that game. A game without a layout file uses the generic table. */

/** @import { Layout } from "../table/types.js" */

const LOADERS = {
  great_dalmuti: () => import("./great_dalmuti.js"),
  monopoly_deal: () => import("./monopoly_deal.js"),
  dale_of_merchants: () => import("./dale_of_merchants.js"),
  dealmaker: () => import("./dealmaker.js"),
  negoces2: () => import("./negoces2.js"),
};
const GENERIC = { name: "generic" };
/** @type {Map<string, Layout>} */
const layouts = new Map();

/** @param {string} game */
export async function loadLayout(game) {
  if (game in LOADERS && !layouts.has(game)) layouts.set(game, (await LOADERS[game]()).default);
}

/** @param {string|undefined} game @returns {Layout} */
export const layoutOf = (game) => layouts.get(game) ?? GENERIC;
