/** A seat's player, as a face in the colour of the seat. */

import { characterOf, seatColour } from "../../cards/faces.js";
import { Avatar } from "../../shell/ui.js";
import { html } from "../../vendor/preact.js";

/** @import { Match } from "../types.js" */

export { seatColour };

/** Returns the playing style of a bot in one word; empty for people. @param {Match} match @param {number} seat */
export const temperOf = ({ head }, seat) => characterOf(seat, head)?.temper ?? "";

/** @param {{match: Match, seat: number|null, size?: number, mouth?: import("../../cards/faces.js").Mouth}} props */
export const Face = ({ match, seat, size = 40, mouth = "calm" }) =>
  html`<${Avatar} head=${match.head} seat=${seat} size=${size} mouth=${mouth} />`;
