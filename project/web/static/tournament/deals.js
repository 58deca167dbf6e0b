/** Shared deals: the same cards at every table, compared by seat. A deal in play is not shown. */

import { settings } from "../shell/session.js";
import { t } from "../words/texts.js";
import { Link } from "../shell/router.js";
import { html } from "../vendor/preact.js";
import { entryName, pointsText } from "./words.js";

/** @typedef {import("./words.js").Tournament} Tournament @typedef {import("./words.js").Deal} Deal */

/** @param {{tournament: Tournament, deals: Deal[]}} props */
export function Deals({ tournament, deals }) {
  if (!deals.length) return null;
  return html`<section class="stack">
    <h2>${t("the_deals")}</h2>
    <p class="soft small">${t("deals_text")}</p>
    ${[...deals].reverse().map(
      (deal) =>
        html`<details class="panel" key=${deal.id} data-deal=${deal.id}>
          <summary>
            ${t("deal_of_round", { n: deal.deal, round: deal.round })}${" "}
            <span class="soft small">${t(deal.server_seed ? "deal_opened" : "deal_hidden")}</span>
          </summary>
          ${deal.results.length > 0 && html`<${Compared} tournament=${tournament} deal=${deal} />`}
          <dl class="small seals">
            <dt>${t("deal_commit")}</dt>
            <dd class="mono breaks">${deal.server_commit}</dd>
            ${
              deal.server_seed &&
              html`<dt>${t("deal_seed")}</dt>
                <dd class="mono breaks">${deal.server_seed}</dd>`
            }
          </dl>
        </details>`,
    )}
  </section>`;
}

/** A column for each seat and a row for each table. Players who held the same cards are in the same column. @param {{tournament: Tournament, deal: Deal}} props */
function Compared({ tournament, deal }) {
  const cell = (match, seat) =>
    html`<td key=${seat} class=${match.entries[seat] === tournament.entry ? "strong" : ""}>
      ${entryName(tournament, match.entries[seat])}<br /><b class="num"
        >${match.points ? pointsText(match.points[seat], settings.value.language) : "–"}</b
      >${match.scores && html` <span class="soft num">(${match.scores[seat]})</span>`}
    </td>`;
  return html`<div
    class="wideness"
    tabindex="0"
    role="region"
    aria-label=${t("deal_of_round", { n: deal.deal, round: deal.round })}
  >
    <table>
      <thead>
        <tr>
          <th scope="col">${t("table")}</th>
          ${deal.results[0].entries.map(
            (_, seat) => html`<th scope="col" key=${seat}>${t("seat_n", { n: seat + 1 })}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${deal.results.map(
          (match) =>
            html`<tr key=${match.match}>
              <th scope="row"><${Link} to=${`/m/${match.match}/replay`}>${match.table}<//></th>
              ${match.entries.map((_, seat) => cell(match, seat))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
