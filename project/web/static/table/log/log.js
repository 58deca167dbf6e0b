/** The log: one section for each turn, in sentences with their times. */

import { isMistake, percent } from "../../replay/judged.js";
import { seatText } from "../../cards/faces.js";
import { session } from "../../shell/session.js";
import { Avatar, nameOf } from "../../shell/ui.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { sentence } from "../../words/sentence.js";
import { t, when } from "../../words/texts.js";
import { captions } from "./captions.js";
import { passesMerged, turnsIn } from "./turns.js";

/** @import { Props, With } from "../types.js" */

/** The log. In a replay (at), each event has its own line, because a press on it shows that event. @param {Props} props */
export function Log({ ctx, at = null, onPress }) {
  const { match } = ctx;
  const lines = match.table.log.value.flatMap((line) =>
    captions(ctx, line, true).map((one, at) => ({ ...one, key: `${one.seq}.${at}` })),
  );
  const end = useRef(null);
  useEffect(() => {
    const box = end.current?.parentElement;
    if (box && at === null) box.scrollTop = box.scrollHeight;
  }, [lines.length]);
  useEffect(() => {
    if (at !== null) center(end.current?.parentElement);
  }, [at]);
  return html`${!lines.length && html`<p class="soft pad">${t("nothing_yet")}</p>`}
    <ol class="log">
      ${(at === null ? passesMerged(turnsIn(lines)) : turnsIn(lines)).map((turn) =>
        turn.passes?.length > 1
          ? html`<${Passes} key=${turn.passes[0].key} ctx=${ctx} passes=${turn.passes} />`
          : turn.seat === null
            ? turn.entries.map(
                ({ line }) =>
                  html`<${Sentence} key=${line.key} ctx=${ctx} line=${line} at=${at} onPress=${onPress} alone />`,
              )
            : html`<${TurnOf}
                key=${turn.entries[0].same[0].key}
                ctx=${ctx}
                turn=${turn}
                at=${at}
                onPress=${onPress}
              />`,
      )}
    </ol>
    <span ref=${end}></span>`;
}

/** The consecutive acts of one seat. @param {Props<"match">} props */
function TurnOf({ ctx, turn, at, onPress }) {
  const { match } = ctx;
  const { seat, time, entries } = turn;
  return html`<li class="turn">
    <p class="turnhead">
      <${Avatar} head=${match.head} seat=${seat} size=${32} /><b class="grow" style=${{ color: seatText(seat) }}
        >${seat === match.me ? t("you") : nameOf(match.head, seat)}</b
      ><time class="soft num" datetime=${time}>${when(time)}</time>
    </p>
    <ol>
      ${entries.map(({ line, same }) =>
        same.length === 1
          ? html`<${Sentence} key=${line.key} ctx=${ctx} line=${line} at=${at} onPress=${onPress} />`
          : html`<li class="line" key=${same[0].key}>
              <details class="grow repeated" data-repeated=${same.length} open=${same.some((one) => one.seq === at)}>
                <summary>${line.body} <b>· ${t("n_times", { n: same.length })}</b></summary>
                <ol>
                  ${same.map((one) => html`<${Sentence} key=${one.key} ctx=${ctx} line=${one} at=${at} onPress=${onPress} />`)}
                </ol>
              </details>
            </li>`,
      )}
    </ol>
  </li>`;
}

/** The consecutive passes of several seats, in one sentence. @param {Props<"match">} props */
function Passes({ ctx, passes }) {
  const seats = passes.map((line) => line.seat);
  return html`<li class="line passes">${sentence(ctx.match, { verb: passes[0].verb, args: {} }, seats)}</li>`;
}

/** @param {Props<"match">} props */
function Sentence({ ctx, line, at, onPress, alone = false }) {
  return html`<li
    class=${`line${at === null ? "" : line.seq === at ? " now" : line.seq > at ? " later" : ""}`}
    onClick=${onPress && (() => onPress(line.seq))}
  >
    ${alone && html`<span class="avatar tiny system" aria-hidden="true">·</span>`}
    <span class="grow">${line.body}${lossOf(ctx, line)}</span>${
      alone && html`<time class="soft num" datetime=${line.time}>${when(line.time)}</time>`
    }
  </li>`;
}

/** Returns the loss of a move of mine, according to the coach. @param {With<"match">} ctx */
function lossOf({ match }, { seq, seat }) {
  const found =
    seat === null || !match.judged?.size
      ? undefined
      : match.judged.get(seq)?.find(() => match.head.seats[seat]?.player?.name === session.value.name);
  return found && isMistake(found)
    ? html` <span class="loss num" title=${t("coach_loss", { n: percent(found.loss), error: percent(found.error) })}
        >−${percent(found.loss)} %</span
      >`
    : "";
}

/** Scrolls the current line to the middle of its box, and scrolls nothing else. */
function center(box) {
  const line = box?.querySelector(".line.now");
  if (line) box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
}
