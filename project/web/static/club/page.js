/** A club: its tables, tournaments, ratings and members; for its leaders also links, defaults and its name. */

import { Empty } from "../shell/empty.js";
import { Part, useSaved } from "../account/saved.js";
import { House } from "./house.js";
import { Invitations } from "./invitations.js";
import { Leading } from "./leading.js";
import { Members } from "./members.js";
import { forClub, isIn, leads } from "./words.js";
import { get, post, remove } from "../server/api.js";
import { brief, games } from "../server/catalog.js";
import { useLoaded } from "../server/loaded.js";
import { ensurePlayer, randomName } from "../setup/start.js";
import { go, Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { Row } from "../pages/lobby.js";
import { Leaders } from "../pages/ratings.js";

export default function Page({ club: encoded }) {
  const name = decodeURIComponent(encoded);
  const [club, setClub] = useState(/** @type {import("./words.js").Club|null|undefined} */ (undefined));
  const load = () => get(`clubs/${encodeURIComponent(name)}`).then(setClub, () => setClub(null));
  useEffect(() => {
    load();
  }, [name, session.value.token]);
  if (club === undefined) return html`<main id="main" class="page" aria-busy="true"></main>`;
  document.title = `${club?.name ?? t("clubs")} – Comptoir`;
  if (club === null)
    return html`<main id="main" class="page stack">
      <h1>${t("no_such_club")}</h1>
      <p>${t("no_such_club_text")}</p>
      <p><${Link} to="/clubs">${t("clubs")}<//></p>
    </main>`;
  return html`<main id="main" class="page stack" data-club=${club.id}>
    <div class="row">
      <h1 class="grow breaks">${club.name}</h1>
      ${club.role && html`<span class="chip">${t(`club_${club.role}`)}</span>`}
    </div>
    ${club.about && html`<p class="breaks">${club.about}</p>`}
    <p class="soft">
      ${t(`club_${club.visibility}`)} · ${t("n_members", { n: club.number_of_members })} ·${" "}
      ${t("club_of", { name: club.owner ?? "?" })}
    </p>
    <${Joining} club=${club} changed=${load} />
    <div class="fields sections">
      <${Tables} club=${club} /><${Held} club=${club} what="tournaments" begin="organise" /><${Held}
        club=${club}
        what="leagues"
        begin="found_league"
      /><${Ratings} club=${club} />
      <${Members} club=${club} changed=${load} />
      ${leads(club.role) && html`<${Invitations} club=${club} />`}
      <${House} club=${club} />
      ${leads(club.role) && html`<${Leading} club=${club} changed=${load} />`}
    </div>
  </main>`;
}

/** Buttons to apply for membership, to withdraw the application, or to leave. */
function Joining({ club, changed }) {
  const { send, feedback } = useSaved();
  const path = `clubs/${club.id}/members`;
  const ask = () =>
    send(
      ensurePlayer(session.value.name ?? randomName()).then(() => post(path)),
      t("club_asked"),
    ).then(changed);
  const leave = () =>
    send(remove(`${path}/${encodeURIComponent(session.value.name)}`), "").then(
      (done) => done !== undefined && (club.visibility === "private" ? go("/clubs") : changed()),
    );
  return html`<div class="row">
    ${!club.role && html`<button class="act" onClick=${ask}>${t("ask_to_join")}</button>`}
    ${club.role === "asking" && html`<span>${t("club_asked")}</span><button onClick=${leave}>${t("withdraw")}</button>`}
    ${isIn(club.role) && club.role !== "owner" && html`<button class="quiet" onClick=${leave}>${t("leave_club")}</button>`}
    ${feedback}
  </div>`;
}

/** The club's open and running tables, with a button to open a table. */
function Tables({ club }) {
  const found = useLoaded(`matches?club=${club.id}&limit=60`);
  const lines = (found?.items ?? []).filter(({ status }) => ["open", "sealing", "running"].includes(status));
  const first = games()?.[0]?.game;
  return html`<${Part} name="tables" title=${t("club_tables")}>
    ${found && !lines.length && html`<${Empty} text=${t("no_tables_text")} />`}
    <ul class="tables">
      ${lines.map((match) => html`<${Row} key=${match.id} match=${match} />`)}
    </ul>
    ${
      isIn(club.role) &&
      first &&
      html`<div>
        <${Link} class="button dense" to=${`/new/${first}${forClub(club)}`}>${t("open_a_table")}<//>
      </div>`
    }<//
  >`;
}

/** The club's tournaments or leagues, with a button to create one. */
function Held({ club, what, begin }) {
  const found = useLoaded(`${what}?club=${club.id}&limit=20`);
  const lines = found?.items ?? [];
  return html`<${Part} name=${what} title=${t(what)}>
    ${found && !lines.length && html`<p class="soft">${t(`no_${what}`)}</p>`}
    <ul>
      ${lines.map(
        (line) =>
          html`<li key=${line.id}>
            <${Link} to=${`/${what}/${line.id}`}>${line.title}<//>${" "}
            <span class="soft small">${brief(line.game)?.title ?? line.game}</span>
          </li>`,
      )}
    </ul>
    ${
      isIn(club.role) &&
      html`<div>
        <${Link} class="button dense" to=${`/${what}/new${forClub(club)}`}>${t(begin)}<//>
      </div>`
    }<//
  >`;
}

/** The ratings of each game that has any. */
function Ratings({ club }) {
  const [found, setFound] = useState(/** @type {{game: string, lines: any[]}[]|null} */ (null));
  const all = games();
  useEffect(() => {
    const boards = (all ?? []).map(({ game }) =>
      get(`clubs/${club.id}/ratings/${game}?limit=100`).then(
        ({ items }) => ({ game, lines: items }),
        () => ({ game, lines: [] }),
      ),
    );
    Promise.all(boards).then((every) => setFound(every.filter(({ lines }) => lines.length)));
  }, [club.id, all]);
  return html`<${Part} name="ratings" title=${t("ratings")}>
    <p class="soft small">${t("club_ratings_text")}</p>
    ${found && !found.length && html`<${Empty} text=${t("no_ratings_text")} />`}
    ${(found ?? []).map(
      ({ game, lines }) =>
        html`<h3 key=${game}>${brief(game)?.title ?? game}</h3>
          <${Leaders} lines=${lines} />`,
    )}<//
  >`;
}
