/** Popular kinds of tables with all their settings. Each setting can be changed below. */

import { Sign } from "../shell/ui.js";
import { html } from "../vendor/preact.js";
import { firstOptions } from "../words/optionwords.js";
import { t } from "../words/texts.js";
import { clockForm } from "./clock.js";
import { openSeat } from "./seats.js";

/** @typedef {{sign: string, others: "bot"|"open", clock: Record<string, any>|null, terms: Record<string, any>, isShort?: boolean}} Preset */

const [MINUTES, DAY] = [300, 86_400];

/** @type {Record<string, Preset>} */
const PRESETS = {
  bots: { sign: "play", others: "bot", clock: null, terms: { visibility: "public", rated: false }, isShort: true },
  friends: {
    sign: "link",
    others: "open",
    clock: { per_move: MINUTES },
    terms: { visibility: "unlisted", rated: false },
  },
  days: {
    sign: "hourglass",
    others: "open",
    clock: { per_move: DAY, play_window: true },
    terms: { visibility: "unlisted", rated: false },
  },
  rated: { sign: "star", others: "open", clock: { per_move: MINUTES }, terms: { visibility: "public", rated: true } },
};
const USUAL_OTHERS = 3;

/** Returns the seats, clock, options and terms of a preset. @param {import("../types.js").Game} game @param {string} name */
export function formOf(game, name) {
  const { others, clock, terms, isShort } = PRESETS[name];
  const number = Math.max(game.seats.min - 1, Math.min(USUAL_OTHERS, game.seats.max - 1));
  return {
    seats: ["me", ...Array.from({ length: number }, () => others)].map((kind) => ({ ...openSeat(game), kind })),
    clock: clockForm(clock),
    options: (isShort && firstOptions(game.length)) || {},
    terms,
  };
}

/** @param {{chosen: string, choose: (name: string) => void}} props chosen: empty after a change of the settings */
export const Presets = ({ chosen, choose }) =>
  html`<div class="presets" role="radiogroup" aria-label=${t("presets")}>
    ${Object.entries(PRESETS).map(
      ([name, { sign }]) =>
        html`<button
          key=${name}
          type="button"
          role="radio"
          class="preset"
          data-preset=${name}
          aria-checked=${String(name === chosen)}
          onClick=${() => choose(name)}
        >
          <${Sign} name=${sign} /><strong>${t(`preset_${name}`)}</strong><small>${t(`preset_${name}_text`)}</small>
        </button>`,
    )}
  </div>`;
