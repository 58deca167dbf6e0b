/** The button that skips the pauses between other players' moves. */

import { settings } from "../../shell/session.js";
import { html } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { hurry } from "../state/pace.js";

/** @import { Props } from "../types.js" */

/** The button; lit while moves of other players wait to be drawn. @param {Props<"match">} props */
export function Skip({ ctx: { match } }) {
  const { table } = match;
  if (settings.value.pace === "once" || match.head.status !== "running") return null;
  const waits = table.flow.undrawn.value > 0;
  return html`<button class="quiet" data-skip disabled=${!waits} onClick=${() => hurry(table)}>
    ${t(match.me === null ? "skip_to_now" : "skip_to_me")} <kbd aria-hidden="true">.</kbd>
  </button>`;
}
