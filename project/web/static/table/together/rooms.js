/** Before and after: seats filling, standings. */

import { get, post, remove } from "../../server/api.js";
import { listed, t, worded } from "../../words/texts.js";
import { Avatar, nameOf } from "../../shell/ui.js";
import { Link } from "../../shell/router.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { rise } from "../../shell/rise.js";
import { sitDown } from "../../setup/start.js";
import { session } from "../../shell/session.js";
import { Again } from "./again.js";
import { game as gameOf } from "../../server/catalog.js";
import { lazy } from "../../shell/lazy.js";
import { changedOptions } from "../../words/optionwords.js";
import { usePaths } from "../../server/served.js";
import { TableLink } from "./links.js";
import { scoreText } from "../../words/sentence.js";
import { reasons } from "../log/rail.js";

/** @import { Props } from "../state/context.js" */

const WaitList = lazy(() => worded(import("./waitlist.js")).then((one) => one.WaitList));

const LOOK_MS = 3000;

/** @param {Props} props */
export function WaitingRoom({ ctx }) {
  const { match } = ctx;
  const { head, table } = match;
  const [fault, setFault] = useState("");
  useEffect(() => {
    const timer = setInterval(
      () =>
        document.hidden ||
        get(`matches/${table.id}`).then(
          (fresh) => (table.head.value = fresh),
          () => {},
        ),
      LOOK_MS,
    );
    return () => clearInterval(timer);
  }, []);
  const mine = head.seats.find((seat) => seat.player && seat.player.name === session.value.name);
  const full = head.seats.every((seat) => seat.player || seat.kind === "bot");
  const lists = usePaths().has("/matches/{match_id}/waiting-list") && head.status === "open";
  const reserved = head.seats.find((seat) => seat.invited && !seat.player && seat.invited === session.value.name);
  const free = head.seats.some((seat) => seat.kind === "open" && !seat.player && !seat.invited);
  const changed = changedOptions(gameOf(head.game)?.options, head.options ?? {});
  const act = (promise) =>
    promise
      .then(() => get(`matches/${table.id}`))
      .then(
        (fresh) => (table.head.value = fresh),
        (error) => setFault(error.message),
      );
  return html`<section class="room panel stack">
    <h1>${t("waiting_room")}</h1>
    <p class="soft">${t(`fairness_${head.fairness?.mode ?? "nonces"}`)}</p>
    ${changed.length > 0 && html`<p class="small" data-options>${t("changed_options")}${t("colon")}${changed.join(" · ")}</p>`}
    ${reserved && !mine && html`<p class="notice" role="status">${t("seat_reserved")}</p>`}
    <ul class="roomseats">
      ${head.seats.map(
        (seat) =>
          html`<li>
            <${Avatar} head=${head} seat=${seat.seat} me=${seat === mine} /><strong class="grow"
              >${nameOf(head, seat.seat)}</strong
            >
            ${!seat.player && seat.kind !== "bot" && !mine && (!seat.invited || seat.invited === session.value.name) && html`<button class="act dense" onClick=${() => act(sitDown(table.id, undefined, seat.seat))}>${t("sit_down")}</button>`}
            ${seat === reserved && !mine && html`<button class="dense" onClick=${() => act(remove(`matches/${table.id}/seats/${seat.seat}`))}>${t("decline_invitation")}</button>`}
            ${seat === mine && html`<button class="dense" onClick=${() => act(remove(`matches/${table.id}/seats/${seat.seat}`))}>${t("get_up")}</button>`}
          </li>`,
      )}
    </ul>
    ${lists && !free && !reserved && html`<${WaitList} ctx=${ctx} seated=${Boolean(mine)} />`}
    <${TableLink} ctx=${ctx} />
    ${head.start === "manual" && head.creator === session.value.name && html`<button class="act" disabled=${!full} onClick=${() => act(post(`matches/${table.id}/start`, {}))}>${t("start")}</button>`}
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </section>`;
}

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
      ${standings.map((place, at) => html`<li class=${place.includes(match.me) ? "ownplace" : ""}><b class="num">${1 + standings.slice(0, at).flat().length}.</b>${place.map((seat) => html`<span class="placed"><${Avatar} head=${head} seat=${seat} me=${seat === match.me} tiny /> ${nameOf(head, seat)}${scores ? html` · <span class="num" data-score>${scoreText(match.game, scores[seat])}</span>` : ""}</span>`)}</li>`)}
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
