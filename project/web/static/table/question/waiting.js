/** The seats that the table waits for, in words. */

import { listed, t } from "../../words/texts.js";
import { nameOf } from "../../shell/ui.js";

/** @import { With } from "../types.js" */

/** @param {With<"match">} ctx */
export function waitingWords({ match }) {
  const { view, head } = match;
  if (head.paused_until) return t("is_paused");
  const names = view.to_act.filter((seat) => seat !== view.viewer).map((seat) => nameOf(head, seat));
  if (names.length) return t("waiting_for", { names: listed(names) });
  const answered = view.prompts.some((prompt) => prompt.open && prompt.answer !== undefined);
  return answered ? t("answered_wait") : t("a_moment");
}
