/** The kinds of slots. Each kind has a file of its own and an entry here. */

import { counts } from "./counts.js";
import { goodsPayment } from "./goods_payment.js";
import { integer } from "./integer.js";
import { oneOf } from "./one_of.js";
import { payment } from "./payment.js";
import { pick } from "./pick.js";
import { sequence } from "./sequence.js";
import { subset } from "./subset.js";
import { text } from "./text.js";

/** The kinds. If several kinds can read a value of the log, the last of them reads it. @type {import("./types.js").Kind[]} */
export const KINDS = [oneOf, integer, text, subset, sequence, counts, payment, goodsPayment, pick];

/** @param {import("../types.js").Spec} spec */
export const kindOf = (spec) => KINDS.find((kind) => kind.name === spec.slot);

/** Returns the kind whose values look like a value of the log. @param {any} value @param {string} [means] */
export const kindOfValue = (value, means = "") => KINDS.findLast((kind) => kind.reads(value, means));

/** Returns the things that a value of the log holds, each with its number. @returns {[any, number][]} */
export const itemsOf = (value) => kindOfValue(value).items(value);
