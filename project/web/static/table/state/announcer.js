/** The tab's title and the screen reader announcements. */

import { mine } from "../../pages/mine.js";
import { settings } from "../../shell/session.js";
import { sound } from "../../shell/hear.js";
import { nameOf, say } from "../../shell/ui.js";
import { useEffect, useRef } from "../../vendor/preact.js";
import { sentence } from "../../words/sentence.js";
import { t } from "../../words/texts.js";

/** @import { With } from "../types.js" */

/** Moves within this time are announced together. */
const TOGETHER_MS = 700;

/** Updates the tab's title and the screen reader announcements: my turn, and the others' moves. @param {With<"match"|"draft">} ctx */
export function useAnnouncer(ctx) {
  const { match, draft } = ctx;
  const { view, game, head } = match;
  const { ask } = draft;
  const turn = ask !== null && view.to_act.includes(view.viewer);
  useEffect(() => {
    const tables = mine.value?.turns.length ?? 0;
    document.title = turn
      ? `${tables > 1 ? `(${tables}) ` : ""}${t("your_turn")} – ${game?.title ?? ""}`
      : `${game?.title ?? "Comptoir"} – Comptoir`;
    if (turn) sound("turn");
    if (turn)
      say(
        `${t("your_turn")}. ${game?.phases?.[view.prompts.find((prompt) => prompt.id === ask.prompt)?.phase]?.title ?? ""}`,
        { now: true },
      );
  }, [turn, ask?.prompt, game]);
  const last = match.table.log.value.at(-1)?.row;
  const heard = useRef({ words: /** @type {string[]} */ ([]), timer: 0 }).current;
  useEffect(() => {
    if (settings.value.spoken || !last?.move || last.seat === null || last.seat === view.viewer) return;
    const [name, words] = [nameOf(head, last.seat), sentence(match, last.move, last.seat)];
    heard.words.push(words.includes(name) ? words : name + t("colon") + words);
    heard.timer ||= setTimeout(() => {
      say(heard.words.splice(0).join(". "));
      heard.timer = 0;
    }, TOGETHER_MS);
  }, [last?.seq]);
}
