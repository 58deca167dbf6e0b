/** Words that the league pages share. */

import { brief } from "../server/catalog.js";
import { t, when } from "../words/texts.js";

/** @typedef {{id: string, title: string, game: string, format: string, seats: number, status: string, visibility: string, club: string|null, organiser: string|null, sizes: number[], moving: number, number_of_members: number, season: number|null, season_status: string|null, starts_at: string|null, is_member: boolean, created_at: string}} Line */
/** @typedef {Line & {options: Record<string, any>, clock: any, rounds: number|null, pause_days: number|null, co_organisers: string[], is_organiser: boolean, members: {name: string, division: number|null}[]}} League */
/** @typedef {{division: number, tournament: string, status: string}} DivisionLine */
/** @typedef {{place: number|null, entry: number, player: string|null, points: number|null, outcome: string|null}} Place */
/** @typedef {{season: number, status: string, starts_at: string|null, began_at: string|null, ended_at: string|null, champion?: string|null, divisions: DivisionLine[]}} SeasonLine */
/** @typedef {{season: number, status: string, divisions: (DivisionLine & {lines: Place[]})[]}} Season */

/** Returns the game, the format, the sizes of the divisions, and the number of players who move between them. @param {Line} line */
export const leagueText = (line) =>
  [
    brief(line.game)?.title ?? line.game,
    t(`format_${line.format}`),
    line.sizes.length > 1
      ? t("divisions_of", { sizes: line.sizes.join(" + ") })
      : t("one_division_of", { n: line.sizes[0] }),
    ...(line.sizes.length > 1 ? [t("n_move", { n: line.moving })] : []),
  ].join(" · ");

/** Returns the stage of the league. @param {Line} line */
export function stageText(line) {
  if (line.status === "ended" || line.season === null) return t("league_ended");
  if (line.season_status === "running") return t("season_runs", { n: line.season });
  if (line.starts_at) return t("season_begins_at", { n: line.season, time: when(line.starts_at) });
  return t("season_gathers", { n: line.season });
}
