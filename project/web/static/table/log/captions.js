/** The sentences of a row: the move, sealed answers that were opened together, announcements. */

import { swatchOf } from "../../cards/swatch.js";
import { title } from "../../server/catalog.js";
import { nameOf } from "../../shell/ui.js";
import { grouped } from "../../slots/words.js";
import { html } from "../../vendor/preact.js";
import { openMove } from "../../words/lines.js";
import { begun } from "../../words/pattern.js";
import { announcedIn, facesOf, parts, spoken, valueText } from "../../words/sentence.js";
import { t } from "../../words/texts.js";
import { handed } from "./handed.js";

/** @import { Props, Table, With } from "../types.js" */

/** Returns whether the game's own sentence names the actor. @param {With<"match">} ctx */
const speaks = ({ match }, move) => match.game?.verbs?.[move.verb]?.says !== undefined;

/** Returns the faces of the cards that a row moves. */
const aboutOf = ({ effects }) =>
  effects
    .flatMap((one) => (one.kind === "moved" ? one.faces : []))
    .filter(Boolean)
    .join(" ");

/**
 * Returns the lines of one row: a move, sealed answers that were opened together, announcements.
 * @param {Table} ctx @param {any} line @param {boolean} [headed] whether the line is under the actor's name, which the sentence then omits
 */
export function captions(ctx, { row, seen }, headed = false) {
  const { match } = ctx;
  const context = { ...match, seen };
  const line = (seat, body, named = false, move = null) => ({
    ...{ seq: row.seq, seat, body, time: row.at, named },
    verb: move?.verb ?? "",
    about: move ? aboutOf(row) : "",
  });
  const found = [];
  if (row.type === "message") found.push(line(row.seat, html`« ${row.text ?? t("withdrawn")} »`));
  else if (row.move)
    found.push(
      line(
        row.seat,
        html`<${MoveWords}
          ctx=${ctx}
          context=${context}
          move=${openMove(row, match.game)}
          seat=${row.seat}
          headed=${headed}
        />`,
        speaks(ctx, row.move),
        row.move,
      ),
    );
  else if (row.type !== "move" && !QUIET.has(row.type)) found.push(line(row.seat, t(`row.${row.type}`)));
  found.push(...handed(row).map((one) => line(one.seat, handedWords(ctx, one, headed), true)));
  for (const effect of row.effects) {
    if (effect.kind === "answered" && effect.move)
      found.push(
        line(
          effect.seat,
          html`<${MoveWords} ctx=${ctx} context=${context} move=${effect.move} seat=${effect.seat} headed=${headed} />`,
          speaks(ctx, effect.move),
        ),
      );
    if (effect.kind === "announced" && effect.what in (match.game?.announcements ?? {}) && !isSaid(ctx, row, effect))
      found.push(line(actorIn(match, effect), announced(match, effect, headed), true));
  }
  return found;
}

/** Returns the words for cards handed over, such as "Bot 2 gives you 3M", with the sign of the first card. @param {With<"match">} ctx */
function handedWords(ctx, { seat, to, faces }, headed) {
  const { match } = ctx;
  const isMine = seat === match.me;
  const key =
    to === null
      ? isMine
        ? "you_lay_it"
        : "lays_it"
      : isMine
        ? "you_give_it"
        : to === match.me
          ? "gives_you_it"
          : "gives_it";
  const [before, after] = t(key, {
    seat: headed ? "" : isMine ? t("you") : nameOf(match.head, seat),
    to: to === null ? "" : nameOf(match.head, to),
    cards: "\n",
  })
    .trimStart()
    .split("\n");
  return html`${before}<span class="named"
      >${swatchOf(match, "face", faces[0])}${grouped(faces.map((face) => title(match.game, "faces", face)))}</span
    >${after}`;
}

/** Returns the announcements before the end, which state why somebody has won. @param {With<"match">} ctx */
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

/** Rows before the deal. The waiting room shows them; the log does not. */
const QUIET = new Set([
  "match.created",
  "seat.joined",
  "seat.left",
  "seed.committed",
  "seeds.closed",
  "seed.revealed",
  "seed.opened",
]);

/** Returns whether the move already states the announcement, as the game's layout declares. @param {With<"match">} ctx */
const isSaid = ({ match: { layout } }, { move }, { what }) => move !== null && layout.repeats?.[what] === move.verb;

/** Returns the seat that an announcement is about, or null. */
const actorIn = (match, { what, details }) => announcedIn(match, what, details)?.seat ?? details?.seat ?? null;

/** Returns the words of an announcement. Under the name of the seat with which it begins, the sentence omits that name. */
function announced(match, { what, details }, headed = false) {
  const found = announcedIn(match, what, details);
  if (found) {
    const texts = found.said.map((piece) => (typeof piece === "string" ? piece : piece.text));
    return html`<em
      >${headed && found.seat !== null ? texts.slice(1).join("").trimStart() : begun(texts.join(""))}</em
    >`;
  }
  const named = Object.entries(details ?? {})
    .filter(
      ([name, value]) =>
        name !== "seat" && ["good", "tile", "face", "stack", "coins", "value", "as"].includes(name) && value !== null,
    )
    .map(([name, value]) => valueText(match, name === "coins" ? "coins" : "word", value));
  return html`<em>${title(match.game, "announcements", what)}${named.length ? t("colon") + named.join(", ") : ""}</em>`;
}

/** @param {Props<"match">} props */
export function MoveWords({ ctx, context, move, seat, headed = false }) {
  const { match } = ctx;
  const found = parts(context, move);
  const named = (part) =>
    html`<span class="named"
      >${facesOf(context, part.means, move.args[part.slot])
        .slice(0, 1)
        .map((face) => swatchOf(match, "face", face))}${part.text}</span
    >`;
  const sentence = spoken(context, move, seat);
  if (sentence)
    return sentence.map((piece, at) =>
      typeof piece === "string"
        ? piece
        : piece.name === "seat"
          ? at === 0
            ? headed
              ? ""
              : begun(piece.text)
            : piece.text
          : named(
              found.find((part) => part.slot === piece.name) ?? { slot: piece.name, means: "word", text: piece.text },
            ),
    );
  return html`${title(match.game, "verbs", move.verb)}${found.map((part) => html` ${part.lead} ${named(part)}`)}`;
}
