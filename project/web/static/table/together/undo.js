/** The button that takes back a move without anybody's consent, for a few seconds. */

import { post } from "../../server/api.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { sentence } from "../../words/sentence.js";
import { t } from "../../words/texts.js";
import { undoableAlone } from "./undoable.js";

/** @import { Props } from "../types.js" */

const SHOWN_MS = 5000;

/** @param {Props<"match">} props */
export function UndoChip({ ctx: { match } }) {
  const [isOver, end] = useState(false);
  const [isBusy, work] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => end(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  const row = undoableAlone(match);
  if (isOver || !row) return null;
  const takeBack = () => {
    work(true);
    post(`matches/${match.table.id}/agreements/undo`, {}).then(
      (head) => (match.table.head.value = head),
      () => end(true), // it was too late: the table has moved on and shows that
    );
  };
  return html`<p class="undo row" data-undo role="status">
    <span class="grow">✓ ${sentence(match, row.move, row.seat)}</span>
    <button class="dense" disabled=${isBusy} onClick=${takeBack}>${t("take_back")}</button>
  </p>`;
}
