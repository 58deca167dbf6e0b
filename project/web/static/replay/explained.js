/** The coach's comments on trades, shown only in a replay. Pure. */

import { isMistake } from "./judged.js";

/** Returns one sentence for each trade in the moves of a decision; empty if there are none. @param {import("./judged.js").Judged} one */
export const explained = (one) => ({
  played: one.played_explained?.sentence ?? "",
  best: isMistake(one) ? (one.best_explained?.sentence ?? "") : "",
});
