/** After a match: who has won and how, the race, where to go from there. It takes the place of the table, which lies below. */

import { ShareButton } from "../../replay/share.js";
import { get, serverNow } from "../../server/api.js";
import { rise } from "../../shell/rise.js";
import { Link } from "../../shell/router.js";
import { session } from "../../shell/session.js";
import { Avatar, nameOf } from "../../shell/ui.js";
import { mine } from "../../pages/mine.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { scoreText } from "../../words/sentence.js";
import { listed, t } from "../../words/texts.js";
import { reasons } from "../log/captions.js";
import { Again } from "./again.js";
import { addressOf, playOf } from "./plays.js";
import { Race } from "./race.js";

/** @import { Props, With } from "../types.js" */

/** Whether all share the one place: nobody has won. */
const isDraw = (standings) => standings.length === 1 && standings[0].length > 1;

/** Who has won, in words. @param {import("../types.js").Match} match @param {number[][]} standings */
function verdict({ head, me }, standings) {
  if (!standings.length) return head.status === "finished" ? t("match_over") : t(`status_${head.status}`);
  if (isDraw(standings)) return t("a_draw");
  if (standings[0].includes(me)) return t("you_won");
  return t("won_by", { names: listed(standings[0].map((seat) => nameOf(head, seat))) });
}

/** @param {Props} props */
export function Ending({ ctx }) {
  const { match } = ctx;
  const { head, view, table } = match;
  const standings = view.standings ?? head.standings ?? [];
  const box = useRef(null);
  useEffect(() => {
    rise(box.current, 0);
    box.current.closest(".ground").scrollTop = 0; // it stands above the table, wherever one looked
    box.current.querySelector("h1").focus({ preventScroll: true });
  }, []);
  const why = reasons(ctx);
  const next = (mine.value?.turns ?? []).filter((one) => one.id !== head.id);
  return html`<section ref=${box} class="ending panel stack" aria-label=${t("standings")}>
    <div class="row">
      <h1 class="grow" tabindex="-1">${verdict(match, standings)}</h1>
      ${head.rated && match.me !== null && html`<${RatingChange} head=${head} />`}
    </div>
    ${
      why.length > 0 &&
      html`<ul data-reason>
        ${why.map((one) => html`<li>${one}</li>`)}
      </ul>`
    }
    <div class="row thumb">
      <${Again} ctx=${ctx} />${
        next.length > 0
          ? html`<${Link} class="button" to=${`/m/${next[0].id}`}>${t("next_table", { n: next.length })}<//>`
          : html`<${Link} class="button" to="/">${t("another_game")}<//>`
      }
    </div>
    ${standings.length > 0 && html`<${Race} ctx=${ctx} standings=${standings} />`}
    <${Standings} ctx=${ctx} standings=${standings} />
    <div class="row">
      <${Link} class="button" to=${`/m/${table.id}/replay`}>${t("replay")}<//
      ><${Link} class="button" to=${`/m/${table.id}/verify`}>${t("check_match")}<//
      ><${ShareButton} head=${head} seq=${view.seq} /><${PictureButton}
        ctx=${ctx}
        standings=${standings}
      />${standings.length > 0 && html`<a class="button dense" data-play href=${playAddress(ctx, standings)} target="_blank" rel="noopener">${t("log_play")}</a>`}${head.rated && html`<${Link} class="button" to=${`/ratings/${head.game}`}>${t("ratings")}<//>`}
    </div>
  </section>`;
}

/** @param {Props} props */
function PictureButton({ ctx, standings }) {
  const [said, setSaid] = useState("");
  const share = async () => {
    const { sharePicture } = await import("./picture.js");
    setSaid(await sharePicture(ctx.match, standings));
  };
  return html`<button class="dense" data-picture onClick=${share}>${t("share_picture")}</button
    >${said && html`<span role="status" class="small soft">${said}</span>`}`;
}

/** Where BG Stats takes the match. @param {With<"match">} ctx */
function playAddress({ match }, standings) {
  const { head, view, table } = match;
  const ended = table.log.value.findLast(({ row }) => row.type === "match.over")?.row.at;
  const endedMs = ended ? Date.parse(ended) : serverNow();
  return addressOf(playOf(match, standings, view.scores ?? head.scores, (seat) => nameOf(head, seat), endedMs));
}

/** @param {Props<"match">} props */
function Standings({ ctx: { match }, standings }) {
  const { head, view } = match;
  const scores = view.scores ?? head.scores;
  return html`<ol class="standings">
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
  </ol>`;
}

/** What the match did to my rating, once that is reckoned. */
function RatingChange({ head }) {
  const [found, setFound] = useState(/** @type {{rating: number, change: number}|null} */ (null));
  useEffect(() => {
    get(`ratings/${head.game}/${encodeURIComponent(session.value.name)}?limit=10`).then(
      ({ items }) => setFound(items.find((one) => one.match === head.id) ?? null),
      () => {},
    );
  }, [head.id, head.status]);
  return (
    found &&
    html`<span class="chip" data-rating
      >${t("rating")} <b class="num">${found.rating} (${found.change > 0 ? "+" : ""}${found.change})</b></span
    >`
  );
}
