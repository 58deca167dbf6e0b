/** The table of an embedded page, drawn as on the client's first page. */

import { felt } from "../cards/felts.js";
import { Drawn } from "../landing/drawn.js";
import { html, render } from "../vendor/preact.js";

/** @param {{game: any, head: any, view: import("../types.js").View, row: import("../types.js").Row|null}} shown */
export function drawStage({ game, head, view, row }) {
  const box = document.getElementById("stage");
  render(
    html`<div class="stage-table">
      ${felt(head.game)}<span class="stage-oval"></span><${Drawn} game=${game} head=${head} view=${view} row=${row} />
    </div>`,
    box,
  );
}
