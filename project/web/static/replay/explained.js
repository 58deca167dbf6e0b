/** What the coach says of trades, which only a replay shows. Pure. */

import { isMistake } from "./judged.js";

/** What the moves that are named of a decision trade, in a sentence each; empty where there is none. @param {import("./judged.js").Judged} one */
export const explained = (one) => ({
  played: one.played_explained?.sentence ?? "",
  best: isMistake(one) ? (one.best_explained?.sentence ?? "") : "",
});
