/** What only one game has: its layout and the drawings of its cards. */

import { loadArt } from "../../cards/arts.js";
import { loadLayout } from "../../layouts/all.js";

/** @param {string} game */
export const loadLooks = (game) => Promise.all([loadLayout(game), loadArt(game)]);
