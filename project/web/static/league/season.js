/** A season: the tables of its divisions, with the promoted and relegated players. */

import { get } from "../server/api.js";
import { Link } from "../shell/router.js";
import { session, settings } from "../shell/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { pointsText } from "../tournament/words.js";

/** @typedef {import("./words.js").Season} Season */

const ARROWS = { promoted: "▲", relegated: "▼", stays: "·", dropped: "✕" };

/** @param {{id: string, number: number, stamp: string}} props stamp: a value that changes when the season must be loaded again */
export function OneSeason({ id, number, stamp }) {
  const [season, setSeason] = useState(/** @type {Season|null} */ (null));
  useEffect(() => {
    get(`leagues/${id}/seasons/${number}`).then(setSeason, () => setSeason(null));
  }, [id, number, stamp, session.value.token]);
  if (!season) return html`<div aria-busy="true"></div>`;
  return html`<div class="stack" data-season=${number}>
    ${season.divisions.map((one) => html`<${Division} key=${one.division} division=${one} />`)}
  </div>`;
}

/** @param {{division: Season["divisions"][number]}} props */
function Division({ division }) {
  const { language } = settings.value;
  const isOver = division.lines.some((line) => line.outcome !== null);
  return html`<section class="stack" data-division=${division.division}>
    <div class="row">
      <h3 class="grow">${t("division_n", { n: division.division })}</h3>
      <${Link} class="small" to=${`/tournaments/${division.tournament}`}>${t("rounds_and_matches")}<//>
    </div>
    ${division.status === "cancelled" && html`<p class="soft small">${t("division_cancelled")}</p>`}
    <div class="panel wideness" tabindex="0" role="region" aria-label=${t("division_n", { n: division.division })}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="num">${t("place")}</th>
            <th scope="col">${t("name")}</th>
            <th scope="col" class="num">${t("points")}</th>
            ${isOver && html`<th scope="col">${t("next_season")}</th>`}
          </tr>
        </thead>
        <tbody>
          ${division.lines.map(
            (line) =>
              html`<tr key=${line.entry} class=${line.player === session.value.name ? "ownline" : ""}>
                <td class="num">${line.place ?? "–"}</td>
                <th scope="row">${line.player ?? t("somebody")}</th>
                <td class="num strong">${line.points === null ? "–" : pointsText(line.points, language)}</td>
                ${isOver && html`<td><${Outcome} outcome=${line.outcome} /></td>`}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** An arrow, with its meaning in words. */
const Outcome = ({ outcome }) =>
  outcome &&
  html`<span data-outcome=${outcome}
    ><span aria-hidden="true">${ARROWS[outcome]}</span> ${t(`outcome_${outcome}`)}</span
  >`;
