/** What is asked, in a line: by whom, and until when. */

import { serverNow } from "../../server/api.js";
import { help, title } from "../../server/catalog.js";
import { Countdown } from "../../shell/countdown.js";
import { html } from "../../vendor/preact.js";
import { askedBy } from "../../words/sentence.js";
import { t } from "../../words/texts.js";
import { waitingWords } from "./waiting.js";

/** @import { Props, With } from "../types.js" */

const FAR_MS = 3_600_000;

/** A day that a phase allows for its own sake says nothing to people who play without a clock. @param {With<"match">} ctx */
const isFar = ({ match: { head } }, prompt) =>
  !head.clock?.per_move && !head.clock?.bank && Date.parse(prompt.deadline) - serverNow() > FAR_MS;

const plainly = (text) => text.replaceAll("’", "'").replace(/\s/g, "").toLowerCase();

/** @param {Props} props */
export function PromptLine({ ctx, prompt, mine }) {
  const { match } = ctx;
  const { game, view } = match;
  const story = match.layout.story?.(ctx, prompt);
  const answered = prompt.answer !== undefined;
  const named = title(game, "phases", prompt.phase);
  const asked = story ?? askedBy(match, prompt) ?? help(game, "phases", prompt.phase);
  const twice = named.endsWith("?") && plainly(asked).startsWith(plainly(named)); // the question begins with its own title
  return html`<p class="asked">
    <strong
      >${mine && !answered ? t("your_turn") : answered ? t("answered_yet") : t("you_may")}${twice ? "" : `${t("colon")}${named}`}</strong
    >
    ${
      prompt.beside &&
      !answered &&
      view.to_act.some((seat) => seat !== view.viewer) &&
      html` · <span data-awaited>${waitingWords(ctx)}</span>`
    }
    ${" · "}${asked} ${prompt.deadline && !isFar(ctx, prompt) && html` · <${Countdown} at=${prompt.deadline} />`}
  </p>`;
}
