/** The table's page: waiting room, live match, end. */

import { loadPaths } from "../server/served.js";
import { Board } from "../table/board/board.js";
import { contextOf } from "../table/state/context.js";
import { useFocus } from "../table/keyboard/focus.js";
import { useKeys } from "../table/keyboard/keys.js";
import { Hand } from "../table/board/hand.js";
import { Hint } from "../table/question/hint.js";
import { Menu } from "../table/menu/menu.js";
import { News } from "../table/log/news.js";
import { Alone, Question } from "../table/question/question.js";
import { Rail } from "../table/log/rail.js";
import { lazy } from "../shell/lazy.js";
import { sleep } from "../table/state/patiently.js";
import { SeatTime, timed } from "../table/board/seats.js";
import { createTable, open } from "../table/state/store.js";
import { Link } from "../shell/router.js";
import { sentence } from "../words/sentence.js";
import { clockText, span, t, worded } from "../words/texts.js";
import { nameOf, say, Sign } from "../shell/ui.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { mine, useMine } from "./mine.js";

/** @import { Match, Props, With } from "../table/state/context.js" */

const Offers = lazy(() => import("../table/offers/offers.js").then((one) => one.Offers));
const WaitingRoom = lazy(() => import("../table/together/rooms.js").then((one) => one.WaitingRoom));
const Ending = lazy(() => import("../table/together/rooms.js").then((one) => one.Ending));
const Proposals = lazy(() => worded(import("../table/together/proposals.js")).then((one) => one.Proposals));
const KeyList = lazy(() => worded(import("../table/keyboard/keylist.js")).then((one) => one.KeyList));
const Inspector = lazy(() => import("../table/board/inspector.js").then((one) => one.Inspector));
const ZoneSheet = lazy(() => import("../table/board/inspector.js").then((one) => one.ZoneSheet));
const Explanation = lazy(() => import("../table/board/inspector.js").then((one) => one.Explanation));

export default function Match({ id }) {
  const table = useMemo(() => createTable(id), [id]);
  useEffect(() => {
    open(table, loadParts);
    return () => table.stop();
  }, [table]);
  useMine();
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

/** Loads what this match shows at once. What the server has is known soon, or the page does not wait for it. */
function loadParts(table, asked) {
  const [head, view] = [table.head.value, table.view.value];
  return Promise.all([
    Promise.race([loadPaths(), sleep(PATHS_MS)]),
    isWaiting(head) && WaitingRoom.load(),
    isOver(head, view) && Ending.load(),
    asked.then(() => hasOneButton(table.ask.value) && Alone.load()),
    "offers" in view.public && Offers.load(),
    together({ head, me: view.viewer }) && Proposals.load(),
    timed({ head, replay: false }) && SeatTime.load(),
  ]);
}

/** What the page keeps for itself: open blank, choice among verbs, sheets. */
export function useLocal(more = {}) {
  const [open, setOpen] = useState("");
  const [pending, setPending] = useState(null);
  const [inspected, inspect] = useState(null);
  const [zone, showZone] = useState(null);
  const [explained, explain] = useState(null);
  const [touched, touch] = useState(null);
  return {
    touched,
    touch,
    open,
    setOpen,
    pending,
    setPending,
    inspected,
    inspect,
    zone,
    showZone,
    explained,
    explain,
    after: () => {
      setOpen("");
      touch(null);
    },
    ...more,
  };
}

function TableView({ table }) {
  const local = useLocal();
  const [tab, setTab] = useState("log");
  const [drawer, setDrawer] = useState(false);
  const [keys, showKeys] = useState(false);
  const openRail = (name) => {
    setTab(name);
    setDrawer(true);
  };
  const ctx = contextOf(table, { ...local, openRail });
  const { match, page } = ctx;
  const { head, view } = match;
  useAnnouncer(ctx);
  useKeys(ctx, { openRail, showKeys });
  useFocus();
  const [waiting, over] = [isWaiting(head), isOver(head, view)];
  const offers = "offers" in view.public && !waiting;
  return html`<div class=${`table ${head.game}${drawer ? " drawer" : ""}`} data-seq=${view.seq}>
    <${TableBar} ctx=${ctx} openRail=${() => setDrawer(!drawer)} />
    <main id="main" class="felt parted" tabindex="-1">
      <div class="ground" tabindex="0" role="group" aria-label=${t("the_table")}>
        ${
          waiting
            ? html`<${WaitingRoom} ctx=${ctx} />`
            : html` ${over && html`<${Ending} ctx=${ctx} />`}
                <${Board} ctx=${ctx} />
                ${offers && !match.layout.placesOffers && html`<${Offers} ctx=${ctx} />`}
                <${Missed} ctx=${ctx} />
                ${match.me === null && !over && head.spectator_delay > 0 && html`<p class="notice late">${t("watched_late", { time: span(head.spectator_delay) })}</p>`}`
        }
      </div>
      ${
        !waiting &&
        !over &&
        html`<div class="dock">
          ${together(match) && html`<${Proposals} ctx=${ctx} />`}<${Hint} ctx=${ctx} /><${Question}
            ctx=${ctx}
          />${match.me !== null && html`<${match.layout.Hand ?? Hand} ctx=${ctx} />`}
        </div>`
      }
    </main>
    ${!waiting && !over && !match.layout.tells && html`<${News} ctx=${ctx} />`}
    <${Rail} ctx=${ctx} tab=${tab} setTab=${setTab} close=${() => setDrawer(false)} />
    ${drawer && html`<button class="curtain" aria-label=${t("close")} onClick=${() => setDrawer(false)}></button>`}
    ${keys && html`<${KeyList} close=${() => showKeys(false)} />`}${page.inspected !== null && html`<${Inspector} ctx=${ctx} />`}${page.zone && html`<${ZoneSheet} ctx=${ctx} />`}${page.explained && html`<${Explanation} ctx=${ctx} />`}
  </div>`;
}

/** Whether there is somebody to agree with, or a pause or vacation to end. @param {Pick<Match, "head"|"me">} match */
const together = ({ head, me }) =>
  me !== null &&
  (head.seats.filter((seat) => seat.player).length > 1 || head.paused_until || head.clock?.vacation_days);

/** What happened while the line was broken, in one line. @param {Props<"match">} props */
function Missed({ ctx: { match } }) {
  const { missed, id } = match.table;
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

/** @param {Props} props */
function TableBar({ ctx, openRail }) {
  const { match } = ctx;
  const { head, game, table } = match;
  const next = (mine.value?.turns ?? []).filter((match) => match.id !== head.id);
  const line = table.line.value;
  return html`<header class="bar">
    <${Link} class="button icon" to="/play" aria-label=${t("my_matches")}><${Sign} name="back" /><//>
    <div class="grow barname">
      <strong>${game?.title ?? head.game}</strong
      ><span class="soft small"
        >${t("table_of", { name: head.creator ?? "?" })} · ${t("n_players", { n: head.seats.length })}</span
      >
    </div>
    ${
      next.length > 0 &&
      html`<${Link}
        class="button dense nexttable"
        to=${`/m/${next[0].id}`}
        aria-label=${t("next_table", { n: next.length })}
        ><span class="words">${t("next_table", { n: next.length })}</span
        ><span class="short"><${Sign} name="next" /> ${next.length}</span><//
      >`
    }
    ${(head.clock?.per_move || head.clock?.bank) && html`<span class="chip wide"><${Sign} name="clock" /> ${clockText(head.clock)}</span>`}
    <span class=${`live ${line}`} data-line=${line} role="status">${t(`line_${line}`)}</span>
    <button class="icon narrow" aria-label=${t("log")} onClick=${openRail}><${Sign} name="log" /></button>
    <${Menu} ctx=${ctx} />
  </header>`;
}

/** The tab's title, and what screen readers hear: my turn, and the others' moves. @param {With<"match"|"draft">} ctx */
function useAnnouncer(ctx) {
  const { match, draft } = ctx;
  const { view, game, head } = match;
  const { ask } = draft;
  const turn = ask !== null && view.to_act.includes(view.viewer);
  useEffect(() => {
    const tables = mine.value?.turns.length ?? 0;
    document.title = turn
      ? `${tables > 1 ? `(${tables}) ` : ""}${t("your_turn")} – ${game?.title ?? ""}`
      : `${game?.title ?? "Comptoir"} – Comptoir`;
    if (turn)
      say(
        `${t("your_turn")}. ${game?.phases?.[view.prompts.find((prompt) => prompt.id === ask.prompt)?.phase]?.title ?? ""}`,
        { now: true },
      );
  }, [turn, ask?.prompt, game]);
  const last = match.table.log.value.at(-1)?.row;
  useEffect(() => {
    if (!last?.move || last.seat === null || last.seat === view.viewer) return;
    const [name, words] = [nameOf(head, last.seat), sentence(match, last.move, last.seat)];
    say(words.includes(name) ? words : name + t("colon") + words);
  }, [last?.seq]);
}
