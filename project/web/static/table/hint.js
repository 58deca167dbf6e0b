/** One line above the question at a first table: what this phase is about. Dismissed once, game by game. */

import { prefer, settings } from "../session.js";
import { t } from "../texts.js";
import { Sign } from "../ui.js";
import { html } from "../vendor/preact.js";

export function Hint({ ctx }) {
  const { game, ask, view } = ctx;
  if (!ask || !game || settings.value.hints[game.game]) return null;
  const phase = view.prompts.find((prompt) => prompt.id === ask.prompt)?.phase;
  const dismiss = () => prefer({ hints: { ...settings.value.hints, [game.game]: true } });
  return html`<p class="hint"><${Sign} name="info" /><span class="grow">${ctx.layout.hint?.(phase) ?? t("hint")}</span><button class="quiet dense" onClick=${dismiss}>${t("got_it")}</button></p>`;
}
