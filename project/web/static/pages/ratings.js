/** Ratings: the best players of each game, or one game's leaderboard, with the changes from my own matches. */

import { Empty } from "../shell/empty.js";
import { useTitle } from "../shell/title.js";
import { brief } from "../server/catalog.js";
import { useLoaded } from "../server/loaded.js";
import { Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { t, when } from "../words/texts.js";
import { html } from "../vendor/preact.js";

export default function Ratings({ game }) {
  useTitle(game ? `${t("ratings")}: ${brief(game)?.title ?? game}` : t("ratings"));
  return html`<main id="main" class="page stack">
    <h1>${game ? (brief(game)?.title ?? game) : t("ratings")}</h1>
    <p class="soft">${t("ratings_text")}</p>
    ${
      game
        ? html`<${Board} game=${game} />
            <p><${Link} to="/ratings">${t("all_ratings")}<//></p>`
        : html`<${Games} />
            <p><${Link} to="/arena">${t("arena")}<//></p>`
    }
  </main>`;
}

function Games() {
  const games = useLoaded("ratings");
  if (games === undefined) return null;
  if (!games?.items.length) return html`<${Empty} text=${t("no_ratings_text")} />`;
  return html`<div class="cards">
    ${games.items.map(
      ({ game, players, leaders }) =>
        html`<section class="panel stack" key=${game}>
          <h2><${Link} to=${`/ratings/${game}`}>${brief(game)?.title ?? game}<//></h2>
          <p class="soft small">${t("n_players", { n: players })}</p>
          <${Leaders} lines=${leaders} />
        </section>`,
    )}
  </div>`;
}

function Board({ game }) {
  const board = useLoaded(`ratings/${game}?limit=100`);
  if (board === undefined) return null;
  const lines = board?.items;
  return html`${
    lines?.length
      ? html`<section class="panel"><${Leaders} lines=${lines} /></section>`
      : html`<${Empty} text=${t("no_ratings_text")} />`
  }${session.value.token && html`<${History} game=${game} />`}`;
}

export function Leaders({ lines }) {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${t("place")}</th>
        <th scope="col">${t("name")}</th>
        <th scope="col">${t("rating")}</th>
        <th scope="col">${t("matches")}</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        (line) =>
          html`<tr key=${line.player}>
            <td class="num">${line.place}</td>
            <td class=${line.player === session.value.name ? "strong" : ""}>
              <${Link} to=${`/p/${encodeURIComponent(line.player)}`}>${line.player}<//>
            </td>
            <td class="num" title=${`± ${line.deviation}`}>${line.rating}</td>
            <td class="num">${line.matches}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function History({ game }) {
  const changes = useLoaded(`ratings/${game}/${encodeURIComponent(session.value.name)}?limit=30`)?.items;
  if (!changes?.length) return null;
  return html`<section class="stack">
    <h2>${t("my_matches")}</h2>
    <table>
      <tbody>
        ${changes.map(
          (one) =>
            html`<tr key=${one.match}>
              <td>
                <${Link} to=${`/m/${one.match}`}><time datetime=${one.at}>${when(one.at)}</time><//>
              </td>
              <td class="num">${t("place_of", { n: one.place, of: one.players })}</td>
              <td class="num">${one.rating} (${one.change > 0 ? "+" : ""}${one.change})</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
