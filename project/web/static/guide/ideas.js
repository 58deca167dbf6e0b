/** The ideas of a guided first match, from the game or from the texts of its phases, and the idea to show now. Pure. */

/** @import { Game, Row, View } from "../types.js" */
/** @typedef {import("../types.js").Api["Idea"]} Idea */

/** The number of easy bots, unless the game needs more players. */
const LEAST_BOTS = 2;
const SEED = "5".repeat(64);

/** @param {Game} game @returns {{bots: number, seed: string, options: Record<string, any>, ideas: Idea[]}} */
export function guideOf(game) {
  if (game.guide) return game.guide;
  const bots = Math.min(Math.max(game.seats.min - 1, LEAST_BOTS), game.seats.max - 1);
  const explained = Object.entries(game.phases).filter(([, phase]) => phase.help);
  const ideas = explained.map(([name, { title, help }]) => ({
    name,
    title,
    help,
    phase: name,
    at: /** @type {const} */ ("question"),
  }));
  return { bots, seed: SEED, options: game.length?.first ?? {}, ideas };
}

/** @param {import("../types.js").Effect} effect */
const happening = ({ what, move }) => what ?? move?.verb;

/**
 * Returns the first idea that was not yet shown and whose conditions hold; null if there is none.
 * @param {Idea[]} ideas @param {string[]} seen @param {{view: View, asks: {prompt: number, templates: {verb: string}[]}[], rows: Row[]}} now
 */
export function ideaNow(ideas, seen, { view, asks, rows }) {
  const phases = new Set(asks.map((ask) => view.prompts.find(({ id }) => id === ask.prompt)?.phase));
  const verbs = new Set(asks.flatMap((ask) => ask.templates.map(({ verb }) => verb)));
  const happened = new Set(rows.flatMap(({ move, effects }) => [move?.verb, ...effects.map(happening)]));
  const holds = (found, name) => name === undefined || found.has(name);
  return (
    ideas.find(
      (idea) =>
        !seen.includes(idea.name) &&
        holds(phases, idea.phase) &&
        holds(verbs, idea.verb) &&
        holds(happened, idea.happened),
    ) ?? null
  );
}
