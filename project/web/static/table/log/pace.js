/** The pace at which others' moves are drawn, and the button that does not wait for them. */

import { Choice } from "../../shell/choice.js";
import { prefer, settings } from "../../shell/session.js";
import { html } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { hurry, PACES } from "../state/pace.js";

/** @import { Props } from "../types.js" */

/** Lit while moves of others wait to be drawn. @param {Props<"match">} props */
export function Skip({ ctx: { match } }) {
  const { table } = match;
  if (settings.value.pace === "once" || match.head.status !== "running") return null;
  const waits = table.behind.value > 0;
  return html`<button class=${`dense${waits ? " act" : ""}`} data-skip disabled=${!waits} onClick=${() => hurry(table)}>
    ${t(match.me === null ? "skip_to_now" : "skip_to_me")} <kbd aria-hidden="true">.</kbd>
  </button>`;
}

/** @param {Props<"match">} props */
export function Pace({ ctx }) {
  return html`<div class="railfoot pace" data-pace>
    <${Choice}
      label=${t("pace")}
      options=${Object.keys(PACES).map((name) => [name, t(`pace_${name}`)])}
      value=${settings.value.pace}
      set=${(pace) => prefer({ pace })}
    />
    <${Skip} ctx=${ctx} />
  </div>`;
}
