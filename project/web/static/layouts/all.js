/** The layout of each game; one without a file has the generic table. */

import dale from "./dale_of_merchants.js";
import dealmaker from "./dealmaker.js";
import dalmuti from "./great_dalmuti.js";
import monopoly from "./monopoly_deal.js";
import negoces from "./negoces2.js";

const LAYOUTS = { great_dalmuti: dalmuti, monopoly_deal: monopoly, dale_of_merchants: dale, dealmaker, negoces2: negoces };
const GENERIC = { name: "generic" };

/** @param {string|undefined} game */
export const layoutOf = (game) => LAYOUTS[game ?? ""] ?? GENERIC;
