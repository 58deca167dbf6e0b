/** After a match: standings, and where to go from there. */

import { rise } from "../../shell/rise.js";
import { Link } from "../../shell/router.js";
import { Avatar, nameOf } from "../../shell/ui.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { scoreText } from "../../words/sentence.js";
import { listed, t } from "../../words/texts.js";
import { reasons } from "../log/captions.js";
import { Again } from "./again.js";

/** @import { Props } from "../types.js" */

/** Whether all share the one place: nobody has won. */
const isDraw = (standings) => standings.length === 1 && standings[0].length > 1;

/** @param {Props} props */
export function Ending({ ctx }) {
  const { match } = ctx;
  const { head, view, table } = match;
  const standings = view.standings ?? head.standings ?? [];
  const scores = view.scores ?? head.scores;
  const box = useRef(null);
  useEffect(() => {
    rise(box.current, 0);
    box.current.closest(".ground").scrollTop = 0; // it stands above the table, wherever one looked
  }, []);
  const won = standings[0]?.includes(match.me);
  const why = reasons(ctx);
  return html`<section ref=${box} class="ending panel stack" aria-label=${t("standings")}>
    <h1>
      ${head.status === "finished" || standings.length ? (isDraw(standings) ? t("a_draw") : won ? t("you_won") : standings.length ? t("won_by", { names: listed((standings[0] ?? []).map((seat) => nameOf(head, seat))) }) : t("match_over")) : t(`status_${head.status}`)}
    </h1>
    ${
      why.length > 0 &&
      html`<ul data-reason>
        ${why.map((one) => html`<li>${one}</li>`)}
      </ul>`
    }
    <ol class="standings">
      ${standings.map(
        (place, at) =>
          html`<li class=${place.includes(match.me) ? "ownplace" : ""}>
            <b class="num">${1 + standings.slice(0, at).flat().length}.</b>${place.map(
              (seat) =>
                html`<span class="placed"
                  ><${Avatar} head=${head} seat=${seat} me=${seat === match.me} tiny /> ${nameOf(head, seat)}${
                    scores ? html` · <span class="num" data-score>${scoreText(match.game, scores[seat])}</span>` : ""
                  }</span
                >`,
            )}
          </li>`,
      )}
    </ol>
    <div class="row">
      <${Link} class="button" to=${`/m/${table.id}/replay`}>${t("replay")}<//
      ><${Link} class="button" to=${`/m/${table.id}/verify`}>${t("check_match")}<//
      ><${Link} class="button" to="/">${t("another_game")}<//
      >${head.rated && html`<${Link} class="button" to=${`/ratings/${head.game}`}>${t("ratings")}<//>`}<${Again}
        ctx=${ctx}
      />
    </div>
  </section>`;
}
