/** Words that the tournament pages share: formats, names, points. */

import { session } from "../shell/session.js";
import { has, t, when } from "../words/texts.js";

/** @typedef {import("../types.js").Api["TournamentSummary"]} Line */
/** @typedef {import("../types.js").Api["Entry"]} Entry */
/** @typedef {import("../types.js").Api["TableSummary"]} Standing */
/** @typedef {import("../types.js").Api["Tournament"]} Tournament */
/** @typedef {import("../types.js").Api["TournamentMatch"]} Played */
/** @typedef {import("../types.js").Api["Round"]} Round */
/** @typedef {import("../types.js").Api["Deal"]} Deal */

/** Returns whether I organise a tournament. @param {Line} line */
export const isMine = (line) => Boolean(session.value.token) && line.organiser === session.value.name;

/** Returns the format, the seats of a table, and the other features of a tournament. @param {Line & {team_size?: number}} line */
export const shapeText = (line) =>
  [
    t(`format_${line.format}`),
    t("seats_per_table", { n: line.seats }),
    ...(line.team_size > 1 ? [t("teams_of", { n: line.team_size })] : []),
    ...(line.duplicate ? [t("shared_deals")] : []),
    ...(line.rated ? [t("is_rated")] : []),
  ].join(" · ");

/** Returns the start of a tournament, or its progress. @param {Line} line */
export function whenText(line) {
  if (line.status === "open") return line.starts_at ? t("starts_at", { time: when(line.starts_at) }) : "";
  return line.status === "running" && line.round ? t("round_n", { n: line.round }) : t(`tournament_${line.status}`);
}

/** Returns the name of an entry. @param {Tournament} tournament @param {number} number */
export function entryName(tournament, number) {
  const found = tournament.entries.find((one) => one.entry === number);
  if (found?.team) return found.team;
  if (found?.player) return found.player;
  return found?.kind === "bot" ? t("bot_n", { n: number + 1 }) : t("somebody");
}

/** Returns the strength of a bot, in words. @param {Entry|undefined} entry */
export const strength = (entry) => (entry?.policy ? (has(entry.policy) ? t(entry.policy) : entry.policy) : "");

const formats = new Map();

/** Returns thousandths as points: 2500 is 2.5, or 2,5 in French. @param {number} thousandths @param {string} language */
export function pointsText(thousandths, language) {
  if (!formats.has(language)) formats.set(language, new Intl.NumberFormat(language, { maximumFractionDigits: 3 }));
  return formats.get(language).format(thousandths / 1000);
}

/** Returns the value of a tie-break. Tie-breaks in points are thousandths; wins and scores are whole numbers. */
export const tieText = (name, value, language) =>
  name === "wins" || name === "score" ? String(value) : pointsText(value, language);
