/** The layout of each game, loaded with its first table; a game without a file has the generic table. */

/** @import { Match, Table, With } from "../table/state/context.js" */

/**
 * What a game draws in its own way; whatever it leaves out is drawn as for any game.
 * @typedef {object} Layout
 * @property {string} name
 * @property {(ctx: With<"match">) => number[]} [order] of the seats
 * @property {(props: {ctx: Table, seat: number, at: number, compact: boolean}) => any} [Seat]
 * @property {(props: {ctx: Table}) => any} [Middle]
 * @property {(props: {ctx: Table}) => any} [Mine] what is mine but the hand
 * @property {(props: {ctx: Table}) => any} [Hand]
 * @property {(props: {ctx: Table}) => any} [Foot] below the log
 * @property {(props: {ctx: Table}) => any} [Pins] buttons that always stand in one place
 * @property {Set<string>} [pinned] the verbs of those buttons
 * @property {Set<string>} [confirms] verbs that one press never plays
 * @property {(ctx: With<"match"|"draft">, prompt: any) => string|null} [story] what a prompt asks, in other words
 * @property {(phase: string) => string} [hint] for a first match
 * @property {(match: Match, card: number) => string|undefined} [laidAs] what a card of several colours counts as
 * @property {Set<string>} [hiddenPublic] public values that it draws itself
 * @property {boolean} [tells] whether its middle says what happened last
 * @property {boolean} [placesOffers] whether it draws the offers itself
 * @property {boolean} [sale] whether offers ask for a card that is for sale
 * @property {boolean} [stacksHand] whether equal cards of the hand always lie in a column
 * @property {boolean} [scrolls] whether the seats scroll sideways
 */

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
