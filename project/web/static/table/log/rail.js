/** Beside the table: the log in sentences, table talk, the rules. */

import { post } from "../../server/api.js";
import { usePaths } from "../../server/served.js";
import { title } from "../../server/catalog.js";
import { begun } from "../../words/pattern.js";
import { announcedIn, facesOf, parts, spoken, valueText } from "../../words/sentence.js";
import { grouped } from "../../slots/words.js";
import { t, when, worded } from "../../words/texts.js";
import { isMistake, percent } from "../../replay/judged.js";
import { session } from "../../shell/session.js";
import { Avatar, nameOf, Sign } from "../../shell/ui.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { swatchOf } from "../../cards/swatch.js";
import { lazy } from "../../shell/lazy.js";
import { handed } from "./handed.js";
import { Hint } from "../question/hint.js";
import { openMove } from "../../words/lines.js";

/** @import { Props, Table, With } from "../state/context.js" */

const RulesOf = lazy(() => import("../../pages/rulesof.js").then((one) => one.RulesOf));
const Present = lazy(() => worded(import("./present.js")).then((one) => one.Present));
const Orders = lazy(() => worded(import("../../orders/panel.js")).then((one) => one.Orders));

/** @param {Props} props */
export function Rail({ ctx, tab, setTab, close }) {
  const { match } = ctx;
  const talk = match.table.log.value.filter(({ row }) => row.type === "message").length;
  const orders =
    usePaths().has("/matches/{match_id}/standing-orders") && match.me !== null && match.head.status === "running";
  const tabs = [
    ["log", t("log")],
    ["talk", talk ? `${t("talk")} · ${talk}` : t("talk")],
    ["rules", t("rules")],
    ...(orders ? [["orders", t("orders")]] : []),
  ];
  return html`<aside class="rail" aria-label=${t("log")}>
    <div class="railhead">
      <div class="railtabs" role="tablist">
        ${tabs.map(([name, label]) => html`<button role="tab" aria-selected=${String(tab === name)} onClick=${() => setTab(name)}>${label}</button>`)}
      </div>
      <button class="icon narrow" data-close-rail aria-label=${t("close")} onClick=${close}>
        <${Sign} name="close" />
      </button>
    </div>
    ${tab === "log" && html`<${Hint} ctx=${ctx} rail />`}
    <div class="railbody" role="tabpanel" tabindex="0" aria-label=${t(tab)}>
      ${tab === "log" ? html`<${Log} ctx=${ctx} />` : tab === "talk" ? html`<${Talk} ctx=${ctx} />` : tab === "orders" && orders ? html`<${Orders} ctx=${ctx} />` : html`<${RulesOf} game=${match.game} short />`}
    </div>
    ${match.layout.Foot && tab === "log" && html`<div class="railfoot"><${match.layout.Foot} ctx=${ctx} /></div>`}
  </aside>`;
}

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
            ${line.seat !== null ? html`<${Avatar} head=${match.head} seat=${line.seat} me=${line.seat === match.me} tiny />` : html`<span class="avatar tiny system" aria-hidden="true">·</span>`}
            <span class="grow"
              >${!line.named && html`<span class="hidden-text">${line.seat === null ? "" : nameOf(match.head, line.seat)} </span>`}${line.body}${lossOf(ctx, line)}</span
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

/** Whether the game's own sentence says who acts. @param {With<"match">} ctx */
const speaks = ({ match }, move) => match.game?.verbs?.[move.verb]?.says !== undefined;

/** The lines of one row: a move, sealed answers opened together, what was announced. @param {Table} ctx */
export function captions(ctx, { row, seen }) {
  const { match } = ctx;
  const context = { ...match, seen };
  const line = (seat, body, named = false) => ({ seq: row.seq, seat, body, time: row.at, named });
  const found = [];
  if (row.type === "message") found.push(line(row.seat, html`« ${row.text ?? t("withdrawn")} »`));
  else if (row.move)
    found.push(
      line(
        row.seat,
        html`<${MoveWords} ctx=${ctx} context=${context} move=${openMove(row, match.game)} seat=${row.seat} />`,
        speaks(ctx, row.move),
      ),
    );
  else if (row.type !== "move" && !QUIET.has(row.type)) found.push(line(row.seat, t(`row.${row.type}`)));
  found.push(...handed(row).map((one) => line(one.seat, handedWords(ctx, one), true)));
  for (const effect of row.effects) {
    if (effect.kind === "answered" && effect.move)
      found.push(
        line(
          effect.seat,
          html`<${MoveWords} ctx=${ctx} context=${context} move=${effect.move} seat=${effect.seat} />`,
          speaks(ctx, effect.move),
        ),
      );
    if (effect.kind === "announced" && effect.what in (match.game?.announcements ?? {}) && !isSaid(row, effect, seen))
      found.push(line(effect.details?.seat ?? null, announced(match, effect), true));
  }
  return found;
}

/** "Bot 2 gives you 3M", with the sign of the first card. @param {With<"match">} ctx */
function handedWords(ctx, { seat, to, faces }) {
  const { match } = ctx;
  const key =
    to === null ? "lays_it" : seat === match.me ? "you_give_it" : to === match.me ? "gives_you_it" : "gives_it";
  const [before, after] = t(key, {
    seat: seat === match.me ? t("you") : nameOf(match.head, seat),
    to: to === null ? "" : nameOf(match.head, to),
    cards: "\n",
  }).split("\n");
  return html`${before}<span class="named"
      >${swatchOf(match, "face", faces[0])}${grouped(faces.map((face) => title(match.game, "faces", face)))}</span
    >${after}`;
}

/** What the rows before the end announced: why somebody has won. @param {With<"match">} ctx */
export function reasons(ctx) {
  const { match } = ctx;
  const lines = match.table.log.value;
  const at = lines.findLastIndex(({ row }) => row.effects.some((effect) => effect.kind === "ended"));
  return lines
    .slice(Math.max(0, at), at + 1)
    .flatMap(({ row, seen }) =>
      row.effects
        .filter((effect) => effect.kind === "announced" && effect.what in (match.game?.announcements ?? {}))
        .map((effect) => announced({ ...match, seen }, effect)),
    );
}

/** What happened before the deal is said by the waiting room, and later by nobody. */
const QUIET = new Set([
  "match.created",
  "seat.joined",
  "seat.left",
  "seed.committed",
  "seeds.closed",
  "seed.revealed",
  "seed.opened",
]);

/** Whether the move itself already says what was announced. */
function isSaid({ move, seat }, effect, seen) {
  const details = effect.details ?? {};
  const said = new Set(JSON.stringify(move?.args ?? {}).match(/-?\d+|"[^"]*"/g));
  for (const card of [...said]) if (card in seen) said.add(JSON.stringify(seen[card]));
  return (
    move !== null &&
    details.seat === seat &&
    Object.entries(details).every(
      ([name, value]) => name === "seat" || [value].flat().every((one) => said.has(JSON.stringify(one))),
    )
  );
}

function announced(match, { what, details }) {
  const said = announcedIn(match, what, details);
  if (said) return html`<em>${said}</em>`;
  const named = Object.entries(details ?? {})
    .filter(
      ([name, value]) =>
        name !== "seat" && ["good", "tile", "face", "stack", "coins", "value", "as"].includes(name) && value !== null,
    )
    .map(([name, value]) => valueText(match, name === "coins" ? "coins" : "word", value));
  return html`<em>${title(match.game, "announcements", what)}${named.length ? t("colon") + named.join(", ") : ""}</em>`;
}

/** @param {Props<"match">} props */
export function MoveWords({ ctx, context, move, seat }) {
  const { match } = ctx;
  const found = parts(context, move);
  const named = (part) =>
    html`<span class="named"
      >${facesOf(context, part.means, move.args[part.slot])
        .slice(0, 1)
        .map((face) => swatchOf(match, "face", face))}${part.text}</span
    >`;
  const said = spoken(context, move, seat);
  if (said)
    return said.map((piece, at) =>
      typeof piece === "string"
        ? piece
        : piece.name === "seat"
          ? at === 0
            ? begun(piece.text)
            : piece.text
          : named(
              found.find((part) => part.slot === piece.name) ?? { slot: piece.name, means: "word", text: piece.text },
            ),
    );
  return html`${title(match.game, "verbs", move.verb)}${found.map((part) => html` ${part.lead} ${named(part)}`)}`;
}

/** @param {Props<"match">} props */
function Talk({ ctx: { match } }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const said = match.table.log.value.filter(({ row }) => row.type === "message");
  const send = async (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    await post(`matches/${match.table.id}/messages`, { text: text.trim() }).then(
      () => {
        setText("");
        setFault("");
      },
      (error) => setFault(error.message),
    );
  };
  const seen = usePaths().has("/matches/{match_id}/presence") && !match.replay;
  return html`${seen && html`<${Present} match=${match.table.id} />`}
    <ol class="log">
      ${said.map(
        ({ row }) =>
          html`<li class="line" key=${row.seq}>
            <${Avatar} head=${match.head} seat=${row.seat} me=${row.seat === match.me} tiny /><span class="grow"
              ><b>${nameOf(match.head, row.seat)}</b> ${row.text ?? html`<em>${t("withdrawn")}</em>`}</span
            ><time class="soft num" datetime=${row.at}>${when(row.at)}</time>
          </li>`,
      )}
    </ol>
    ${!said.length && html`<p class="soft pad">${t("nobody_spoke")}</p>`}
    ${match.me !== null && html`<form class="talkform" onSubmit=${send}><input value=${text} maxlength="500" aria-label=${t("talk_to_table")} placeholder=${t("talk_to_table")} onInput=${(event) => setText(event.target.value)} /><button class="dense">${t("send")}</button></form>`}
    ${fault && html`<p class="fault">${fault}</p>`}`;
}
