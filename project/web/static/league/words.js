/** Words that the league pages share. */

import { brief } from "../server/catalog.js";
import { t, when } from "../words/texts.js";

/** @typedef {import("../types.js").Api["LeagueSummary"]} Line */
/** @typedef {import("../types.js").Api["League"]} League */
/** @typedef {import("../types.js").Api["DivisionSummary"]} DivisionLine */
/** @typedef {import("../types.js").Api["DivisionPlace"]} Place */
/** @typedef {import("../types.js").Api["SeasonSummary"]} SeasonLine */
/** @typedef {import("../types.js").Api["Season"]} Season */

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
