/** A player's page: how reliably they finish their matches, and their results in each game. */

import { Empty } from "../shell/empty.js";
import { useTitle } from "../shell/title.js";
import { face, faceOfPlayer } from "../cards/faces.js";
import { brief } from "../server/catalog.js";
import { get, patch, post } from "../server/api.js";
import { useLoaded } from "../server/loaded.js";
import { usePaths } from "../server/served.js";
import { Link } from "../shell/router.js";
import { session, settings } from "../shell/session.js";
import { t, when } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";

const CHANGES = 100; // changes of a rating in its chart
const [WIDTH, HEIGHT, EDGE] = [320, 72, 6];

const percent = (share) => Math.round(100 * share);

/** Returns the address of a player's page. @param {string} name */
export const pageOf = (name) => `/p/${encodeURIComponent(name)}`;

/** Returns a date in words. @param {string} at */
const dayOf = (at) => new Date(at).toLocaleDateString(settings.value.language, { dateStyle: "long" });

export default function Player({ name: encoded }) {
  const name = decodeURIComponent(encoded);
  useTitle(name);
  const player = useLoaded(`players/${encodeURIComponent(name)}`);
  if (player === undefined) return html`<main id="main" class="page"></main>`;
  if (player === null)
    return html`<main id="main" class="page stack">
      <h1>${name}</h1>
      <p>${t("no_such_player")}</p>
    </main>`;
  const { reliability } = player;
  return html`<main id="main" class="page stack">
    <div class="row">
      ${face(faceOfPlayer(player), { size: 72 })}
      <h1 class="grow">${player.name}</h1>
      ${!player.bot && session.value.token && session.value.name !== player.name && html`<${Follow} name=${player.name} />`}
    </div>
    <p class="soft">${t(player.bot ? "program_since" : "player_since", { day: dayOf(player.created_at) })}</p>
    ${reliability && html`<p data-reliability>${reliability.words}</p>`}
    ${player.games.length === 0 && html`<${Empty} text=${t("no_results_text", { name: player.name })} />`}
    <div class="fields sections">
      ${player.games.map(({ game }) => html`<${Game} key=${game} name=${player.name} game=${game} />`)}
    </div>
    ${
      player.running.length > 0 &&
      html`<section class="stack">
        <h2>${t("running_tables")}</h2>
        <ul>
          ${player.running.map(
            (line) =>
              html`<li key=${line.id}>
                <${Link} to=${`/m/${line.id}`}>${brief(line.game)?.title ?? line.game}<//>
              </li>`,
          )}
        </ul>
      </section>`
    }
  </main>`;
}

/** A switch to follow a player's open tables. The player is not informed. @param {{name: string}} props */
function Follow({ name }) {
  const known = usePaths().has("/me/relations");
  const [follows, setFollows] = useState(/** @type {boolean|null} */ (null));
  useEffect(() => {
    if (!known) return;
    get("me/relations").then(
      ({ items }) => setFollows(items.some((one) => one.name === name && one.is_followed)),
      () => {},
    );
  }, [known, name]);
  if (follows === null) return null;
  const turn = () =>
    patch(`me/relations/${encodeURIComponent(name)}`, { is_followed: !follows }).then(
      () => setFollows(!follows),
      () => {},
    );
  return html`<button
    class="dense"
    data-follow
    aria-pressed=${String(follows)}
    title=${t("follow_text")}
    onClick=${turn}
  >
    ${t(follows ? "following" : "follow")}
  </button>`;
}

/** A player's record in one game. */
function Game({ name, game }) {
  const results = useLoaded(`players/${encodeURIComponent(name)}/results/${game}`);
  if (!results?.played) return null;
  const { won_share: share } = results;
  return html`<section class="panel stack" data-results=${game}>
    <h2>${brief(game)?.title ?? game}</h2>
    <p>
      ${t("won_of", { won: results.won, n: results.played })}${" "}
      <span class="soft">${t("won_between", { low: percent(share.low), high: percent(share.high) })}</span>
    </p>
    ${results.longest_streak > 1 && html`<p>${t("streaks", { now: results.streak, most: results.longest_streak })}</p>`}
    <${RatingPicture} name=${name} game=${game} />
    <${Deals} name=${name} game=${game} />
    <${Lines}
      caption=${t("by_seat")}
      heads=${[t("seat_of"), t("matches"), t("won_matches")]}
      lines=${results.seats.map((one) => [t("seat_n_of", { n: one.seat + 1, of: one.seats }), one.played, one.won])}
    />
    <${Lines}
      caption=${t("against_whom")}
      heads=${[t("name"), t("matches"), t("ahead"), t("behind")]}
      lines=${results.opponents.map((one) => [
        html`<${Link} to=${pageOf(one.player)}>${one.player}<//>`,
        one.played,
        one.ahead,
        one.behind,
      ])}
    />
    <details>
      <summary>${t("newest_matches")}</summary>
      <ul>
        ${results.newest.map(
          (one) =>
            html`<li key=${one.match}>
              <${Link} to=${`/m/${one.match}`}><time datetime=${one.at}>${when(one.at)}</time><//>
              ${" "}${one.place === null ? t("no_result") : t("place_of", { n: one.place, of: one.seats })}${
                one.end !== "played" ? html`${" "}<span class="soft">${t(`end_${one.end}`)}</span>` : null
              }
            </li>`,
        )}
      </ul>
    </details>
  </section>`;
}

/** The luck of the deals in rated matches, and the results. Players can have their own matches analysed. */
function Deals({ name, game }) {
  const path = `players/${encodeURIComponent(name)}/luck/${game}`;
  const found = useLoaded(path);
  const [requested, setRequested] = useState(/** @type {any} */ (null));
  const luck = requested ?? found;
  if (!luck) return null;
  const ask = () =>
    post(path, {}).then(setRequested, (error) => {
      setRequested({ ...luck, fault: error.message });
    });
  return html`<div class="stack" data-luck>
    ${luck.estimate && html`<p>${luck.estimate.sentence}</p>`}
    ${luck.waiting > 0 && html`<p class="small soft" role="status">${t("deals_waiting", { n: luck.waiting })}</p>`}
    ${luck.fault && html`<p class="fault" role="alert">${luck.fault}</p>`}
    ${session.value.name === name && html`<button class="dense" title=${t("judge_deals_text")} onClick=${ask}>${t("judge_deals")}</button>`}
  </div>`;
}

/** A small table; nothing if there are no lines. */
function Lines({ caption, heads, lines }) {
  if (!lines.length) return null;
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${heads.map((head, at) => html`<th scope="col" style=${at ? "text-align: end" : ""}>${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        ([first, ...numbers]) =>
          html`<tr>
            <td>${first}</td>
            ${numbers.map((number) => html`<td class="num">${number}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The chart of the rating over time, from left to right; nothing before the second rated match. */
function RatingPicture({ name, game }) {
  const found = useLoaded(`ratings/${game}/${encodeURIComponent(name)}?limit=${CHANGES}`);
  const ratings = (found?.items ?? []).map((one) => one.rating).reverse();
  if (ratings.length < 2) return null;
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const x = (at) => EDGE + (at / (ratings.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (rating) => HEIGHT - EDGE - ((rating - least) / Math.max(1, most - least)) * (HEIGHT - 2 * EDGE);
  const words = t("rating_went", { from: ratings[0], to: ratings.at(-1), least, most, n: ratings.length });
  return html`<div class="stack">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} width="100%" role="img" aria-label=${words}>
      <polyline
        points=${ratings.map((rating, at) => `${x(at)},${y(rating)}`).join(" ")}
        fill="none"
        stroke="var(--ink)"
        stroke-width="2"
      />
      <circle cx=${x(ratings.length - 1)} cy=${y(/** @type {number} */ (ratings.at(-1)))} r="4" fill="var(--ink)" />
    </svg>
    <p class="soft small" aria-hidden="true">${words}</p>
  </div>`;
}
