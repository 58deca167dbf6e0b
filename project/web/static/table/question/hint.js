/** One line above the question at a first table, until the first move there or a press. Shown once, game by game. */

import { prefer, settings } from "../../shell/session.js";
import { t } from "../../words/texts.js";
import { Sign } from "../../shell/ui.js";
import { html, useEffect } from "../../vendor/preact.js";

/** @import { With } from "../types.js" */

/** @param {{ctx: With<"match"|"draft"|"page">, rail?: boolean}} props rail: beside a wide table, where it covers nothing and has room for the aim of the game */
export function Hint({ ctx: { match, draft, page }, rail = false }) {
  const { game, view } = match;
  const { ask } = draft;
  const dismiss = () => prefer({ hints: { ...settings.value.hints, [game.game]: true } });
  const moved = match.past().some(({ row }) => row.type === "move" && row.seat === match.me);
  const seen = !game || settings.value.hints[game.game];
  useEffect(() => {
    if (moved && !seen) dismiss();
  }, [moved, seen]);
  if (!ask || seen || moved || draft.touched !== null) return null;
  const phase = view.prompts.find((prompt) => prompt.id === ask.prompt)?.phase;
  return html`<div class=${`hint${rail ? " wider" : " slim"}`}>
    <${Sign} name="info" />
    <div class="grow stack">
      <p>${match.layout.hint?.(phase) ?? t("hint")}</p>
      ${
        rail &&
        game.about &&
        html`<p><b>${t("about_goal")}</b> ${game.about.goal}</p>
          <p><b>${t("about_end")}</b> ${game.about.end}</p>`
      }
      <p class="row">
        <button class="quiet dense" data-how onClick=${() => page.openRail("rules")}>${t("how_to_play")}</button
        ><button class="quiet dense" onClick=${dismiss}>${t("got_it")}</button>
      </p>
    </div>
  </div>`;
}
