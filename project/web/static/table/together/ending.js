/** The end of a match, in place of the table: the winners and their cards, the turning point, the places, further acts. */

import { loadArt } from "../../cards/arts.js";
import { CardArt } from "../../cards/card.js";
import { felt } from "../../cards/felts.js";
import { useCoach } from "../../replay/coach.js";
import { Luck } from "../../replay/luck.js";
import { ShareButton } from "../../replay/share.js";
import { get, serverNow } from "../../server/api.js";
import { rise } from "../../shell/rise.js";
import { Link } from "../../shell/router.js";
import { session } from "../../shell/session.js";
import { Avatar, nameOf, Sign } from "../../shell/ui.js";
import { mine } from "../../pages/mine.js";
import { html, signal, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { lineOf } from "../../words/lines.js";
import { facesOf, parts, scoreText } from "../../words/sentence.js";
import { listed, t } from "../../words/texts.js";
import { captions, reasons } from "../log/captions.js";
import { Again } from "./again.js";
import { roundOf } from "./course.js";
import { addressOf, playOf } from "./plays.js";
import { Race, useCourse } from "./race.js";
import { storyOf } from "./story.js";
import { winningCards } from "./winning.js";

/** @import { Props, With } from "../types.js" */

/** Returns whether all seats share the only place, so that nobody has won. */
const isDraw = (standings) => standings.length === 1 && standings[0].length > 1;

/** Returns the winners in words. @param {import("../types.js").Match} match @param {number[][]} standings */
function verdict({ head, me }, standings) {
  if (!standings.length) return head.status === "finished" ? t("match_over") : t(`status_${head.status}`);
  if (isDraw(standings)) return t("a_draw");
  if (standings[0].length === 1 && standings[0][0] === me) return t("you_won");
  const names = listed(standings[0].map((seat) => (seat === me ? t("you") : nameOf(head, seat))));
  return standings[0].length > 1 ? t("won_by_several", { names }) : t("won_by", { names });
}

/** Returns the rank of a seat, from 1. @param {number[][]} standings @param {number} seat */
function placeOf(standings, seat) {
  const at = standings.findIndex((place) => place.includes(seat));
  return 1 + standings.slice(0, at).flat().length;
}

/** @param {Props} props */
export function Ending({ ctx }) {
  const { match } = ctx;
  const { head, view } = match;
  const standings = view.standings ?? head.standings ?? [];
  const box = useRef(null);
  const found = useCourse(match);
  const winner = standings[0]?.length === 1 ? standings[0][0] : null;
  useEffect(() => {
    loadArt(head.game).catch(() => {});
    rise(box.current, 0);
    box.current.querySelector("h1").focus({ preventScroll: true });
  }, []);
  const winners = isDraw(standings) || !standings.length ? [] : standings[0];
  const size = winners.length > 1 ? 84 : 116;
  return html`<section ref=${box} class="ending" aria-label=${t("standings")}>
    ${felt(head.game)}
    <div class="ending-stage">
      <header class="winner">
        <div class="winner-faces">
          ${winners.map((seat) => html`<${Avatar} key=${seat} head=${head} seat=${seat} size=${size} mouth="happy" />`)}
        </div>
        <h1 tabindex="-1">${verdict(match, standings)}</h1>
        <${Why} ctx=${ctx} />
      </header>
      ${winner !== null && html`<${Won} match=${match} seat=${winner} />`}
      <div class="ending-panels">
        ${winner !== null && (found ? html`<${KeyMoment} ctx=${ctx} found=${found} winner=${winner} />` : NO_MOMENT)}
        <${Standings} ctx=${ctx} standings=${standings} found=${found} />
      </div>
      <${Onward} ctx=${ctx} standings=${standings} />
    </div>
    <${EndStrip} ctx=${ctx} standings=${standings} />
  </section>`;
}

/** The reason why somebody has won, as the game announced it. @param {Props<"match">} props */
function Why({ ctx }) {
  const why = reasons(ctx);
  return (
    why.length > 0 &&
    html`<ul data-reason>
      ${why.map((one) => html`<li>${one}</li>`)}
    </ul>`
  );
}

/** The cards that won. */
function Won({ match, seat }) {
  const groups = winningCards(match, seat);
  return (
    groups.length > 0 &&
    html`<div class="won" data-won>
      ${groups.map(
        (group) =>
          html`<figure class="won-group">
            <div class="won-cards">
              ${group.faces.map((face) => html`<span class="won-card"><${CardArt} game=${match.game} face=${face} /></span>`)}
            </div>
            ${group.title && html`<figcaption>${group.title}</figcaption>`}
          </figure>`,
      )}
    </div>`
  );
}

/** The placeholder of the turning point while it is computed, so that the standings beside it stay in place. */
const NO_MOMENT = html`<div class="ending-panel told untold" aria-hidden="true"></div>`;

/** The turning point of the match in one sentence, with its card. @param {Props} props */
function KeyMoment({ ctx, found, winner }) {
  const { match } = ctx;
  const { head, layout, table, view } = match;
  const story = storyOf(found.course, winner, layout.goal?.(view) ?? null);
  const row = story && cause(found.rows, story.seq, winner);
  if (!story || !row) return NO_MOMENT;
  const line = match.past().find((one) => one.row.seq === row.seq) ?? lineOf(row, {});
  const [caption] = captions(ctx, line);
  const aimed = parts({ ...match, seen: line.seen }, row.move).find(({ means }) => means === "seat");
  const target = aimed ? row.move.args[aimed.slot] : story.victim;
  const isAttack = typeof target === "number" && target !== row.seat;
  const round = roundOf(found.course, story.seq);
  const name = winner === match.me ? t("you") : nameOf(head, winner);
  const waited = story.waited > 0 && t(winner === match.me ? "you_waited" : "they_waited", { name, n: story.waited });
  return html`<section class="ending-panel told" data-key-moment aria-label=${t("key_moment")}>
    <${Played} match=${match} row=${row} />
    <div class="told-words">
      <p class="told-who">
        <${Avatar} head=${head} seat=${row.seat} size=${40} mouth=${isAttack ? "sly" : "happy"} />
        ${
          isAttack &&
          html`<svg class="told-arrow" viewBox="0 0 54 16" aria-hidden="true">
              <path d="M3 8H42" stroke-dasharray="1 6" />
              <path d="M38 2l12 6-12 6 3-6z" class="tip" />
            </svg>
            <${Avatar} head=${head} seat=${target} size=${40} mouth="sad" />`
        }
        ${round > 0 && html`<span class="soft small">${t("turn_n", { n: round })}</span>`}
      </p>
      <p class="told-sentence">
        ${waited && html`${waited} `}${!caption.named && caption.seat !== null && html`${nameOf(head, caption.seat)} `}${caption.body}.
      </p>
      <${Link} class="button" to=${`/m/${table.id}/replay#${row.seq - 1}`}><${Sign} name="play" /> ${t("watch_it")}<//>
    </div>
  </section>`;
}

/** Returns the winner's act that led to a row; other seats may have answered in between. */
const cause = (rows, seq, winner) =>
  rows.findLast((one) => one.seq <= seq && one.seat === winner && one.move && one.effects.some(isLaid));

/** Returns whether a card is laid openly. */
const isLaid = (one) =>
  one.kind === "moved" && one.src.seat !== null && one.faces.length > 0 && one.faces.every(Boolean);

/** The card of a move, if the move shows a card. */
function Played({ match, row }) {
  const laid = row.effects.find((one) => one.kind === "moved" && one.src.seat === row.seat && one.faces[0]);
  const face = facesOf(match, "card", row.move.args.card ?? null)[0] ?? laid?.faces[0];
  if (!face) return null;
  return html`<span class="told-card"
    ><${CardArt} game=${match.game} face=${{ face, name: face, ...match.game?.faces?.[face] }}
  /></span>`;
}

/** The places; folded below them, the race and the luck. @param {Props} props */
function Standings({ ctx, standings, found }) {
  const { match } = ctx;
  const { head, view } = match;
  const scores = view.scores ?? head.scores;
  const order = standings.flat();
  return html`<section class="ending-panel places">
    <ol class="standings">
      ${order.map(
        (seat) =>
          html`<li key=${seat} class=${seat === match.me ? "ownplace" : ""}>
            <b class="num">${placeOf(standings, seat)}</b><${Avatar} head=${head} seat=${seat} size=${30} />
            <span class="grow">${seat === match.me ? t("you") : nameOf(head, seat)}</span>
            <span class="num" data-score>${resultOf(match, scores, seat)}</span>
          </li>`,
      )}
    </ol>
    <div class="folds"><${Race} ctx=${ctx} found=${found} /><${WasItLuck} ctx=${ctx} /></div>
  </section>`;
}

/** Returns a seat's result: its score or its progress. @param {import("../types.js").Match} match */
function resultOf({ game, layout, view }, scores, seat) {
  if (scores) return scoreText(game, scores[seat]);
  return layout.race ? t(`n_${layout.racing}`, { n: layout.race(view, seat) }) : "";
}

/** Luck against skill, computed at the viewer's request. @param {Props} props */
function WasItLuck({ ctx }) {
  const { table, game } = ctx.match;
  const kept = useMemo(() => signal(/** @type {import("../../replay/judged.js").Analysis|null} */ (null)), []);
  const coach = useCoach(table, kept);
  if (!coach.offered || !game.levels?.length) return null;
  const open = (event) => event.target.open && !coach.analysis && coach.ask();
  return html`<details class="fold" onToggle=${open} data-luck-fold>
    <summary>${t("was_it_luck")}</summary>
    ${coach.fault && html`<p class="fault" role="alert">${coach.fault}</p>`}
    ${
      coach.analysis && !coach.analysis.luck?.estimate
        ? html`<p class="soft" role="status">
            ${t("coach_progress", { n: coach.analysis.progress.done, of: coach.analysis.progress.total })}
          </p>`
        : html`<${Luck} luck=${coach.analysis?.luck} head=${table.head.value} />`
    }
  </details>`;
}

/** Further acts after the end of a match. @param {Props} props */
function Onward({ ctx, standings }) {
  const { match } = ctx;
  const { head, table, view } = match;
  return html`<p class="onward">
    ${head.rated && match.me !== null && html`<${RatingChange} head=${head} />`}
    <${Link} to=${`/m/${table.id}/verify`}><${Sign} name="shield" /> ${t("check_match")}<//>
    <${ShareButton} head=${head} seq=${view.seq} /><${PictureButton} ctx=${ctx} standings=${standings} />
    ${standings.length > 0 && html`<a data-play href=${playAddress(ctx, standings)} target="_blank" rel="noopener">${t("log_play")}</a>`}
    ${head.rated && html`<${Link} to=${`/ratings/${head.game}`}>${t("ratings")}<//>`}
  </p>`;
}

/** The strip of a finished match: my place and further acts. @param {Props} props */
function EndStrip({ ctx, standings }) {
  const { match } = ctx;
  const { head, me, table, view } = match;
  const next = (mine.value?.turns ?? []).filter((one) => one.id !== head.id);
  const others = head.seats.filter((seat) => seat.seat !== me);
  const areBots = others.every((seat) => seat.kind === "bot");
  const place = me !== null && standings.flat().includes(me) ? placeOf(standings, me) : null;
  const endLine =
    place === null
      ? t(me === null ? "you_watched" : "match_over")
      : t("ended_at_place", { place: t(`nth_${place}`), of: t(`number_${view.seats}`) });
  return html`<footer class="end-strip" data-end-strip>
    ${me !== null && html`<${Avatar} head=${head} seat=${me} size=${52} mouth=${place === 1 ? "happy" : "calm"} />`}
    <div class="grow">
      <p class="end-line">${endLine}</p>
      ${me !== null && head.status === "finished" && html`<p class="end-more">${areBots ? t("same_again", { n: others.length }) : t("same_again_people")}</p>`}
    </div>
    <div class="end-buttons">
      <${Link} class="button" to=${`/m/${table.id}/replay`}>${t("replay")}<//>
      ${
        next.length > 0
          ? html`<${Link} class="button" to=${`/m/${next[0].id}`}>${t("next_table", { n: next.length })}<//>`
          : html`<${Link} class="button" to="/">${t("another_game")}<//>`
      }
      <${Again} ctx=${ctx} />
    </div>
  </footer>`;
}

/** @param {Props} props */
function PictureButton({ ctx, standings }) {
  const [status, setStatus] = useState("");
  const share = async () => {
    const { sharePicture } = await import("./picture.js");
    setStatus(await sharePicture(ctx.match, standings));
  };
  return html`<button class="link" data-picture onClick=${share}>${t("share_picture")}</button
    >${status && html`<span role="status" class="small">${status}</span>`}`;
}

/** Returns the address that passes the match to BG Stats. @param {With<"match">} ctx */
function playAddress({ match }, standings) {
  const { head, view, table } = match;
  const ended = table.log.value.findLast(({ row }) => row.type === "match.over")?.row.at;
  const endedMs = ended ? Date.parse(ended) : serverNow();
  return addressOf(playOf(match, standings, view.scores ?? head.scores, (seat) => nameOf(head, seat), endedMs));
}

/** The change of my rating through the match, once it is computed. */
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
