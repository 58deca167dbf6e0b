/** The coach in a replay: requests the analysis of the viewer's own decisions, shows its progress, then each loss and the turning points. */

import { get, post } from "../server/api.js";
import { usePaths } from "../server/served.js";
import { session, settings } from "../shell/session.js";
import { sentence } from "../words/sentence.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { explained } from "./explained.js";
import { bySeq, isMistake, percent, summary } from "./judged.js";
import { captions } from "../table/log/captions.js";
import { Avatar, nameOf } from "../shell/ui.js";
import { lineOf } from "../words/lines.js";
import { Luck } from "./luck.js";

/** @import { Props, Table } from "../table/types.js" */

const LOOK_MS = 1500;

/** @param {any} table @param {{value: import("./judged.js").Analysis|null}} kept the analysis; null until the player requests it */
export function useCoach(table, kept) {
  const known = usePaths();
  const [fault, setFault] = useState("");
  const [head, analysis, path] = [table.head.value, kept.value, `matches/${table.id}/analysis`];
  const take = (promise) =>
    promise.then(
      (found) => {
        kept.value = found;
      },
      (error) => setFault(error.message),
    );
  useEffect(() => {
    if (analysis?.stage !== "waiting") return;
    const timer = setTimeout(() => take(get(path)), LOOK_MS);
    return () => clearTimeout(timer);
  }, [analysis]);
  useEffect(() => {
    if (kept.value || head.analysis) take(get(path));
  }, [settings.value.language]); // the server writes the sentences on trades and luck
  const seated = head.seats.some((seat) => seat.player?.name === session.value.name);
  return {
    offered: known.has("/matches/{match_id}/analysis") && head.status === "finished" && seated,
    isRequested: Boolean(head.analysis),
    analysis,
    fault,
    ask: () => take(post(path, {})),
  };
}

export function CoachButton({ coach, game }) {
  if (!coach.offered || coach.analysis || (coach.isRequested && !coach.fault) || !(game.levels ?? []).length)
    return null;
  return html`<button class="dense" data-coach title=${t("coach_text")} onClick=${coach.ask}>
    ${t("ask_coach")}
  </button>`;
}

/** The coach's comments below the timeline. @param {{ctx: Table, coach: any, recording: any, seq: number, to: (seq: number) => void}} props */
export function Coach({ ctx, coach, recording, seq, to }) {
  const { match } = ctx;
  const { analysis, fault } = coach;
  if (!analysis) return fault ? html`<p class="fault" role="alert">${fault}</p>` : null;
  const { progress, decisions, stage } = analysis;
  const { best, of } = summary(decisions);
  return html`<section class="coach" aria-label=${t("coach")} data-stage=${stage} tabindex="0">
    <div class="row small">
      ${
        stage === "waiting"
          ? html`<span role="status">${t("coach_progress", { n: progress.done, of: progress.total })}</span
              ><progress
                class="grow"
                aria-label=${t("coach")}
                max=${Math.max(1, progress.total)}
                value=${progress.done}
              ></progress>`
          : html`<span role="status"
              >${t(stage === "failed" ? "coach_failed" : "coach_summary", { n: best, of })}</span
            >`
      }
      ${
        analysis.turning_points.length > 0 &&
        html`<span class="strong">${t("turning_points")}</span>${analysis.turning_points.map(
            (point) =>
              html`<button
                class="dense turning"
                key=${point}
                data-turning=${point}
                aria-pressed=${String(point === seq)}
                onClick=${() => to(point)}
              >
                <${TurningPoint} ctx=${ctx} recording=${recording} seq=${point} />
              </button>`,
          )}`
      }
    </div>
    ${(bySeq(analysis).get(seq) ?? []).map(
      (one) => html`<${Verdict} key=${one.prompt} ctx=${ctx} recording=${recording} one=${one} />`,
    )}
    <${Luck} luck=${analysis.luck} head=${match.head} />
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </section>`;
}

/** A move at which the match turned, in words, with its player. @param {{ctx: Table, recording: any, seq: number}} props */
function TurningPoint({ ctx, recording, seq }) {
  const row = recording.rows[seq - recording.first - 1];
  const faces = Object.fromEntries(Object.entries(recording.at(seq).faces).map(([card, face]) => [card, face.face]));
  const [caption] = row ? captions(ctx, lineOf(row, faces)) : [];
  if (!caption) return html`${seq}`;
  return html`${caption.seat !== null && html`<${Avatar} head=${ctx.match.head} seat=${caption.seat} size=${24} />`}
    <span
      >${!caption.named && caption.seat !== null && html`${nameOf(ctx.match.head, caption.seat)} `}${caption.body}</span
    >`;
}

/** One decision: as good as the best move, or the better move with the loss. @param {Props<"match">} props */
function Verdict({ ctx: { match }, recording, one }) {
  const before = { ...match, view: recording.at(Math.max(recording.first, one.seq - 1)) };
  const words = (move) =>
    sentence(
      before,
      move,
      match.table.head.value.seats.findIndex((seat) => seat.player?.name === session.value.name),
    );
  const { played, best } = explained(one);
  if (!isMistake(one)) return html`<p class="notice" data-verdict="fine">${t("coach_fine")} ${played}</p>`;
  return html`<p class="notice" data-verdict="loss">
    <strong>${t("coach_loss", { n: percent(one.loss), error: percent(one.error) })}</strong>${" "}
    ${t("coach_played", { move: words(one.played) })} ${played} ${t("coach_best", { move: words(one.best) })} ${best}
  </p>`;
}
