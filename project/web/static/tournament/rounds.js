/** The rounds of a tournament, the newest first: tables, matches, results, byes. */

import { Link } from "../shell/router.js";
import { settings } from "../shell/session.js";
import { listed, t } from "../words/texts.js";
import { html } from "../vendor/preact.js";
import { entryName, pointsText } from "./words.js";

/** @typedef {import("./words.js").Tournament} Tournament @typedef {import("./words.js").Round} Round @typedef {import("./words.js").Played} Played */

/** @param {{tournament: Tournament, rounds: Round[]}} props */
export function Rounds({ tournament, rounds }) {
  if (!rounds.length) return null;
  const newest = rounds[rounds.length - 1].round;
  return html`<section class="stack">
    <h2>${t("rounds")}</h2>
    ${[...rounds].reverse().map(
      (round) =>
        html`<details class="panel" key=${round.round} open=${round.round === newest} data-round=${round.round}>
          <summary><h3 class="inline">${t("round_n", { n: round.round })}</h3></summary>
          <div class="cards">
            ${round.tables.map(
              (table) =>
                html`<section class="stack roundtable" key=${table.table}>
                  <h4>${t("table_n", { n: table.table })}</h4>
                  ${
                    (table.matches.length > 1 || !table.matches[0]?.points) &&
                    html`<p>
                      ${table.entries.map(
                        (entry, at) =>
                          html`${at > 0 && " · "}<span class=${entry === tournament.entry ? "strong" : ""}
                              >${entryName(tournament, entry)}</span
                            >`,
                      )}
                    </p>`
                  }
                  ${table.matches.map(
                    (match) =>
                      html`<${Match}
                        key=${match.match}
                        tournament=${tournament}
                        match=${match}
                        several=${table.matches.length > 1}
                      />`,
                  )}
                </section>`,
            )}
          </div>
          ${
            round.byes.length > 0 &&
            html`<p class="soft small">
              ${t("byes", { names: listed(round.byes.map((entry) => entryName(tournament, entry))) })}
            </p>`
          }
        </details>`,
    )}
  </section>`;
}

/** One match: its status, the points of each seat, and the link to it. @param {{tournament: Tournament, match: Played, several: boolean}} props */
function Match({ tournament, match, several }) {
  const mine = match.entries.includes(tournament.entry ?? -1);
  const hidden = tournament.duplicate && !match.points && !mine; // until all tables of the deal have finished
  return html`<div class="row small" data-match=${match.match}>
    <span class="grow"
      >${several && html`<span class="soft">${match.is_replay ? t("replay_match") : t((tournament.team_size ?? 1) > 1 ? "board_n" : "deal_n", { n: match.deal })} </span>`}${
        match.points
          ? html`<${Result} tournament=${tournament} match=${match} />`
          : html`<span class="soft">${t(`result_${match.status}`)}</span>`
      }</span
    >
    ${
      !hidden &&
      html`<${Link} class="button dense" to=${`/m/${match.match}`}
        >${t(match.status !== "running" ? "replay_of" : mine ? "back_to_table" : "watch")}<//
      >`
    }
  </div>`;
}

/** The points of each seat, the highest first, with the game's own score if it has one. @param {{tournament: Tournament, match: Played}} props */
export function Result({ tournament, match }) {
  const points = match.points ?? [];
  const order = points.map((_, seat) => seat).sort((a, b) => points[b] - points[a]);
  return html`<span
    >${order.map(
      (seat, at) =>
        html`${at > 0 && " · "}${entryName(tournament, match.entries[seat])}${" "}
          <b class="num">${pointsText(points[seat], settings.value.language)}</b
          >${match.scores && html` <span class="soft num">(${match.scores[seat]})</span>`}${match.forfeits.includes(seat) && html` <span class="soft">${t("was_absent")}</span>`}`,
    )}</span
  >`;
}
