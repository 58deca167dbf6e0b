/** The parts of one game: its layout and its card drawings. */

import { loadArt } from "../../cards/arts.js";
import { layoutOf, loadLayout } from "../../layouts/all.js";

/** Loads both parts; resolves to the layout. @param {string} game */
export async function loadLooks(game) {
  await Promise.all([loadLayout(game), loadArt(game)]);
  return layoutOf(game);
}
