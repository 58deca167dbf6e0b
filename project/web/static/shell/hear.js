/** Plays sounds, whose code is loaded only if sounds are turned on. */

import { settings } from "./session.js";

/** @param {"card"|"turn"|"talk"|"refused"|"over"} name */
export const sound = (name) =>
  settings.value.sound === "on" && import("./sounds.js").then((sounds) => sounds.ring(name));
