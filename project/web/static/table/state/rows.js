/** Rows of the log as they come: folded one after another, and shown. */

import { fold } from "../../live/fold.js";
import { batch } from "../../vendor/preact.js";
import { lineOf } from "../../words/lines.js";
import { play as animate } from "../board/motion.js";
import { loadHead, loadView, refresh } from "./load.js";

const RUSH = 12;

/** Rows in the order in which they came, whether by the stream or as the answer to a move. */
export function take(table, rows) {
  table.queued++;
  const shown = table.queue.then(() => {
    table.queued--;
    return show(table, rows);
  });
  return (table.queue = shown.catch((error) => {
    console.warn(error);
    return refresh(table, true).catch(() => {});
  }));
}

/** Rows that came: folded one after another, shown as they move, then what only the server knows is fetched. */
async function show(table, rows) {
  const rush =
    rows.length > RUSH || document.hidden || table.lost !== null || rows[0].seq <= (table.missed.value?.to ?? 0);
  for (const row of rows) {
    if (row.seq > table.view.value.seq + 1) await loadView(table);
    const before = table.view.value;
    if (row.seq <= before.seq) {
      note(table, row, {});
      continue;
    }
    const faces = Object.fromEntries(Object.entries(before.faces).map(([card, face]) => [card, face.face]));
    const change = () =>
      batch(() => {
        const view = table.view.value; // a newer one can have been loaded during the movement
        if (row.seq === view.seq + 1) table.view.value = fold(view, row, table.printed, table.sets);
        note(table, row, faces);
      });
    if (rush) change();
    else await animate(row, change, rows.length);
  }
  const steady = rows.every((row) => STEADY.has(row.type));
  if (!steady || table.head.value.clock?.bank) await loadHead(table); // rows do not carry what is left in a bank
  if (table.queued === 0) await refresh(table, !steady || !rows[rows.length - 1].to_act);
}

function note(table, row, faces) {
  if (!table.log.value.some((line) => line.row.seq === row.seq))
    table.log.value = [...table.log.value, lineOf(row, faces)];
}

const STEADY = new Set(["move", "message", "clock"]);
