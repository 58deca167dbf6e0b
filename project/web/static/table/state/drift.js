/** Compares the folded table with the server's table every hundred rows, and when the page gets the focus. */

import { get } from "../../server/api.js";
import { differs } from "../../live/differs.js";
import { effect, untracked } from "../../vendor/preact.js";

const EVERY = 100;
const APART_MS = 5000;

/**
 * @param {any} table a store @param {{reload: () => Promise<void>, reconnect: () => void}} repairs reload: loads the server's
 *   view; reconnect: reopens a dead connection
 * @returns {() => void} a function that stops the comparison
 */
export function watchFold(table, { reload, reconnect }) {
  let checked = table.view.value.seq;
  let at = performance.now();
  const check = async () => {
    if (document.hidden || performance.now() - at < APART_MS) return;
    at = performance.now();
    await catchUp(table, reload, reconnect).catch(() => {});
  };
  const unwatch = effect(() => {
    const { seq } = table.view.value;
    if (seq - checked < EVERY) return;
    checked = seq;
    untracked(() => compare(table, reload).catch(() => {}));
  });
  document.addEventListener("visibilitychange", check);
  addEventListener("focus", check);
  return () => {
    unwatch();
    document.removeEventListener("visibilitychange", check);
    removeEventListener("focus", check);
  };
}

/** Compares the views. If the server is ahead and no row arrives, the connection is dead and is reopened. */
async function catchUp(table, reload, reconnect) {
  const before = table.view.value.seq;
  await compare(table, reload);
  const { seq } = await get(`matches/${table.id}`);
  if (seq <= before) return;
  await new Promise((resume) => setTimeout(resume, APART_MS));
  if (table.view.value.seq === before) reconnect();
}

/** Loads the server's view if the folded view differs, and logs the difference to the console. */
async function compare(table, reload) {
  const folded = table.view.value;
  const served = await get(`matches/${table.id}/view?at=${folded.seq}`);
  const wrong = differs(folded, served);
  if (!wrong.length) return;
  console.warn(`fold: the table of row ${folded.seq} differs from the server's in ${wrong.join(", ")}`);
  await reload();
}
