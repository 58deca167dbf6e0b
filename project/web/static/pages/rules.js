/** The rules of a game, as far as the API describes them: cards, verbs, phases, options, rulings. */

import { useTitle } from "../shell/title.js";
import { game as gameOf, games } from "../server/catalog.js";
import { Link } from "../shell/router.js";
import { seatsText, t } from "../words/texts.js";
import { html } from "../vendor/preact.js";
import { RulesOf } from "./rulesof.js";

export default function Rules({ game: name }) {
  const all = games();
  const game = name && gameOf(name);
  useTitle(game ? `${t("rules")}: ${game.title}` : t("rules"));
  if (!all || (name && !game && all.some((one) => one.game === name)))
    return html`<main id="main" class="page"></main>`;
  if (!game)
    return html`<main id="main" class="page stack">
      <h1>${t("rules")}</h1>
      <div class="cards">
        ${all.map(
          (one) =>
            html`<${Link} class="tile" to=${`/rules/${one.game}`}
              ><h2>${one.title}</h2>
              <p class="soft">${seatsText(one.seats)}</p>
              <p>${one.summary}</p><//
            >`,
        )}
      </div>
    </main>`;
  return html`<main id="main" class="page stack">
    <p><${Link} to="/rules">${t("all_games")}<//></p>
    <h1>${game.title}</h1>
    <p>${game.summary}</p>
    <p><${Link} class="button" to=${`/learn/${game.game}`}>${t("learn")}<//></p>
    <${RulesOf} game=${game} />
  </main>`;
}
