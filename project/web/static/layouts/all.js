/** The layout of each game, loaded with its first table; a game without a file has the generic table. */

const LOADERS = {
  great_dalmuti: () => import("./great_dalmuti.js"),
  monopoly_deal: () => import("./monopoly_deal.js"),
  dale_of_merchants: () => import("./dale_of_merchants.js"),
  dealmaker: () => import("./dealmaker.js"),
  negoces2: () => import("./negoces2.js"),
};
const GENERIC = { name: "generic" };
const layouts = new Map();

/** @param {string} game */
export async function loadLayout(game) {
  if (game in LOADERS && !layouts.has(game)) layouts.set(game, (await LOADERS[game]()).default);
}

/** @param {string|undefined} game */
export const layoutOf = (game) => layouts.get(game) ?? GENERIC;
