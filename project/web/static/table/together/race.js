/** A match that is over as a race: a line for each seat, from turn to turn; and the move that decided it. */

import { reelOfMatch } from "../../replay/load.js";
import { go, Link } from "../../shell/router.js";
import { nameOf, Sign } from "../../shell/ui.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { lineOf } from "../../words/lines.js";
import { captions } from "../log/captions.js";
import { courseOf, leadTaken, roundOf } from "./course.js";

/** @import { Match, Props } from "../types.js" */
/** @import { Course } from "./course.js" */

/** Longer matches are not loaded for a picture. */
const ROWS_MOST = 3000;
const NARROW = "(max-width: 639px)";
const TICKS = 6;
const APART = 4;
const LABEL = 17;
const DASHES = ["", "9 5", "2 4", "14 4 2 4"];
const COLOURS = ["var(--info)", "var(--bad)", "var(--edge)", "var(--ok)"];

/** What the picture is drawn from, once it is loaded. @param {Match} match */
function useCourse(match) {
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

/** @param {Props} props */
export function Race({ ctx, standings }) {
  const { match } = ctx;
  const found = useCourse(match);
  if (!match.layout.race || match.head.seq > ROWS_MOST) return null;
  return html`<section class="race" data-race=${found ? "drawn" : "waits"}>
    <h2>${t("the_race")} <span class="soft small">· ${t(match.layout.racing)}</span></h2>
    ${
      found
        ? html`<${Picture} match=${match} course=${found.course} />
            <${KeyMoment} ctx=${ctx} found=${found} winner=${standings[0]?.length === 1 ? standings[0][0] : null} />`
        : html`<div class="racebox" aria-hidden="true"></div>`
    }
  </section>`;
}

/** The frame of the picture in pixels: room for numbers at the left, for names at the right. */
function frameOf(isNarrow) {
  const [width, height] = isNarrow ? [330, 230] : [680, 260];
  return { width, height, left: 28, right: width - (isNarrow ? 84 : 120), top: 14, bottom: height - 30 };
}

/** @param {{match: Match, course: Course}} props */
function Picture({ match, course }) {
  const frame = frameOf(matchMedia(NARROW).matches);
  const { width, height, left, right, top, bottom } = frame;
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
    <${Names} match=${match} x=${right + 10} y=${y} ends=${ends} seats=${seats} frame=${frame} />
  </svg>`;
}

/** Some of many, evenly, the first and the last among them. @param {number[]} all */
function spread(all, most) {
  const step = Math.max(1, Math.ceil((all.length - 1) / (most - 1)));
  return all.filter((_, at) => at % step === 0);
}

/** How a seat's line looks: mine is thick; the others differ by colour and dash, and lie a little apart. */
function lookOf(match, seat) {
  if (seat === match.me) return { stroke: "var(--ink)", width: 3.5, dash: "", shift: 0 };
  const at = seat - (match.me !== null && seat > match.me ? 1 : 0);
  const [colour, dash] = [
    COLOURS[at % COLOURS.length],
    DASHES[Math.floor(at / COLOURS.length + at + 1) % DASHES.length],
  ];
  return { stroke: colour, width: 2.5, dash, shift: ((at % 2 ? 1 : -1) * APART * (1 + Math.floor(at / 2))) / 2 };
}

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

/** The names at the ends of the lines, moved apart where they would lie on each other. */
function Names({ match, x, y, ends, seats, frame }) {
  const order = [...seats].sort((a, b) => ends[b] - ends[a] || a - b);
  const places = new Map();
  let last = -Infinity;
  for (const seat of order) places.set(seat, (last = Math.max(y(ends[seat]) + 4.5, last + LABEL)));
  const over = Math.max(0, last - frame.height + 4);
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
      fill=${lookOf(match, seat).stroke === "var(--edge)" ? "var(--ink2)" : lookOf(match, seat).stroke}
      >${shortened(name)}</text
    >`;
  });
}

/** A name as it fits beside the lines. @param {string} name */
export const shortened = (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name);

/** The move with which the winner took the lead for good, and the way to see it. @param {Props} props */
function KeyMoment({ ctx, found, winner }) {
  const { match } = ctx;
  const { course, rows } = found;
  const seq = winner === null ? null : leadTaken(course, winner);
  const row = rows.find((one) => one.seq === seq);
  if (seq === null || !row) return null;
  const said = captions(ctx, lineOf(row, {}));
  const round = roundOf(course, seq);
  return html`<section class="keymoment" data-key-moment>
    <div class="grow">
      <h2>${round ? t("key_moment_in", { n: round }) : t("key_moment")}</h2>
      <p>
        ${said.slice(0, 2).map((line) => html`${!line.named && line.seat !== null && html`<b>${nameOf(match.head, line.seat)}</b> · `}${line.body}`)}
      </p>
      <p class="soft small">
        ${winner === match.me ? t("you_lead_since") : t("they_lead_since", { name: nameOf(match.head, winner) })}
      </p>
    </div>
    <${Link} class="button" to=${`/m/${match.table.id}/replay#${seq - 1}`}><${Sign} name="play" /> ${t("watch_it")}<//>
  </section>`;
}
