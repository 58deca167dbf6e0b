/** The verification of a tournament: each finished match in this browser; the whole tournament offline with the signed log. */

import { get } from "../server/api.js";
import { useSaved } from "../account/saved.js";
import { Link } from "../shell/router.js";
import { t } from "../words/texts.js";
import { save, Sign } from "../shell/ui.js";
import { html } from "../vendor/preact.js";

const COMMAND = "python -m events.tournaments.audit tournament.json match1.json match2.json …";

/** @param {{tournament: import("./words.js").Tournament, rounds: import("./words.js").Round[]}} props */
export function Audit({ tournament, rounds }) {
  const { send, feedback } = useSaved();
  const over = rounds.flatMap((round) =>
    round.tables.flatMap((table) =>
      table.matches.filter((match) => match.status === "finished").map((match) => ({ ...match, round: round.round })),
    ),
  );
  const download = () =>
    send(get(`tournaments/${tournament.id}/export`), "").then(
      (bundle) => bundle && save("tournament.json", JSON.stringify(bundle)),
    );
  return html`<section class="stack">
    <h2>${t("check_tournament")}</h2>
    <p class="soft">${t("check_tournament_text")}</p>
    <div class="row">
      <button data-export onClick=${download}><${Sign} name="shield" /> ${t("download_log")}</button>
    </div>
    <code class="breaks">${COMMAND}</code>
    <p class="soft small breaks">
      ${t("log_head", { n: tournament.head.seq })} <span class="mono">${tournament.head.hash}</span>
    </p>
    ${
      over.length > 0 &&
      html`<details>
        <summary>${t("check_matches", { n: over.length })}</summary>
        <ul class="row">
          ${over.map(
            (match) =>
              html`<li key=${match.match}>
                <${Link} class="button dense" to=${`/m/${match.match}/verify`}
                  >${t("match_of", { round: match.round, table: match.table, deal: match.deal })}<//
                >
              </li>`,
          )}
        </ul>
      </details>`
    }${feedback}
  </section>`;
}
