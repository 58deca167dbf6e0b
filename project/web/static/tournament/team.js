/** The players of teams: the player who entered the team invites them, and they join before the start. */

import { post, put, remove } from "../server/api.js";
import { useSaved } from "../account/saved.js";
import { session } from "../shell/session.js";
import { html, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** @typedef {import("./words.js").Tournament} Tournament */
/** @typedef {import("./words.js").Entry} Entry */

/** Returns the players of a team; empty for a single player. @param {Entry|undefined} entry @returns {string[]} */
export const membersText = (entry) =>
  entry?.team
    ? [entry.player, ...(entry.members ?? []).filter((one) => one.joined).map((one) => one.player)].map(
        (name) => name ?? t("somebody"),
      )
    : [];

/** My team before the start, and the teams that have invited me. @param {{tournament: Tournament, refresh: () => Promise<any>}} props */
export function Teams({ tournament, refresh }) {
  const { send, feedback } = useSaved();
  const size = tournament.team_size ?? 1;
  if (size === 1 || tournament.status !== "open" || !session.value.token) return "";
  const me = session.value.name ?? "";
  const teams = tournament.entries.filter((entry) => !entry.withdrawn && entry.team);
  const own = teams.find((entry) => entry.player === me);
  const mine = teams.find((entry) => entry.entry === tournament.entry && entry !== own);
  const asking =
    tournament.entry === null ? teams.filter(({ members }) => members?.some((one) => one.player === me)) : [];
  const path = (entry) => `tournaments/${tournament.id}/entries/${entry.entry}/members`;
  const free = (entry, name) => remove(`${path(entry)}/${encodeURIComponent(name)}`);
  const act = (promise, words) => send(promise, words).then((done) => done !== undefined && refresh());
  if (!own && !mine && !asking.length) return "";
  return html`<section class="panel stack" data-part="team">
    ${own && html`<${Own} team=${own} size=${size} path=${path(own)} free=${(name) => act(free(own, name))} act=${act} />`}
    ${
      mine &&
      html`<div class="row">
        <span class="grow">${mine.team}</span
        ><button class="dense" data-leave onClick=${() => act(free(mine, me))}>${t("leave_team")}</button>
      </div>`
    }
    ${asking.map(
      (entry) =>
        html`<div class="row" key=${entry.entry}>
          <span class="grow">${t("team_invites", { name: entry.team ?? "" })}</span
          ><button class="act dense" data-join=${entry.entry} onClick=${() => act(post(path(entry), {}), t("entered"))}>
            ${t("join_team")}
          </button>
        </div>`,
    )}${feedback}
  </section>`;
}

/** The boards of my own team, with a field to invite a player to the next board. */
function Own({ team, size, path, free, act }) {
  const [name, setName] = useState("");
  const invite = (event) => {
    event.preventDefault();
    if (name.trim())
      act(put(`${path}/${encodeURIComponent(name.trim())}`, {}), t("team_invited")).then(() => setName(""));
  };
  return html`<h2>${team.team}</h2>
    ${team.members.map(
      (one) =>
        html`<div class="row" key=${one.board} data-member=${one.board}>
          <span class="grow"
            >${one.player} ${!one.joined && html`<span class="soft small">${t("team_waits")}</span>`}</span
          ><button class="dense" onClick=${() => free(one.player ?? "")}>${t("remove_member")}</button>
        </div>`,
    )}
    ${
      team.members.length < size - 1 &&
      html`<form class="row" onSubmit=${invite}>
        <label class="field grow"
          ><span>${t("team_player")}</span
          ><input name="member" value=${name} onInput=${(event) => setName(event.target.value)} /></label
        ><button class="dense">${t("invite_to_team")}</button>
      </form>`
    }`;
}
