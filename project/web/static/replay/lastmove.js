/** The shown move in words, above the table, if there is no room for the log. */

import { nameOf } from "../shell/ui.js";
import { captions } from "../table/log/captions.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** @import { Props } from "../table/types.js" */

/**
 * Describes the last move up to a row. A screen reader reads the text while the viewer steps through the recording, not while it plays.
 * @param {Props & {seq: number, plays: boolean}} props
 */
export function LastMove({ ctx, seq, plays }) {
  const { head, table } = ctx.match;
  const lines = table.log.value.filter(({ row }) => row.seq <= seq && row.type !== "message");
  const captioned = lines.map((line) => captions(ctx, line)).findLast((one) => one.length > 0) ?? [];
  return html`<section class="news" aria-label=${t("last_act")} aria-live=${plays ? "off" : "polite"} data-said>
    ${captioned.map(
      ({ seat, named, body }, at) =>
        html`<span class="newsline" key=${at}
          >${seat !== null && !named && html`<b>${nameOf(head, seat)}</b> · `}${body}</span
        >`,
    )}
  </section>`;
}
