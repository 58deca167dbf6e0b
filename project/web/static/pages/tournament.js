/** One tournament: its description, its participants, its standings, its rounds, its shared deals, and how to verify it. */

import { pages, request } from "../server/api.js";
import { brief } from "../server/catalog.js";
import { onNotice } from "../notices/heard.js";
import { Link } from "../shell/router.js";
import { usePaths } from "../server/served.js";
import { session, settings } from "../shell/session.js";
import { clockText, t, when } from "../words/texts.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Acts } from "../tournament/acts.js";
import { Audit } from "../tournament/audit.js";
import { Deals } from "../tournament/deals.js";
import { Organisers } from "../tournament/organisers.js";
import { Rounds } from "../tournament/rounds.js";
import { Entries, Standings } from "../tournament/standings.js";
import { Teams } from "../tournament/team.js";
import { shapeText, whenText } from "../tournament/words.js";

/** @typedef {import("../tournament/words.js").Tournament} Tournament */

const REFRESH_MS = 5000;

/** @param {{id: string}} props */
export default function OneTournament({ id }) {
  const { tournament, rounds, deals, fault, refresh } = useTournament(id);
  const known = usePaths();
  useEffect(() => {
    if (tournament) document.title = `${tournament.title} – Comptoir`;
  }, [tournament?.title]);
  if (fault && !tournament)
    return html`<main id="main" class="page stack">
      <h1>${t("no_such_tournament")}</h1>
      <p>${fault}</p>
      <p><${Link} to="/tournaments">${t("tournaments")}<//></p>
    </main>`;
  if (!tournament) return html`<main id="main" class="page" aria-busy="true"></main>`;
  const { table } = tournament;
  return html`<main id="main" class="page stack tournament" data-status=${tournament.status}>
    <p class="small">
      ${tournament.league ? html`<${Link} to=${`/leagues/${tournament.league.id}`}>${t("division_of_league", { division: tournament.league.division, n: tournament.league.season })}<//>` : html`<${Link} to="/tournaments">${t("tournaments")}<//>`}
    </p>
    <div class="row">
      <h1 class="grow breaks">${tournament.title}</h1>
      <span class="chip">${t(`tournament_${tournament.status}`)}</span>
    </div>
    <${About} tournament=${tournament} /><${Acts} key=${tournament.round} tournament=${tournament} refresh=${refresh} />
    <${Teams} tournament=${tournament} refresh=${refresh} />
    <${Organisers} tournament=${tournament} refresh=${refresh} />
    ${
      table.length > 0
        ? html`<${Standings} tournament=${tournament} refresh=${refresh} />`
        : html`<${Entries} tournament=${tournament} refresh=${refresh} />`
    }
    <${Rounds} tournament=${tournament} rounds=${rounds} />
    ${
      tournament.duplicate &&
      known.has("/tournaments/{tournament_id}/deals") &&
      html`<${Deals} tournament=${tournament} deals=${deals} />`
    }
    ${
      tournament.status !== "open" &&
      known.has("/tournaments/{tournament_id}/export") &&
      html`<${Audit} tournament=${tournament} rounds=${rounds} />`
    }
  </main>`;
}

/** Loads a tournament, repeatedly while it runs; the server does not resend an unchanged one. @param {string} id */
function useTournament(id) {
  const [state, setState] = useState({
    tournament: /** @type {Tournament|null} */ (null),
    rounds: /** @type {any[]} */ ([]),
    deals: /** @type {any[]} */ ([]),
    fault: "",
  });
  const etag = useRef(/** @type {string|null} */ (null));
  const refresh = async () => {
    try {
      const answer = await request("GET", `tournaments/${id}`, { etag: etag.current });
      if (!answer) return;
      const tournament = answer.body;
      const [rounds, deals] = tournament.round
        ? await Promise.all([
            pages(`tournaments/${id}/rounds`),
            tournament.duplicate ? pages(`tournaments/${id}/deals`) : [],
          ])
        : [[], []];
      etag.current = answer.etag;
      setState({ tournament, rounds, deals, fault: "" });
    } catch (/** @type {any} */ error) {
      setState((before) => ({ ...before, fault: error.message }));
    }
  };
  const goesOn = !state.tournament || ["open", "running"].includes(state.tournament.status);
  useEffect(() => {
    etag.current = null;
    refresh();
  }, [id, session.value.token, settings.value.language]);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => document.hidden || refresh(), REFRESH_MS);
    const unsubscribe = onNotice(refresh);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [id, goesOn]);
  return { ...state, refresh };
}

/** @param {{tournament: Tournament}} props */
function About({ tournament }) {
  const { rounds, deals_per_round: deals, tie_breaks: ties } = tournament;
  const title = brief(tournament.game)?.title ?? tournament.game;
  const facts = [
    shapeText(tournament),
    ...(rounds ? [t("n_rounds", { n: rounds })] : []),
    ...(deals > 1 ? [t("n_deals", { n: deals })] : []),
    t(`scoring_${tournament.scoring}`),
    clockText(tournament.clock),
    ...(tournament.round_minutes ? [t("round_lasts", { n: tournament.round_minutes })] : []),
    ...(tournament.weekly_in ? [t("every_week")] : []),
    t("entries_of", { n: tournament.number_of_entries, of: tournament.max_players }),
  ];
  return html`<p>
      <strong><${Link} to=${`/rules/${tournament.game}`}>${title}<//></strong> ·
      ${t("organised_by", { name: tournament.organiser ?? t("somebody") })}${tournament.status === "open" && tournament.starts_at ? ` · ${whenText(tournament)}` : ""}
    </p>
    ${tournament.round_until && html`<p data-round-until>${t("round_until", { time: when(tournament.round_until) })}</p>`}
    <p class="soft small">
      ${facts.join(" · ")}${
        ties.length > 0 && html` · ${t("ties_by")} ${ties.map((tie) => t(`tie_${tie}`)).join(", ")}`
      }
    </p>
    ${
      Object.keys(tournament.options).length > 0 &&
      html`<details class="small">
        <summary>${t("options")}</summary>
        <code class="breaks">${JSON.stringify(tournament.options)}</code>
      </details>`
    }`;
}
