/** The kinds of slots by their name on the wire. */

import { counts, integer, oneOf, several, text } from "./choices.js";
import { goodsPayment, payment, pick } from "./payments.js";

export const KINDS = {
  one_of: oneOf,
  subset: several,
  sequence: several,
  counts,
  integer,
  text,
  payment,
  goods_payment: goodsPayment,
  pick,
};

/** Kinds whose last word is the server's: a move with one of them is tried before it is offered. */
export const TRIED = new Set(["payment", "goods_payment", "pick"]);

/** @param {import("../types.js").Spec} spec */
export const kindOf = (spec) => KINDS[spec.slot];
