/** A client of Comptoir, a server for card games of trading and bluff, for browsers and Node. README.md has examples. */

export { Client, NoLongerAllowed } from "./client.js";
export { historyCheck, TwoHistories } from "./history.js";
export { beginSignIn, endSignIn, refreshSignIn } from "./signin.js";
export { joined, LegalMoves, Move, Draft, Completion } from "./moves.js";
export { differs } from "./web/live/differs.js";
export { fold, printedIn, shown } from "./web/live/fold.js";
export { Problem } from "./web/server/transport.js";
