/** Where the log is behind a button: what happened last, above the table, which scrolls beneath. */

import { t } from "../../words/texts.js";
import { nameOf } from "../../shell/ui.js";
import { html } from "../../vendor/preact.js";
import { captions } from "./captions.js";

/** @import { Props } from "../types.js" */

const SHOWN = 2;

/** @param {Props} props */
export function News({ ctx }) {
  const { match, page } = ctx;
  const said = [];
  for (const line of match.past().toReversed()) {
    said.unshift(...captions(ctx, line).filter(() => line.row.type !== "message"));
    if (said.length >= SHOWN) break;
  }
  if (!said.length) return null;
  return html`<section class="news" aria-label=${t("last_act")}>
    <button data-news title=${t("log")} onClick=${() => page.openRail("log")}>
      ${said
        .slice(-SHOWN)
        .map(
          (line) =>
            html`<span class="newsline" key=${line.seq}
              >${
                line.seat !== null &&
                !line.named &&
                html`<b>${line.seat === match.me ? t("you") : nameOf(match.head, line.seat)}</b> · `
              }${line.body}</span
            >`,
        )}
    </button>
  </section>`;
}
