/** A game in words and cards; beside a table, in words only. */

import { CardArt } from "../cards/card.js";
import { lazy } from "../shell/lazy.js";
import { shownValue } from "../words/optionwords.js";
import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";

const Examples = lazy(() => import("./examples.js").then((one) => one.Examples));

const ABOUT = [
  ["goal", "about_goal"],
  ["setup", "about_setup"],
  ["turn", "about_turn"],
  ["end", "about_end"],
];
const SECTIONS = [
  ["verbs", "what_one_does"],
  ["phases", "when"],
  ["zones", "where"],
  ["public", "numbers"],
  ["rulings", "rulings"],
  ["notes", "notes"],
];

/** The options of a match, each with its effect, its values and its default. @param {{schema: any}} props */
function Variants({ schema }) {
  return html`<details>
    <summary>${t("variants")}</summary>
    <dl class="entries">
      ${Object.entries(schema?.properties ?? {}).map(
        ([name, option]) =>
          html`<div key=${name}>
            <dt>${option.title}</dt>
            <dd class="soft">
              ${[
                option.description,
                Object.values(option.titles ?? {}).join(" · "),
                t("default_is", { value: shownValue(option.default, option.titles) }),
              ]
                .filter(Boolean)
                .map((line) => html`<div>${line}</div>`)}
            </dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

/** @param {{game: any, short?: boolean}} props short: whether pictures are omitted and sections are closed */
export function RulesOf({ game, short = false }) {
  if (!game) return null;
  return html`<div class="rulesof stack">
    ${
      game.about &&
      html`<div class="explained stack">
        ${ABOUT.map(([part, key]) => html`<p key=${part}><b>${t(key)}</b> ${game.about[part]}</p>`)}
      </div>`
    }${!short && html`<${Examples} game=${game} />`}${SECTIONS.map(
      ([table, key]) =>
        html`<details open=${!short && table === "verbs"} key=${table}>
          <summary>${t(key)}</summary>
          <dl class="entries">
            ${Object.values(game[table] ?? {}).map(
              (entry) =>
                html`<div>
                  <dt>${entry.title}</dt>
                  <dd class="soft">${entry.help}</dd>
                </div>`,
            )}
          </dl>
        </details>`,
    )}${!short && html`<${Variants} schema=${game.options} />`}
    <details open=${!short}>
      <summary>${t("cards")}</summary>
      <ul class="facelist">
        ${Object.entries(game.faces).map(
          ([face, entry]) =>
            html`<li>
              ${
                !short && html`<span class="smallart"><${CardArt} game=${game} face=${{ face, ...entry }} /></span>`
              }<span><b>${entry.title}</b> <span class="soft">${entry.help}</span></span>
            </li>`,
        )}
      </ul>
    </details>
  </div>`;
}
