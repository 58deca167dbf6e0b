/** The coach's words about trades, which only a replay shows. Pure. */

import { isMistake } from "./judged.js";

/** Returns the trades of a decision's named moves, in a sentence each; empty if there are none. @param {import("./judged.js").Judged} one */
export const explained = (one) => ({
  played: one.played_explained?.sentence ?? "",
  best: isMistake(one) ? (one.best_explained?.sentence ?? "") : "",
});
