/** Messages about moves that waited for the connection: at their table in place of the question, elsewhere in a corner. */

import { brief } from "../server/catalog.js";
import { Sign } from "../shell/ui.js";
import { Link, path } from "../shell/router.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { queued, takeBack } from "./queue.js";

/** @import { Queued } from "./queue.js" */

/** @param {Queued} move */
const wordsOf = ({ words, state, reason, tried }) =>
  `${t(`later_${state}`, { move: words, reason })}${state === "waiting" && tried ? ` ${t("later_tried")}` : ""}`;

/** @param {{move: Queued}} props */
const Acts = ({ move }) =>
  move.state !== "sending" &&
  html`<button class="dense" data-take-back onClick=${() => takeBack(move.id)}>
    ${t(move.state === "waiting" ? "take_back" : "close")}
  </button>`;

/** The message at the move's own table. @param {{table: any}} props */
export function Later({ table }) {
  const move = table.later.value;
  return html`<section id="strip" class="strip calm" tabindex="-1" aria-label=${t("question")} data-later=${move.state}>
    <span class="whose"
      ><span class="signed"><${Sign} name="hourglass" /></span
    ></span>
    <p class="said" role=${move.state === "waiting" ? "status" : "alert"}>
      <b class="line">${t("no_connection")}</b><span class="second" title=${wordsOf(move)}>${wordsOf(move)}</span>
    </p>
    <div class="verbs"><${Acts} move=${move} /></div>
  </section>`;
}

/** The messages on every page except the move's own table. */
export const LaterMessages = () =>
  html`<div class="toasts told" role="region" aria-label=${t("moves_waiting")} aria-live="polite">
    ${Object.values(queued.value)
      .filter(({ id }) => path.value !== `/m/${id}`)
      .map(
        (move) =>
          html`<p class="toast" key=${move.id} data-later=${move.state}>
            <span class="grow">${brief(move.game)?.title ?? move.game}${t("colon")}${wordsOf(move)}</span
            ><${Link} class="button dense" to=${`/m/${move.id}`}>${t("go_there")}<//><${Acts} move=${move} />
          </p>`,
      )}
  </div>`;
