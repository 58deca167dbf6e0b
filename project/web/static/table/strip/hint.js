/** The hint above the log of a first table: how to begin, and the aim of the game. It disappears with the first move or a press. */

import { prefer, settings } from "../../shell/session.js";
import { t } from "../../words/texts.js";
import { Sign } from "../../shell/ui.js";
import { html, useEffect } from "../../vendor/preact.js";

/** @import { With } from "../types.js" */

/** @param {{ctx: With<"match"|"draft"|"page">}} props */
export function Hint({ ctx: { match, draft, page } }) {
  const { game } = match;
  const { ask } = draft;
  const dismiss = () => prefer({ hints: { ...settings.value.hints, [game.game]: true } });
  const moved = match.past().some(({ row }) => row.type === "move" && row.seat === match.me);
  const seen = !game || settings.value.hints[game.game];
  useEffect(() => {
    if (moved && !seen) dismiss();
  }, [moved, seen]);
  if (!ask || seen || moved) return null;
  return html`<div class="hint">
    <${Sign} name="info" />
    <div class="grow stack">
      <p>${t("hint")}</p>
      ${game.about && html`<p><b>${t("about_goal")}</b> ${game.about.goal}</p>`}
      <p class="row">
        <button class="quiet dense" data-how onClick=${() => page.openRail("rules")}>${t("how_to_play")}</button
        ><button class="quiet dense" onClick=${dismiss}>${t("got_it")}</button>
      </p>
    </div>
  </div>`;
}
