/** A finished match as a race: a line for each seat, from turn to turn. */

import { seatDash, seatText } from "../../cards/faces.js";
import { reelOfMatch } from "../../replay/load.js";
import { go } from "../../shell/router.js";
import { nameOf } from "../../shell/ui.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { courseOf, roundOf } from "./course.js";

/** @import { Match, Props } from "../types.js" */
/** @import { Course } from "./course.js" */

/** The maximum number of rows; longer matches are not loaded for the chart. */
const ROWS_MOST = 3000;
const TICKS = 6;
const APART = 4;
const LABEL = 17;

/** Returns the data of the chart, once it is loaded. @param {Match} match */
export function useCourse(match) {
  const [found, setFound] = useState(/** @type {{course: Course, rows: import("../../types.js").Row[]}|null} */ (null));
  const { head, layout, table } = match;
  useEffect(() => {
    let gone = false;
    const isOpen = head.status === "finished" && head.reveal === "all";
    if (layout.race && head.seq <= ROWS_MOST)
      reelOfMatch(table.id, isOpen ? "omniscient" : "").then(
        (reel) => gone || setFound({ course: courseOf(reel, layout.race), rows: reel.rows }),
        () => {},
      );
    return () => {
      gone = true;
    };
  }, [table.id, head.status]);
  return found;
}

/** The race, folded until the viewer opens it. @param {Props} props found: the course; null until it is loaded */
export function Race({ ctx, found }) {
  const { match } = ctx;
  if (!match.layout.race || match.head.seq > ROWS_MOST) return null;
  return html`<details class="fold race" data-race=${found ? "drawn" : "waits"}>
    <summary>${t("the_race")}</summary>
    <p class="soft small">${t(match.layout.racing)}</p>
    ${found ? html`<${Picture} match=${match} course=${found.course} />` : html`<div class="racebox" aria-hidden="true"></div>`}
  </details>`;
}

/** The chart in pixels, with room for numbers at the left and for names at the right. */
const FRAME = { width: 400, height: 250, left: 26, right: 304, top: 14, bottom: 220 };

/** @param {{match: Match, course: Course}} props */
function Picture({ match, course }) {
  const { width, height, left, right, top, bottom } = FRAME;
  const most = Math.max(1, match.layout.goal?.(match.view) ?? 0, ...course.steps.flatMap((step) => step.values));
  const x = (seq) => left + ((seq - course.first) / Math.max(1, course.last - course.first)) * (right - left);
  const y = (value) => bottom - (value / most) * (bottom - top);
  const seats = Array.from({ length: match.view.seats }, (_, seat) => seat);
  const ends = course.steps.at(-1)?.values ?? seats.map(() => 0);
  const ticks = spread(course.turns, TICKS);
  const press = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.x) / box.width) * width;
    const share = Math.max(0, Math.min(1, (at - left) / (right - left)));
    go(`/m/${match.table.id}/replay#${Math.round(course.first + share * (course.last - course.first))}`);
  };
  return html`<svg
    class="racebox"
    viewBox=${`0 0 ${width} ${height}`}
    role="img"
    aria-label=${seats.map((seat) => `${seat === match.me ? t("you") : nameOf(match.head, seat)} ${ends[seat]}`).join(", ")}
    onClick=${press}
  >
    ${spread(
      Array.from({ length: most + 1 }, (_, value) => value),
      TICKS,
    ).map(
      (value) =>
        html`<path d=${`M${left} ${y(value)}H${right}`} stroke="var(--rule)" />
          <text class="f-text num" x=${left - 8} y=${y(value) + 4.5} text-anchor="end" font-size="13" fill="var(--ink2)"
            >${value}</text
          >`,
    )}
    ${ticks.map(
      (seq) =>
        html`<text class="f-text num" x=${x(seq)} y=${height - 8} text-anchor="middle" font-size="13" fill="var(--ink2)"
          >${roundOf(course, seq)}</text
        >`,
    )}
    <${Lines} match=${match} course=${course} x=${x} y=${y} seats=${seats} />
    <${Names} match=${match} x=${right + 10} y=${y} ends=${ends} seats=${seats} />
  </svg>`;
}

/** Selects some of many values evenly, including the first and the last. @param {number[]} all */
function spread(all, most) {
  const step = Math.max(1, Math.ceil((all.length - 1) / (most - 1)));
  return all.filter((_, at) => at % step === 0);
}

/** Returns the look of a seat's line: the seat's colour and dashes; my line is thick. Lines of equal seats are slightly offset. */
const lookOf = (match, seat) => ({
  stroke: seatText(seat),
  width: seat === match.me ? 4 : 2.5,
  dash: seatDash(seat),
  shift: seat === match.me ? 0 : ((seat % 2 ? 1 : -1) * APART * (1 + Math.floor(seat / 2))) / 2,
});

function Lines({ match, course, x, y, seats }) {
  return [...seats]
    .sort((a, b) => Number(a === match.me) - Number(b === match.me))
    .map((seat) => {
      const { stroke, width, dash, shift } = lookOf(match, seat);
      const path = course.steps.map(({ seq, values }, at) => {
        const [right, up] = [x(seq).toFixed(1), (y(values[seat]) + shift).toFixed(1)];
        return at ? `H${right}V${up}` : `M${right} ${up}`;
      });
      return html`<path
        key=${seat}
        d=${`${path.join("")}H${x(course.last).toFixed(1)}`}
        fill="none"
        stroke=${stroke}
        stroke-width=${width}
        stroke-dasharray=${dash}
        stroke-linejoin="round"
      />`;
    });
}

/** The names at the ends of the lines, moved apart if they would overlap. */
function Names({ match, x, y, ends, seats }) {
  const order = [...seats].sort((a, b) => ends[b] - ends[a] || a - b);
  const places = new Map();
  let last = -Infinity;
  for (const seat of order) places.set(seat, (last = Math.max(y(ends[seat]) + 4.5, last + LABEL)));
  const over = Math.max(0, last - FRAME.height + 4);
  return seats.map((seat) => {
    const name = seat === match.me ? t("you") : nameOf(match.head, seat);
    return html`<text
      key=${seat}
      class="f-text"
      data-seat=${seat}
      x=${x}
      y=${places.get(seat) - over}
      font-size="14"
      font-weight="700"
      fill=${seatText(seat)}
      >${shortened(name)}</text
    >`;
  });
}

/** Shortens a name to fit beside the lines. @param {string} name */
export const shortened = (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name);
