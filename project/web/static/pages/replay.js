/** The replay of a match at the same table: any row, any speed, any visible seat. */

import { awningOf, felt, feltClass } from "../cards/felts.js";
import { useTitle } from "../shell/title.js";
import { game as gameOf } from "../server/catalog.js";
import { createRecording } from "../replay/recording.js";
import { ReplayBar } from "../replay/bar.js";
import { Coach, CoachButton, useCoach } from "../replay/coach.js";
import { ForkButton } from "../replay/fork.js";
import { bySeq } from "../replay/judged.js";
import { reelOfLink, reelOfMatch } from "../replay/load.js";
import { LastMove } from "../replay/lastmove.js";
import { ShareButton } from "../replay/share.js";
import { Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { Board } from "../table/board/board.js";
import { contextOf } from "../table/state/context.js";
import { Inspector, ZoneSheet } from "../table/board/inspector.js";
import { useReading } from "../table/board/reading.js";
import { Log } from "../table/log/log.js";
import { play as animate } from "../table/board/motion.js";
import { loadLooks } from "../table/state/looks.js";
import { lineOf } from "../words/lines.js";
import { createTable } from "../table/state/store.js";
import { t } from "../words/texts.js";
import { nameOf, Sign } from "../shell/ui.js";
import { html, signal, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useLocal } from "../table/state/local.js";

/** @import { Props } from "../table/types.js" */

const BEFORE = 40;
const AFTER = 20;
const STEP_MS = 900;
const ADDRESS_MS = 200;

/** @param {{id?: string, token?: string}} props a match, or a link to its replay */
export default function Replay({ id, token }) {
  const table = useMemo(() => createTable(id ?? ""), [id, token]);
  const analysis = useMemo(() => signal(null), [id]);
  const [as, setAs] = useState(new URLSearchParams(location.search).get("as") ?? "");
  const [reel, setReel] = useState(/** @type {import("../replay/load.js").Reel|null} */ (null));
  const [fault, setFault] = useState(null);
  const game = table.head.value && gameOf(table.head.value.game);
  useEffect(() => {
    let gone = false;
    const load = async () => {
      const found = await (token ? reelOfLink(token) : reelOfMatch(id, as));
      await loadLooks(found.head.game);
      if (gone) return;
      Object.assign(table, { id: found.head.id });
      table.head.value = found.head;
      setReel(found);
    };
    load().catch((error) => gone || setFault(error));
    return () => {
      gone = true;
    };
  }, [id, token, as]);
  if (fault)
    return html`<main id="main" class="page stack">
      <h1>${t(token ? "no_such_replay" : "no_such_table")}</h1>
      <p>${fault.message}</p>
      <p><${Link} to="/">${t("to_start")}<//></p>
    </main>`;
  if (!reel || !game)
    return html`<main id="main" class="table loading" aria-busy="true"><p class="soft">${t("laying_table")}</p></main>`;
  return html`<${Show}
    key=${as}
    table=${table}
    game=${game}
    reel=${reel}
    analysis=${analysis}
    shared=${Boolean(token)}
    as=${as}
    setAs=${(next) => {
      setReel(null);
      setAs(next);
    }}
  />`;
}

/** Returns the row that the address names; by default the deal, because the table is empty before it. */
function firstRow({ first, last, rows }) {
  const named = location.hash ? Number(location.hash.slice(1)) : NaN;
  const found = Number.isInteger(named) ? named : (rows.find((row) => row.type === "match.started")?.seq ?? first);
  return Math.max(0, Math.min(last, found));
}

function Show({ table, game, reel, analysis, shared, as, setAs }) {
  const recording = useRecording(reel);
  const [seq, setSeq] = useState(() => firstRow(recording));
  const local = useLocal({ replay: true });
  useAddress(`${as ? `?as=${encodeURIComponent(as)}` : ""}#${seq}`);
  const [speed, setSpeed] = usePlaying(recording, seq, setSeq);
  useRow(table, recording, seq);
  const coach = useCoach(table, analysis);
  const ctx = contextOf(table, { ...local, judged: bySeq(coach.analysis) });
  const { match } = ctx;
  const to = (next) => {
    setSpeed(0);
    setSeq(Math.max(0, Math.min(recording.last, next)));
  };
  useReplayKeys(to, seq, ctx.page);
  useReading(ctx.page);
  const isWide = useWide();
  const coached = !shared && html`<${Coach} ctx=${ctx} coach=${coach} recording=${recording} seq=${seq} to=${to} />`;
  useTitle(`${t("replay")}: ${game.title}`);
  return html`<div class=${`table replay ${game.game} ${feltClass(game.game)}`}>
    <${ReplayHead} ctx=${ctx} shared=${shared} as=${as} setAs=${setAs} />
    <${LastMove} ctx=${ctx} seq=${seq} plays=${speed > 0} />
    <main id="main" class="ground" tabindex="-1" aria-label=${t("the_table")}>
      ${felt(game.game)}${awningOf(game.game)}<${Board} ctx=${ctx} />
    </main>
    <${ReplayBar}
      recording=${recording}
      head=${match.head}
      seq=${seq}
      to=${to}
      speed=${speed}
      setSpeed=${setSpeed}
      points=${coach.analysis?.turning_points ?? []}
      foot=${!isWide && coached}
    >
      ${
        !shared &&
        html`<${CoachButton} coach=${coach} game=${game} /><${ForkButton}
            table=${table}
            game=${game}
            seq=${seq}
          /><${ShareButton} head=${match.head} seq=${seq} />`
      }<//
    >
    <aside class="rail" aria-label=${t("log")}>
      <div class="railbody" tabindex="0" role="group" aria-label=${t("log")}>
        <${Log} ctx=${ctx} at=${seq} onPress=${to} />
      </div>
      ${isWide && coached && html`<div class="railfoot">${coached}</div>`}
    </aside>
    <${Inspector} ctx=${ctx} /><${ZoneSheet} ctx=${ctx} />
  </div>`;
}

/** @param {Props<"match">} props */
function ReplayHead({ ctx, shared, as, setAs }) {
  const { table, game } = ctx.match;
  return html`<header class="bar">
    ${
      shared
        ? html`<${Link} class="button icon" to="/" aria-label=${t("to_start")}><${Sign} name="back" /><//>`
        : html`<${Link} class="button icon" to=${`/m/${table.id}`} aria-label=${t("back_to_table")}
            ><${Sign} name="back"
          /><//>`
    }
    <div class="grow barname">
      <strong>${game.title}</strong><span class="soft small">${t("nothing_at_stake")}</span>
    </div>
    ${
      !shared &&
      html`<${Viewpoints} ctx=${ctx} as=${as} setAs=${setAs} />
        <${Link} class="button dense wide" to=${`/m/${table.id}/verify`}>${t("verify")}<//>`
    }
  </header>`;
}

const WIDE = "(min-width: 1024px)";

/** Returns whether there is room for the log beside the table. */
function useWide() {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const update = () => setWide(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return isWide;
}

/** Returns the recording of a match, built from its rows. */
function useRecording({ start, rows, sets }) {
  return useMemo(() => {
    const made = createRecording(start, rows, sets);
    made.fill();
    return made;
  }, [start, rows]);
}

/** Shows one row after another up to the end of the recording, while the speed is not 0. */
function usePlaying(recording, seq, setSeq) {
  const [speed, setSpeed] = useState(0);
  useEffect(() => {
    if (!speed) return;
    if (seq >= recording.last) return setSpeed(0);
    const row = recording.rows[seq - recording.first];
    const timer = setTimeout(() => animate(row, () => setSeq(seq + 1), speed), STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [speed, seq]);
  return /** @type {const} */ ([speed, setSpeed]);
}

/** Shows a row of the recording on the table: the view after the row, and the surrounding lines of the log. */
function useRow(table, recording, seq) {
  const view = useMemo(() => recording.at(seq), [recording, seq]);
  if (table.view.peek() !== view) table.view.value = view;
  const lines = useMemo(() => {
    const faces = Object.fromEntries(Object.entries(view.faces).map(([card, face]) => [card, face.face]));
    return recording.rows.slice(Math.max(0, seq - BEFORE), seq + AFTER).map((row) => lineOf(row, faces));
  }, [recording, seq]);
  if (table.log.peek() !== lines) table.log.value = lines;
}

/** Keeps the address at the shown row, at limited intervals: browsers ignore an address that changes with each frame of a drag. */
function useAddress(rest) {
  const written = useRef(0);
  useEffect(() => {
    const write = () => {
      written.current = Date.now();
      history.replaceState(null, "", location.pathname + rest);
    };
    if (Date.now() - written.current >= ADDRESS_MS) return write();
    const timer = setTimeout(write, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [rest]);
}

function useReplayKeys(to, seq, page) {
  useEffect(() => {
    const onKey = (event) => {
      if (event.target.closest("input, textarea, select, dialog")) return;
      if (event.key === "Escape") page.inspect(null);
      const next = { "[": seq - 1, "]": seq + 1, ArrowLeft: seq - 1, ArrowRight: seq + 1, Home: 0, End: Infinity }[
        event.key
      ];
      if (next !== undefined && !event.target.closest("[role=listbox]")) {
        event.preventDefault();
        to(next);
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

/**
 * The viewpoints that the server allows: all seats after an open end, otherwise the viewer's seat and the spectator's view.
 * @param {Props<"match">} props
 */
function Viewpoints({ ctx: { match }, as, setAs }) {
  const { head } = match;
  const open = head.status === "finished" && head.reveal === "all";
  const mine = head.seats.find((seat) => seat.player?.name === session.value.name);
  const choices = [
    ...(mine ? [["", t("me")]] : []),
    ["spectator", t("spectator")],
    ...(open
      ? head.seats.filter((seat) => seat !== mine).map((seat) => [`seat:${seat.seat}`, nameOf(head, seat.seat)])
      : []),
    ...(open ? [["omniscient", t("everything")]] : []),
  ];
  return html`<label class="seenby"
    ><span class="wide">${t("seen_by")}</span
    ><select aria-label=${t("seen_by")} onChange=${(event) => setAs(event.target.value)}>
      ${choices.map(([value, label]) => html`<option value=${value} selected=${value === as}>${label}</option>`)}
    </select></label
  >`;
}
