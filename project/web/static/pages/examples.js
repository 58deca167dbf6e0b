/** Examples of a game's rules with cards, as the game declares them: groups of cards, one after another. */

import { CardArt } from "../cards/card.js";
import { html } from "../vendor/preact.js";
import { listed, t } from "../words/texts.js";

/** @typedef {import("../types.js").Api["Example"]} Example */

const CARD = { width: "86px", containerType: "inline-size" };
const BAD = { color: "var(--bad)" };
const GROUP = { gap: "6px", flexWrap: "wrap" };
const ENTRY = { display: "grid", justifyItems: "start", padding: "14px 0", borderTop: "1px solid var(--rule)" };

/** @param {{game: import("../types.js").Game & {examples?: Example[]}}} props */
export function Examples({ game }) {
  if (!game.examples?.length) return null;
  return html`<section class="stack" data-examples>
    <h2>${t("examples")}</h2>
    <ul class="facelist">
      ${game.examples.map((example) => html`<${One} key=${example.name} game=${game} example=${example} />`)}
    </ul>
  </section>`;
}

/** @param {{game: import("../types.js").Game, example: Example}} props */
function One({ game, example: { title, help, groups, legal } }) {
  const names = (group) => listed(group.map((face) => game.faces[face]?.title ?? face));
  return html`<li class="stack" style=${ENTRY}>
    <div class="row">
      ${groups.map(
        (group, at) =>
          html`${at > 0 && html`<b aria-hidden="true">›</b>`}<span
              class="row"
              style=${GROUP}
              role="img"
              aria-label=${names(group)}
              >${group.map((face) => html`<span style=${CARD}><${CardArt} game=${game} face=${{ face, ...game.faces[face] }} /></span>`)}</span
            >`,
      )}
    </div>
    <div>
      <b>${!legal && html`<span style=${BAD}>✗ ${t("not_allowed")} </span>`}${title}</b>
      <p class="soft">${help}</p>
    </div>
  </li>`;
}
