/** The bar below a replay: first, back, play, forward, last; speed; a timeline with turns and marks. On a phone one button hides the rest. */

import { marksOf, turnsOf } from "./recording.js";
import { t } from "../words/texts.js";
import { Avatar, Sign } from "../shell/ui.js";
import { html, useMemo, useState } from "../vendor/preact.js";

/** @type {[number, string][]} */
const SPEEDS = [
  [0.5, "½"],
  [1, "1"],
  [2, "2"],
  [4, "4"],
];
const TICKS = 28;

export function ReplayBar({ recording, head, seq, to, speed, setSpeed, points, foot, children }) {
  const [pace, setPace] = useState(1);
  const [notice, setNotice] = useState("");
  const [more, setMore] = useState(false);
  const choosePace = (value) => {
    setPace(value);
    if (speed) setSpeed(value);
  };
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => setNotice(t("copied")),
      () => setNotice(location.href),
    );
  const button = (name, sign, next) =>
    html`<button class="icon framed" aria-label=${t(name)} onClick=${() => to(next)}><${Sign} name=${sign} /></button>`;
  return html`<section class="replaybar" aria-label=${t("replay")}>
    <div class="row">
      ${button("first", "first", 0)}${button("back", "back", seq - 1)}
      <button
        class="icon framed pressed"
        aria-label=${t(speed ? "pause" : "playing")}
        onClick=${() => setSpeed(speed ? 0 : pace)}
      >
        <${Sign} name=${speed ? "pause" : "play"} />
      </button>
      ${button("on", "next", seq + 1)}${button("last", "last", recording.last)}
      <span class="num" data-seq=${seq}><b>${seq}</b> <span class="soft small">/ ${recording.last}</span></span
      ><span class="grow"></span>
      <button
        class="icon framed narrower"
        data-more
        aria-label=${t("more_of_replay")}
        aria-expanded=${String(more)}
        aria-controls="replaymore"
        onClick=${() => setMore(!more)}
      >
        <${Sign} name="menu" />
      </button>
      <div id="replaymore" class=${`replaymore${more ? " shown" : ""}`}>
        <${Speeds} pace=${pace} set=${choosePace} />
        <button class=${notice ? "dense told" : "dense"} title=${t("link_to_move")} onClick=${copy}>
          <${Sign} name="link" /> ${notice || t("link_to_move")}
        </button>
        ${children}
      </div>
    </div>
    <${Timeline} recording=${recording} head=${head} seq=${seq} to=${to} points=${points} />
    ${foot && html`<div class="replayfoot">${foot}</div>`}
  </section>`;
}

const Speeds = ({ pace, set }) =>
  html`<span class="small wide">${t("speed")}</span
    ><span class="segments"
      >${SPEEDS.map(
        ([value, label]) =>
          html`<button aria-pressed=${String(pace === value)} onClick=${() => set(value)}>${label}</button>`,
      )}</span
    >`;

/** Turns, marks and turning points above a slider. */
function Timeline({ recording, head, seq, to, points }) {
  const turns = useMemo(() => thinned(turnsOf(recording.rows)), [recording]);
  const marks = useMemo(() => thinned(marksOf(recording.rows)), [recording]);
  const place = (row) => ({ left: `${(100 * row) / Math.max(1, recording.last)}%` });
  return html`<div class="timeline">
    <div class="ticks" aria-hidden="true">
      ${turns.map(
        (turn) => html`<span style=${place(turn.seq)}><${Avatar} head=${head} seat=${turn.seat} size=${20} /></span>`,
      )}${marks.map((row) => html`<i style=${place(row)}></i>`)}${points.map(
        (row) => html`<i class="point" style=${place(row)}></i>`,
      )}
    </div>
    <input
      type="range"
      min="0"
      max=${recording.last}
      value=${seq}
      aria-label=${t("timeline")}
      aria-valuetext=${t("row_of", { n: seq, of: recording.last })}
      onInput=${(event) => to(Number(event.target.value))}
    />
  </div>`;
}

/** Thins a list to the number of marks that a reader can distinguish. */
const thinned = (list) =>
  list.length <= TICKS ? list : list.filter((_, at) => at % Math.ceil(list.length / TICKS) === 0);
