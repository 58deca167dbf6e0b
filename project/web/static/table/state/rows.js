/** Rows of the log as they arrive: each row is folded in turn and shown. */

import { fold } from "../../live/fold.js";
import { serverNow } from "../../server/api.js";
import { sound } from "../../shell/hear.js";
import { batch } from "../../vendor/preact.js";
import { lineOf } from "../../words/lines.js";
import { play as animate } from "../board/motion.js";
import { loadHead, loadView, refresh } from "./load.js";
import { hurry, isUrgent, paceMs, pause } from "./pace.js";

/** More pending rows than this are not animated. The limit is lower without a pace. */
const RUSH = 12;
const PACED_RUSH = 60;

/** Queues rows in the order of their arrival, from the stream or from the reply to a move. */
export function take(table, rows) {
  table.flow.queued++;
  table.flow.undrawn.value += rows.length;
  const left = { rows: rows.length };
  if (rows.some((row) => isUrgent(row, table.view.value, serverNow()))) hurry(table);
  const shown = table.flow.queue.then(() => {
    table.flow.queued--;
    return show(table, rows, left);
  });
  return (table.flow.queue = shown
    .catch((error) => {
      console.warn(error);
      return refresh(table, true).catch(() => {});
    })
    .finally(() => drawn(table, left, left.rows)));
}

/** Counts the rows that were drawn. The hurry ends with the last row. */
function drawn(table, left, number) {
  left.rows -= number;
  table.flow.undrawn.value -= number;
  if (table.flow.undrawn.value === 0) table.flow.hurries = false;
}

/** Returns whether rows are drawn without animation: the page is hidden, or too many rows are pending. */
const isRush = (table) =>
  table.flow.undrawn.value > (paceMs() ? PACED_RUSH : RUSH) ||
  document.hidden ||
  table.link.lost !== null ||
  table.rerun.value !== null;

/** Folds new rows one after another, shows each row with its animation, then loads the data that rows do not contain. */
async function show(table, rows, left) {
  for (const row of rows) {
    const rush = isRush(table) || row.seq <= (table.link.missed.value?.to ?? 0);
    if (!rush && row.seq > table.view.value.seq) await pause(table, row);
    await draw(table, row, rush || isRush(table));
    drawn(table, left, 1);
  }
  const steady = rows.every((row) => STEADY.has(row.type));
  table.link.owed ||= !steady;
  if (!steady || (table.head.value.clock?.bank && table.flow.queued === 0)) await loadHead(table); // rows do not contain the remainder of a bank
  if (table.flow.queued === 0) await refresh(table, !steady || !rows[rows.length - 1].to_act);
}

/** Applies a row to the table and animates its cards. */
async function draw(table, row, rush) {
  if (row.seq > table.view.value.seq + 1) await loadView(table);
  const before = table.view.value;
  if (row.seq <= before.seq) return note(table, row, {});
  const faces = Object.fromEntries(Object.entries(before.faces).map(([card, face]) => [card, face.face]));
  const change = () =>
    batch(() => {
      const view = table.view.value; // a newer view may have been loaded during the animation
      if (row.seq === view.seq + 1) table.view.value = fold(view, row, table.printed, table.sets);
      if (!document.hidden) hear(row);
      note(table, row, faces);
    });
  if (rush || table.flow.hurries) change();
  else await animate(row, change, paceMs() ? 1 : table.flow.undrawn.value, drawnOf(table));
}

/** Returns the data for drawing a card in flight. */
const drawnOf = (table) => ({
  game: table.game.value,
  me: table.me.value,
  printed: table.printed,
  get view() {
    return table.view.value;
  },
});

/** Plays the sound of a row. */
function hear(row) {
  if (row.effects.some((effect) => effect.kind === "ended")) sound("over");
  else if (row.type === "message") sound("talk");
  else if (row.effects.some((effect) => effect.kind === "moved")) sound("card");
}

function note(table, row, faces) {
  if (!table.log.value.some((line) => line.row.seq === row.seq))
    table.log.value = [...table.log.value, lineOf(row, faces)];
}

const STEADY = new Set(["move", "message", "clock"]);
