/** The log: each row in sentences, with its time. */

import { isMistake, percent } from "../../replay/judged.js";
import { session } from "../../shell/session.js";
import { Avatar, nameOf } from "../../shell/ui.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { t, when } from "../../words/texts.js";
import { captions } from "./captions.js";

/** @import { Props, With } from "../types.js" */

/** @param {Props} props */
export function Log({ ctx, at = null, onPress }) {
  const { match } = ctx;
  const lines = match.table.log.value.flatMap((line) =>
    captions(ctx, line).map((one, at) => ({ ...one, key: `${one.seq}.${at}` })),
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
      ${lines.map(
        (line) =>
          html`<li
            key=${line.key}
            class=${`line${at === null ? "" : line.seq === at ? " now" : line.seq > at ? " later" : ""}`}
            onClick=${onPress && (() => onPress(line.seq))}
          >
            ${
              line.seat !== null
                ? html`<${Avatar} head=${match.head} seat=${line.seat} me=${line.seat === match.me} tiny />`
                : html`<span class="avatar tiny system" aria-hidden="true">·</span>`
            }
            <span class="grow"
              >${
                !line.named &&
                html`<span class="hidden-text">${line.seat === null ? "" : nameOf(match.head, line.seat)} </span>`
              }${line.body}${lossOf(ctx, line)}</span
            ><time class="soft num" datetime=${line.time}>${when(line.time)}</time>
          </li>`,
      )}
    </ol>
    <span ref=${end}></span>`;
}

/** What the coach says that a move of mine has lost. @param {With<"match">} ctx */
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

/** Brings the present line to the middle of its box, and scrolls nothing else. */
function center(box) {
  const line = box?.querySelector(".line.now");
  if (line) box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
}
