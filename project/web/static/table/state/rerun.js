/** Replays past rows at the table, step by step. The question waits during the replay and can be answered at any time. */

import { fold } from "../../live/fold.js";
import { get } from "../../server/api.js";
import { play as animate } from "../board/motion.js";
import { paceMs } from "./pace.js";
import { sleep } from "./patiently.js";

/** @typedef {{view: import("../../types.js").View}} Rerun the table at an earlier row */

const LEAST_MS = 300;

/**
 * Shows the rows after `from` again, up to the table's last row. Clearing `rerun` stops the replay.
 * @param {any} table a store @param {number} from
 */
export async function rerun(table, from) {
  const rows = table.log.value.map((line) => line.row).filter((row) => row.seq > from);
  const run = { view: await get(`matches/${table.id}/view?at=${from}`) };
  table.rerun.value = run;
  let shown = run;
  for (const row of rows) {
    await sleep(Math.max(LEAST_MS, paceMs()));
    if (table.rerun.value !== shown || table.closed) return;
    if (row.seq !== shown.view.seq + 1) break;
    const next = { view: fold(shown.view, row, table.printed, table.sets) };
    await animate(row, () => (table.rerun.value = next), 1);
    if (table.rerun.value !== next) return;
    shown = next;
  }
  await sleep(Math.max(LEAST_MS, paceMs()));
  if (table.rerun.value === shown) table.rerun.value = null;
}
