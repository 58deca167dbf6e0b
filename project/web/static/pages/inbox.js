/** My matches: those that wait for me first, by deadline. The keys j and k move the selection; Enter opens a match. */

import { brief, game as gameOf, title as titleOf } from "../server/catalog.js";
import { Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { Countdown } from "../shell/countdown.js";
import { remove } from "../server/api.js";
import { listed, t, when } from "../words/texts.js";
import { Empty } from "../shell/empty.js";
import { Avatar, nameOf } from "../shell/ui.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { FollowedTables } from "./followed.js";
import { OpenTables, SeatDots } from "./lobby.js";
import { mine, refreshMine, useMine } from "./mine.js";
import { sitDown } from "../setup/start.js";

const SECTIONS = [
  ["turns", "turn_here"],
  ["waiting", "waiting_others"],
  ["open", "open_ones"],
  ["over", "finished"],
];

export default function Inbox() {
  useMine();
  const box = useRef(null);
  useEffect(() => {
    document.title = `${t("my_matches")} – Comptoir`;
    const onKey = (event) => {
      if (!["j", "k"].includes(event.key) || event.target.closest("input, textarea, select")) return;
      const tiles = [...box.current.querySelectorAll("a.tile")];
      tiles[
        Math.max(0, Math.min(tiles.length - 1, tiles.indexOf(document.activeElement) + (event.key === "j" ? 1 : -1)))
      ]?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const found = mine.value;
  return html`<main id="main" class="page stack" ref=${box}>
    <h1>${t("my_matches")}</h1>
    ${
      !session.value.token &&
      html`<${Empty} text=${t("who_are_you")}
        ><${Link} class="button act" to="/login?to=/play">${t("sign_in")}<//
        ><${Link} class="button" to="/">${t("deal_me_in")}<//><//
      >`
    }
    ${
      found?.seen &&
      html`<p class="notice" role="status" data-seen>
        ${t("matches_as_seen", { time: when(new Date(found.seen).toISOString()) })}
      </p>`
    }
    ${
      found?.invited.length > 0 &&
      html`<section class="stack">
        <h2>${t("invitations")} <span class="soft num">${found.invited.length}</span></h2>
        <div class="cards">${found.invited.map((match) => html`<${Invitation} key=${match.id} match=${match} />`)}</div>
      </section>`
    }
    ${
      found &&
      SECTIONS.map(
        ([key, heading]) =>
          (found[key].length || key === "turns") &&
          html`<section class="stack" key=${key}>
            <h2>${t(heading)}${found[key].length ? html` <span class="soft num">${found[key].length}</span>` : ""}</h2>
            ${
              !found[key].length &&
              html`<${Empty} text=${t("no_turn_text")}><${Link} class="button act" to="/">${t("deal_me_in")}<//><//>`
            }
            <div class="cards">
              ${found[key]
                .slice(0, key === "over" ? 12 : 60)
                .map((match) => html`<${Tile} key=${match.id} match=${match} turn=${key === "turns"} />`)}
            </div>
          </section>`,
      )
    }
    ${(found || !session.value.token) && html`<${FollowedTables} /><${OpenTables} />`}
  </main>`;
}

/** An invitation: its sender and the match, with buttons to sit down and to decline. */
function Invitation({ match }) {
  const [fault, setFault] = useState("");
  const seat = match.seats.find((one) => one.invited === session.value.name)?.seat;
  const act = (promise) => promise.then(refreshMine).catch((error) => setFault(error.message));
  return html`<article class="tile mine">
    <span class="row"
      ><strong class="grow">${brief(match.game)?.title ?? match.game}</strong><${SeatDots} seats=${match.seats}
    /></span>
    <span class="soft small">${t("invited_by", { name: match.creator ?? "?" })}</span>
    <span class="row"
      ><button class="act dense" onClick=${() => act(sitDown(match.id, undefined, seat))}>
        ${t("accept_invitation")}</button
      ><button class="dense" onClick=${() => act(remove(`matches/${match.id}/seats/${seat}`))}>
        ${t("decline_invitation")}
      </button></span
    >
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </article>`;
}

function Tile({ match, turn }) {
  const game = brief(match.game);
  const others = match.seats
    .filter((seat) => seat.player?.name !== session.value.name)
    .map((seat) => nameOf(match, seat.seat));
  const won = match.standings?.[0]?.some((seat) => match.seats[seat].player?.name === session.value.name);
  return html`<${Link} class=${`tile${turn ? " mine" : ""}`} to=${`/m/${match.id}`}
    ><span class="row"
      ><strong class="grow">${game?.title ?? match.game}</strong
      ><span class="tilefaces"
        >${match.seats
          .filter((seat) => seat.player?.name !== session.value.name)
          .slice(0, 4)
          .map((seat) => html`<${Avatar} key=${seat.seat} head=${match} seat=${seat.seat} tiny />`)}</span
      >${turn && html`<span class="badge">${t("your_turn")}</span>`}${
        match.standings && html`<span class="chip">${won ? t("you_won") : t(`status_${match.status}`)}</span>`
      }</span
    >
    <span class="soft small">${listed(others)}</span>${saying(match, turn)}${unseen(match)}<span class="row small"
      ><${SeatDots} seats=${match.seats} /><span class="grow"></span>${
        match.deadline
          ? html`<${Countdown} at=${match.deadline} />`
          : html`<time class="soft" datetime=${match.created_at}>${when(match.created_at)}</time>`
      }</span
    ><//
  >`;
}

/** Returns the number of rows that others have added since my last visit, with a mark. */
function unseen(match) {
  if (!match.unseen?.length) return "";
  const n = match.unseen.reduce((sum, one) => sum + one.moves, 0);
  const names = listed(match.unseen.map(({ seat }) => nameOf(match, seat)));
  return html`<span class="small" data-unseen=${n}
    ><b class="badge" aria-hidden="true">•</b> ${t("unseen", { n, names })}</span
  >`;
}

/** Returns the question and its age, or the seats that the table waits for, if the server provides them. */
function saying(match, turn) {
  const { decision, to_act: seats } = match;
  if (decision)
    return html`<span class="small"
      ><b>${titleOf(gameOf(match.game), "phases", decision.phase)}</b>${" "}
      <span class="soft">${t("since", { time: when(decision.since) })}</span></span
    >`;
  if (turn || match.status !== "running" || !seats?.length) return "";
  return html`<span class="small"
    >${t("waiting_for", { names: listed(seats.map((seat) => nameOf(match, seat))) })}</span
  >`;
}
