/** The games as boxes: each on its felt, with three of its cards. */

import { CardArt } from "../cards/card.js";
import { fanOf } from "../cards/fans.js";
import { awningOf, felt } from "../cards/felts.js";
import { prefer } from "../shell/session.js";
import { html } from "../vendor/preact.js";
import { has, seatsText, t } from "../words/texts.js";
import { aboutTime, minutesOf } from "../words/optionwords.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @param {{all: import("../types.js").Game[], chosen: import("../types.js").Game}} props */
export const Boxes = ({ all, chosen }) =>
  html`<div class="boxes" role="radiogroup" aria-label=${t("choose_game")}>
    ${all.map((game) => html`<${Box} key=${game.game} game=${game} chosen=${game === chosen} all=${all} />`)}
  </div>`;

function Box({ game, chosen, all }) {
  const minutes = minutesOf(game.length, {});
  const onKey = (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = all[(all.indexOf(game) + step + all.length) % all.length];
    prefer({ game: next.game });
    event.currentTarget.parentElement.children[all.indexOf(next)].focus();
  };
  return html`<button
    class="gamepick"
    role="radio"
    aria-checked=${String(chosen)}
    tabindex=${chosen ? 0 : -1}
    onClick=${() => prefer({ game: game.game })}
    onKeyDown=${onKey}
  >
    ${felt(game.game)}${awningOf(game.game)}
    <span class="fan">${fanOf(game).map((face) => html`<span><${CardArt} game=${game} face=${face} /></span>`)}</span>
    <span class="about"
      ><strong>${game.title}</strong>
      <span class="pitch">${has(`pitch_${game.game}`) ? t(`pitch_${game.game}`) : game.summary}</span>
      <span class="seats"
        >${[seatsText(game.seats), minutes !== null && aboutTime(minutes)].filter(Boolean).join(" · ")}</span
      ></span
    >
  </button>`;
}
