/** A league: its description, its current season, its members, and earlier seasons. */

import { get, post, put, remove } from "../server/api.js";
import { Part, useSaved } from "../account/saved.js";
import { onNotice } from "../notices/heard.js";
import { ensurePlayer, randomName } from "../setup/start.js";
import { Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { clockText, listed, t, when } from "../words/texts.js";
import { Change } from "./change.js";
import { OneSeason } from "./season.js";
import { leagueText, stageText } from "./words.js";

/** @typedef {import("./words.js").League} League */
/** @typedef {{league: League, changed: () => Promise<any>}} Props */

/** @param {{id: string}} props */
export default function Page({ id }) {
  const [league, setLeague] = useState(/** @type {League|null|undefined} */ (undefined));
  const load = () => get(`leagues/${id}`).then(setLeague, () => setLeague(null));
  useEffect(() => {
    load();
    return onNotice(load);
  }, [id, session.value.token]);
  if (league === undefined) return html`<main id="main" class="page" aria-busy="true"></main>`;
  document.title = `${league?.title ?? t("leagues")} – Comptoir`;
  if (league === null)
    return html`<main id="main" class="page stack">
      <h1>${t("no_such_league")}</h1>
      <p><${Link} to="/leagues">${t("leagues")}<//></p>
    </main>`;
  const { organiser, co_organisers: others } = league;
  return html`<main id="main" class="page stack tournament" data-league=${league.id}>
    <p class="small"><${Link} to="/leagues">${t("leagues")}<//></p>
    <div class="row">
      <h1 class="grow breaks">${league.title}</h1>
      <span class="chip">${stageText(league)}</span>
    </div>
    <p>
      ${t("organised_by", { name: organiser ?? t("somebody") })}${others.length > 0 && ` · ${t("co_organised_by", { names: listed(others) })}`}
    </p>
    <p class="soft small">
      ${[leagueText(league), clockText(league.clock), ...(league.pause_days === null ? [] : [t("pause_of", { n: league.pause_days })])].join(" · ")}
    </p>
    <${Joining} league=${league} changed=${load} />
    ${league.is_organiser && league.status === "open" && html`<${Leading} league=${league} changed=${load} />`}
    ${
      league.season_status === "running" &&
      html`<section class="stack">
        <h2>${t("season_n", { n: league.season })}</h2>
        <${OneSeason} id=${id} number=${league.season} stamp="" />
      </section>`
    } <${Members} league=${league} /><${History} league=${league} />
    <details class="small">
      <summary>${t("how_league_moves")}</summary>
      <p>${t("league_rules", { n: league.moving })}</p>
    </details>
  </main>`;
}

/** @param {Props} props */
function Joining({ league, changed }) {
  const { send, feedback } = useSaved();
  const [isSure, setSure] = useState(false);
  const path = `leagues/${league.id}/members`;
  const join = () =>
    send(
      ensurePlayer(session.value.name ?? randomName()).then(() => post(path, {})),
      t("joined_league"),
    ).then(changed);
  const leave = () => {
    if (!isSure) return setSure(true);
    setSure(false);
    return send(remove(`${path}/${encodeURIComponent(session.value.name)}`), t("left_league")).then(changed);
  };
  return html`<div class="row">
    ${league.status === "open" && !league.is_member && html`<button class="act" data-join onClick=${join}>${t("join_league")}</button>`}
    ${league.is_member && html`<button class="quiet" data-leave onClick=${leave}>${t(isSure ? "leave_league_sure" : "leave_league")}</button>`}
    ${feedback}
  </div>`;
}

/** The acts of organisers. @param {Props} props */
function Leading({ league, changed }) {
  const { send, feedback } = useSaved();
  const [sure, setSure] = useState("");
  const [name, setName] = useState("");
  const isMine = league.organiser === session.value.name;
  const act = (what) => () => {
    if (sure !== what) return setSure(what);
    setSure("");
    return send(post(`leagues/${league.id}/${what}`, {}), t("saved")).then(changed);
  };
  const coOrganiser = (one) => `leagues/${league.id}/organisers/${encodeURIComponent(one)}`;
  const add = (event) => {
    event.preventDefault();
    if (name.trim()) send(put(coOrganiser(name.trim()), {}), t("co_organiser_named")).then(changed);
  };
  return html`<div class="stack" data-part="leading">
    <div class="row">
      ${league.season_status === "proposed" && html`<button class="act" data-begin onClick=${act("start")}>${t(sure === "start" ? "begin_sure" : "begin_season", { n: league.season })}</button>`}
    </div>
    ${feedback}
    <details>
      <summary>${t("organising")}</summary>
      <div class="stack">
        <${Change} key=${league.season_status} league=${league} changed=${changed} />
        ${
          isMine &&
          html`<form class="row" onSubmit=${add}>
              <label class="field grow"
                ><span>${t("co_organiser")}</span
                ><input name="co_organiser" value=${name} onInput=${(event) => setName(event.target.value)} /></label
              ><button class="dense">${t("name_co_organiser")}</button>
            </form>
            ${league.co_organisers.map(
              (one) =>
                html`<div class="row" key=${one}>
                  <span class="grow">${one}</span
                  ><button class="dense" onClick=${() => send(remove(coOrganiser(one)), t("saved")).then(changed)}>
                    ${t("remove_co_organiser")}
                  </button>
                </div>`,
            )}
            <div>
              <button class="quiet" data-end onClick=${act("cancel")}>
                ${t(sure === "cancel" ? "end_league_sure" : "end_league")}
              </button>
            </div>`
        }
      </div>
    </details>
  </div>`;
}

/** The members, by the divisions in which they would start now. @param {{league: League}} props */
function Members({ league }) {
  const { members } = league;
  const numbers = [...new Set(members.map((one) => one.division))];
  if (league.status !== "open") return "";
  return html`<${Part} name="members" title=${t("n_members", { n: members.length })}>
    ${!members.length && html`<p class="soft">${t("no_entries")}</p>`}
    ${members.length > 0 && html`<p class="soft small">${t("if_it_began_now")}</p>`}
    <ul class="lines">
      ${numbers.map(
        (number) =>
          html`<li key=${number}>
            <strong>${number ? t("division_n", { n: number }) : t("waits_for_place")}</strong>${" "}
            <span class="breaks"
              >${listed(members.filter((one) => one.division === number).map(({ name }) => name))}</span
            >
          </li>`,
      )}
    </ul>
  <//>`;
}

/** The finished seasons; only one is expanded at a time. @param {{league: League}} props */
function History({ league }) {
  const [seasons, setSeasons] = useState(/** @type {import("./words.js").SeasonLine[]} */ ([]));
  const [open, setOpen] = useState(0);
  useEffect(() => {
    get(`leagues/${league.id}/seasons?limit=100`).then(
      ({ items }) => setSeasons(items.filter(({ status }) => status === "finished")),
      () => setSeasons([]),
    );
  }, [league.id, league.season, league.status]);
  if (!seasons.length) return "";
  return html`<section class="stack" data-part="history">
    <h2>${t("seasons_before")}</h2>
    <div class="panel wideness" tabindex="0" role="region" aria-label=${t("seasons_before")}>
      <table>
        <thead>
          <tr>
            <th scope="col">${t("season")}</th>
            <th scope="col">${t("champion")}</th>
            <th scope="col">${t("ended_on")}</th>
          </tr>
        </thead>
        <tbody>
          ${seasons.map(
            (one) =>
              html`<tr key=${one.season}>
                <td>
                  <button
                    class="dense"
                    aria-label=${t("season_n", { n: one.season })}
                    aria-expanded=${open === one.season}
                    data-open-season=${one.season}
                    onClick=${() => setOpen(open === one.season ? 0 : one.season)}
                  >
                    ${one.season}
                  </button>
                </td>
                <th scope="row">${one.champion ?? "–"}</th>
                <td>${one.ended_at && html`<time datetime=${one.ended_at}>${when(one.ended_at)}</time>`}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      open > 0 &&
      html`<h3>${t("season_n", { n: open })}</h3>
        <${OneSeason} id=${league.id} number=${open} stamp="over" />`
    }
  </section>`;
}
