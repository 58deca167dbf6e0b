/** The table's page: waiting room, live match, end. */

import { awningOf, felt, feltClass } from "../cards/felts.js";
import { loadPaths } from "../server/served.js";
import { lazy } from "../shell/lazy.js";
import { Link } from "../shell/router.js";
import { prefer, settings } from "../shell/session.js";
import { Sign } from "../shell/ui.js";
import { Board } from "../table/board/board.js";
import { useDragging } from "../table/board/drag.js";
import { useReading } from "../table/board/reading.js";
import { SeatTime, timed } from "../table/board/seats.js";
import { useFocus } from "../table/keyboard/focus.js";
import { useKeys } from "../table/keyboard/keys.js";
import { Rail } from "../table/log/rail.js";
import { TableBar } from "../table/menu/bar.js";
import { Editors, isEdited } from "../table/strip/editors.js";
import { Alone, Strip } from "../table/strip/strip.js";
import { useAnnouncer } from "../table/state/announcer.js";
import { contextOf } from "../table/state/context.js";
import { useLocal } from "../table/state/local.js";
import { sleep } from "../table/state/patiently.js";
import { createTable } from "../table/state/store.js";
import { open } from "../table/state/open.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { span, t, when, worded } from "../words/texts.js";
import { useMine } from "./mine.js";

/** @import { Match, Props } from "../table/types.js" */

const WaitingRoom = lazy(() => import("../table/together/waitingroom.js").then((one) => one.WaitingRoom));

const Ending = lazy(() => worded(import("../table/together/ending.js")).then((one) => one.Ending));

const Proposals = lazy(() => worded(import("../table/together/proposals.js")).then((one) => one.Proposals));

const UndoChip = lazy(() => worded(import("../table/together/undo.js")).then((one) => one.UndoChip));

const Later = lazy(() => worded(import("../offline/messages.js")).then((one) => one.Later));

const Guide = lazy(() => worded(import("../guide/guide.js")).then((one) => one.Guide));

const KeyList = lazy(() => worded(import("../table/keyboard/keylist.js")).then((one) => one.KeyList));

const Spoken = lazy(() => worded(import("../spoken/spoken.js")).then((one) => one.Spoken));

const Inspector = lazy(() => worded(import("../table/board/inspector.js")).then((one) => one.Inspector));

const ZoneSheet = lazy(() => import("../table/board/inspector.js").then((one) => one.ZoneSheet));

const AFTER_TABLE_MS = 1_000; // the lists of other matches are read after the table

export default function Match({ id }) {
  const table = useMemo(() => createTable(id), [id]);
  useEffect(() => {
    open(table, loadParts);
    return () => table.stop();
  }, [table]);
  useMine(AFTER_TABLE_MS);
  if (table.fault.value)
    return html`<main id="main" class="page stack">
      <h1>${t(table.fault.value.status === 404 ? "no_such_table" : "something_wrong")}</h1>
      <p>${table.fault.value.message}</p>
      <p><${Link} to="/">${t("to_start")}<//></p>
    </main>`;
  if (!table.laid.value || !table.game.value)
    return html`<main id="main" class="table loading" aria-busy="true">
      <i class="bar"></i>
      <div class="bones"><i></i><i></i><i></i></div>
      <p class="soft">${t("laying_table")}</p>
      <i class="bone"></i>
    </main>`;
  return html`<${TableView} table=${table} />`;
}

const PATHS_MS = 800;

const isWaiting = (head) => ["open", "sealing"].includes(head.status);

const isOver = (head, view) => ["finished", "aborted", "void"].includes(head.status) || view.standings !== null;

const hasOneButton = (ask) => ask?.templates.length === 1 && !Object.keys(ask.templates[0].slots).length;

/** Loads the parts that this match shows at once. `known` resolves once the question is loaded. The page waits only briefly for the server's paths. */
function loadParts(table, known) {
  const [head, view] = [table.head.value, table.view.value];
  return Promise.all([
    Promise.race([loadPaths(), sleep(PATHS_MS)]),
    isWaiting(head) && WaitingRoom.load(),
    isOver(head, view) && Ending.load(),
    known.then(() => hasOneButton(table.ask.value) && Alone.load()),
    together({ head, me: view.viewer }) && Proposals.load(),
    timed({ head, replay: false }) && SeatTime.load(),
  ]);
}

function TableView({ table }) {
  const local = useLocal();
  const [tab, setTab] = useState("log");
  const [drawer, setDrawer] = useState(false);
  const [keys, showKeys] = useState(false);
  const openRail = (name = "log") => {
    setTab(name);
    setDrawer(true);
  };
  const ctx = contextOf(table, { ...local, openRail });
  const { match, page } = ctx;
  const { head, view } = match;
  useAnnouncer(ctx);
  useKeys(ctx, { openRail, showKeys });
  useFocus();
  useReading(page);
  useDragging(ctx);
  const [waiting, over] = [isWaiting(head), isOver(head, view)];
  const spoken = settings.value.spoken && !waiting;
  const playing = !waiting && !over && !spoken;
  return html`<div
    class=${`table ${head.game} ${feltClass(head.game)}${drawer ? " drawer" : ""}${playing ? " playing" : ""}${playing && isEdited(ctx) ? " editing" : ""}`}
    data-seq=${view.seq}
  >
    ${
      !waiting &&
      !spoken &&
      html`<button class="skip" onClick=${() => prefer({ spoken: true })}>${t("show_text")}</button>`
    }
    <${TableBar} ctx=${ctx} openRail=${(tab) => (drawer ? setDrawer(false) : openRail(tab))} />
    ${playing && (table.later.value ? html`<${Later} table=${table} />` : html`<${Strip} ctx=${ctx} />`)}
    <main
      id="main"
      class=${`ground${over ? " over" : ""}${waiting || spoken ? " read" : ""}`}
      tabindex="-1"
      aria-label=${t("the_table")}
    >
      ${playing && html`${felt(head.game)}${awningOf(head.game)}`}
      ${
        waiting
          ? html`<${WaitingRoom} ctx=${ctx} />`
          : over
            ? html`<${Ending} ctx=${ctx} />`
            : spoken
              ? html`<${Spoken} ctx=${ctx} />`
              : html`<${Board} ctx=${ctx} notices=${html`<${Notices} ctx=${ctx} />`} />`
      }
    </main>
    ${playing && html`<${Editors} ctx=${ctx} />`}
    <${Rail} ctx=${ctx} tab=${tab} setTab=${setTab} close=${() => setDrawer(false)} />
    ${drawer && html`<button class="curtain" aria-label=${t("close")} onClick=${() => setDrawer(false)}></button>`}
    ${keys && html`<${KeyList} close=${() => showKeys(false)} />`}${
      page.inspected !== null && html`<${Inspector} ctx=${ctx} />`
    }${page.zone && html`<${ZoneSheet} ctx=${ctx} />`}
  </div>`;
}

/** Notices over the table that move nothing: agreements, missed rows, the guide. @param {Props} props */
function Notices({ ctx }) {
  const { match } = ctx;
  const { table, head } = match;
  const last = match.past().findLast(({ row }) => row.type !== "message")?.row;
  const mayUndo = last && last.seq > table.laidSeq && last.seat === match.me;
  return html`${
      table.seen.value !== null &&
      html`<p class="notice small" role="status" data-seen>
        ${t("table_as_seen", { time: when(new Date(table.seen.value).toISOString()) })}
      </p>`
    }<${Missed} ctx=${ctx} />${
      match.me === null &&
      head.spectator_delay > 0 &&
      html`<p class="notice late">${t("watched_late", { time: span(head.spectator_delay) })}</p>`
    }${together(match) && html`<${Proposals} ctx=${ctx} />`}${
      settings.value.guide?.match === table.id && html`<${Guide} ctx=${ctx} />`
    }${mayUndo && html`<${UndoChip} key=${last.seq} ctx=${ctx} />`}`;
}

/** Returns whether the match has other people whose consent counts, or a pause or vacation to end. @param {Pick<Match, "head"|"me">} match */
const together = ({ head, me }) =>
  me !== null &&
  (head.seats.filter((seat) => seat.player).length > 1 || head.paused_until || head.clock?.vacation_days);

/** The rows missed during a broken connection, in one line. @param {Props<"match">} props */
function Missed({ ctx: { match } }) {
  const { id, link } = match.table;
  const { missed } = link;
  if (!missed.value) return null;
  const { from, to } = missed.value;
  return html`<p class="notice row missed" role="status">
    <span class="grow">${t("meanwhile", { n: to - from })}</span
    ><${Link} to=${`/m/${id}/replay#${from}`}>${t("watch_them")}<//
    ><button class="icon" aria-label=${t("close")} onClick=${() => (missed.value = null)}>
      <${Sign} name="close" />
    </button>
  </p>`;
}
