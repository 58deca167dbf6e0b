/** Below the log: a replay of the rows since my last turn or my last visit on any device, and the pace setting. */

import { get } from "../../server/api.js";
import { settings } from "../../shell/session.js";
import { Sign } from "../../shell/ui.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { rerun } from "../state/rerun.js";
import { happened } from "./happened.js";

/** @import { Props } from "../types.js" */

/** @param {Props<"match">} props */
export function LastRound({ ctx: { match } }) {
  const { table, me, head } = match;
  const [seen, setSeen] = useState(/** @type {number|null} */ (null));
  useEffect(() => {
    if (me !== null && !match.replay)
      get(`matches/${table.id}/seen`).then(
        ({ seq }) => setSeen(seq),
        () => {},
      );
  }, [table.id, me]);
  if (match.replay || head.status !== "running") return null;
  const found = happened(table.log.value, me, seen);
  return html`<div class="railfoot lastround">
    <button data-again disabled=${!found} onClick=${() => rerun(table, found.from)}>
      <${Sign} name="play" /> ${t(found?.isLook ? "show_since_looked" : "show_last_round")}
    </button>
    <span class="soft small">${t("pace_is", { pace: t(`pace_${settings.value.pace}`) })}</span>
  </div>`;
}
