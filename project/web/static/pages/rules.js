/** The rules of a game, as far as the API tells them: cards, verbs, phases, options, rulings. */

import { CardArt } from "../cards/card.js";
import { games } from "../catalog.js";
import { Link } from "../router.js";
import { t } from "../texts.js";
import { html } from "../vendor/preact.js";
import { seatsText } from "./landing.js";

export default function Rules({ game: name }) {
  const all = games();
  const game = all?.find((one) => one.game === name);
  if (!all) return html`<main id="main" class="page"></main>`;
  if (!game) return html`<main id="main" class="page stack"><h1>${t("rules")}</h1><div class="cards">${all.map((one) => html`<${Link} class="tile" to=${`/rules/${one.game}`}><h2>${one.title}</h2><p class="soft">${seatsText(one.seats)}</p><p>${one.summary}</p><//>`)}</div></main>`;
  return html`<main id="main" class="page stack"><p><${Link} to="/rules">${t("all_games")}<//></p><h1>${game.title}</h1><p>${game.summary}</p><${RulesOf} game=${game} /></main>`;
}

const SECTIONS = [["verbs", "what_one_does"], ["phases", "when"], ["zones", "where"], ["public", "numbers"], ["rulings", "rulings"]];

/** @param {{game: any, short?: boolean}} props short: without pictures, closed sections */
export function RulesOf({ game, short = false }) {
  if (!game) return null;
  return html`<div class="rulesof stack">${SECTIONS.map(([table, key]) => html`<details open=${!short && table === "verbs"} key=${table}><summary>${t(key)}</summary>
    <dl class="entries">${Object.values(game[table] ?? {}).map((entry) => html`<div><dt>${entry.title}</dt><dd class="soft">${entry.help}</dd></div>`)}</dl></details>`)}
    <details open=${!short}><summary>${t("cards")}</summary><ul class="facelist">${Object.entries(game.faces).map(([face, entry]) => html`<li>${!short && html`<span class="smallart"><${CardArt} game=${game} face=${{ face, ...entry }} /></span>`}<span><b>${entry.title}</b> <span class="soft">${entry.help}</span></span></li>`)}</ul></details></div>`;
}
