/** The levels of bots from a game's description, in the same words everywhere. */

import { settings } from "../shell/session.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** @typedef {import("../types.js").Game} Game @typedef {import("../types.js").Api["Level"]} Level */

/** Returns the levels of a game; a game without levels has only policies. @param {Game|undefined} game @returns {Level[]} */
export const levelsOf = (game) =>
  game?.levels?.length
    ? game.levels
    : (game?.policies ?? []).map((policy) => ({ policy, title: t(`policy_${policy}`), help: "" }));

/** Returns the level of this player's opponents; by default the first level. @param {Game|undefined} game */
export const usualLevel = (game) =>
  (levelsOf(game).find((one) => one.policy === settings.value.level) ?? levelsOf(game)[0])?.policy ?? "greedy";

/** A choice of a level, with its explanation. @param {{game: Game|undefined, policy: string, set: (policy: string) => void}} props */
export function Strength({ game, policy, set }) {
  const levels = levelsOf(game);
  const chosen = levels.find((one) => one.policy === policy);
  return html`<span class="grow strength"
    ><select aria-label=${t("policy")} name="policy" onChange=${(event) => set(event.target.value)}>
      ${levels.map((one) => html`<option value=${one.policy} selected=${one === chosen}>${one.title}</option>`)}
    </select>
    ${chosen?.help && html`<small class="soft" data-level>${chosen.help}</small>`}</span
  >`;
}
