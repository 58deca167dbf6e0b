/** Words that the tournament pages share: formats, names, points. */

import { session } from "../shell/session.js";
import { has, t, when } from "../words/texts.js";

/** @typedef {{id: string, title: string, game: string, format: string, status: string, visibility: string, organiser: string|null, league?: {id: string, season: number, division: number}|null, seats: number, duplicate: boolean, rated: boolean, max_players: number, number_of_entries: number, entry: number|null, round: number, starts_at: string|null, created_at: string}} Line */
/** @typedef {{entry: number, kind: string, player: string|null, policy: string|null, withdrawn: boolean, team?: string|null, members?: {board: number, player: string|null, joined: boolean}[], missed?: number, checked_in?: boolean, former?: {player: string|null, until_round: number}[], may_be_taken?: boolean}} Entry */
/** @typedef {{place: number, entry: number, points: number, tie_breaks: Record<string, number>}} Standing */
/** @typedef {Line & {options: Record<string, any>, clock: any, rounds: number|null, deals_per_round: number, scoring: string, tie_breaks: string[], rules: number, start: string, check_in?: number|null, round_minutes?: number|null, round_until?: string|null, weekly_in?: string|null, late_entry?: number|null, replays?: number, team_size?: number, substitutes?: boolean, is_entry_open?: boolean, co_organisers: string[], is_organiser: boolean, cancelling: {votes: number, needed: number, possible_at: string, voted: boolean}, entries: Entry[], table: Standing[], head: {seq: number, hash: string}}} Tournament */
/** @typedef {{match: string, table: number, deal: number, is_replay?: boolean, entries: number[], status: string, standings: number[][]|null, scores: number[]|null, points: number[]|null, forfeits: number[]}} Played */
/** @typedef {{round: number, byes: number[], tables: {table: number, entries: number[], matches: Played[]}[]}} Round */
/** @typedef {{round: number, deal: number, id: string, server_commit: string, server_seed: string|null, results: Played[]}} Deal */

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
