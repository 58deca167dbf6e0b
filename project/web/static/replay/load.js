/** Loads a replay: of a match that I may see, or from a shared link. */

import { get, pages } from "../server/api.js";

/** @typedef {{head: import("../types.js").Head, start: import("../types.js").View, rows: import("../types.js").Row[], sets: string[]}} Reel */

/** @param {string} id @param {string} as the viewpoint; "" is the viewer's own @returns {Promise<Reel>} */
export async function reelOfMatch(id, as) {
  const seen = as ? `&as=${encodeURIComponent(as)}` : "";
  const [head, start, created, rows] = await Promise.all([
    get(`matches/${id}`),
    get(`matches/${id}/view?at=0${seen}`),
    get(`matches/${id}/events?limit=1${seen}`),
    pages(`matches/${id}/events?after=0&limit=200${seen}`, 1e6),
  ]);
  return { head, start, rows, sets: created.items[0].sets ?? [] };
}

/** @param {string} token @returns {Promise<Reel>} */
export async function reelOfLink(token) {
  const path = `replays/${encodeURIComponent(token)}`;
  const [about, events] = await Promise.all([get(path), get(`${path}/events`)]);
  const [created, ...rows] = events.items;
  return {
    head: { id: about.match, agreements: {}, clocks: [], ...about.head },
    start: events.view,
    rows,
    sets: created.sets ?? [],
  };
}
