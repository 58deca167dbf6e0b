/** The stage of the first page: a running public table, or a recorded one. */

import { loadArt } from "../cards/arts.js";
import { characterOf, face as faceArt, seatColour } from "../cards/faces.js";
import { felt } from "../cards/felts.js";
import { fold, printedIn } from "../live/fold.js";
import { follow } from "../live/follow.js";
import { createRecording } from "../replay/recording.js";
import { reelOfMatch } from "../replay/load.js";
import { get, server } from "../server/api.js";
import { game as gameOf } from "../server/catalog.js";
import { Link } from "../shell/router.js";
import { moves, session, settings } from "../shell/session.js";
import { nameOf, Sign } from "../shell/ui.js";
import { captions } from "../table/log/captions.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { lineOf } from "../words/lines.js";
import { t } from "../words/texts.js";
import { Drawn } from "./drawn.js";
import { attackOf, shownBy } from "./places.js";

/** @typedef {import("../types.js").Row} Row @typedef {import("../types.js").View} View */
/** @typedef {{head: any, start: View, rows: Row[], sets: string[], isLive: boolean}} Source */

const STEP_MS = 2000;
/** The number of rows from which a running table is interesting enough to show. */
const ROWS_LEAST = 20;
const ROWS_MOST = 800;
/** The maximum number of seats; more seats leave no room for their cards. */
const SEATS_MOST = 6;

/** Returns the table to show. @returns {Promise<Source>} */
async function sourceOf() {
  const running = await get("matches?status=running&limit=20").catch(() => ({ items: [] }));
  const found = running.items.find(
    (match) =>
      match.visibility === "public" &&
      match.seq >= ROWS_LEAST &&
      match.seq <= ROWS_MOST &&
      match.seats.length <= SEATS_MOST &&
      match.seats.every((seat) => seat.player?.name !== session.value.name),
  );
  const live = found && (await reelOfMatch(found.id, "").catch(() => null));
  if (live) return { ...live, isLive: true };
  const recorded = await fetch(/** @type {string} */ (document.body.dataset.recorded));
  return { ...(await recorded.json()), isLive: false };
}

/** Returns the table on the stage and the row that led to it, and advances while it is not paused. */
function usePlay(isPaused) {
  const [source, setSource] = useState(/** @type {Source|null} */ (null));
  const [shown, setShown] = useState(/** @type {{view: View, row: Row|null}|null} */ (null));
  const recording = useMemo(() => source && createRecording(source.start, source.rows, source.sets), [source]);
  useEffect(() => {
    let gone = false;
    sourceOf().then(
      async (found) => {
        await loadArt(found.head.game);
        if (!gone) setSource(found);
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  useEffect(() => {
    if (!recording || !source) return;
    const worth = recording.rows.filter((row) => row.seat !== null && row.move && shownBy(row));
    const first = source.isLive ? worth.at(-1) : (worth.find((row) => attackOf(shownBy(row))) ?? worth[0]);
    if (!first) return;
    setShown({ view: recording.at(first.seq), row: first });
    return source.isLive ? followed(source, recording.at(recording.last), setShown) : undefined;
  }, [recording]);
  useEffect(() => {
    if (!recording || !source || source.isLive || isPaused || !shown) return;
    const step = () => {
      if (document.hidden) return;
      const after = recording.rows.find((row) => row.seq > (shown.row?.seq ?? 0) && row.move && shownBy(row));
      const row = after ?? recording.rows.find((one) => one.move && shownBy(one));
      if (row) setShown({ view: recording.at(row.seq), row });
    };
    const timer = setInterval(step, STEP_MS);
    return () => clearInterval(timer);
  }, [recording, isPaused, shown]);
  return { source, shown };
}

/** Shows the new rows of a live table. @returns {() => void} */
function followed({ head, start, sets }, view, setShown) {
  const printed = printedIn(start);
  let now = view;
  const onRows = (rows) => {
    for (const row of rows) {
      now = fold(now, row, printed, sets);
      if (row.move) setShown({ view: now, row });
    }
  };
  return follow(server, head.id, view.seq, { onRows, onState: () => {}, onPrompts: () => {} }).stop;
}

export function Stage() {
  const [isPaused, pause] = useState(!moves());
  const { source, shown } = usePlay(isPaused);
  const game = source ? gameOf(source.head.game) : undefined;
  return html`<section
    class="stage"
    data-stage=${source ? (source.isLive ? "live" : "recorded") : "waits"}
    aria-label=${t("stage")}
  >
    <div class="stage-table" aria-hidden="true">
      ${felt(source?.head.game ?? settings.value.game)}<span class="stage-oval"></span>
      ${shown && source && game && html`<${Drawn} game=${game} head=${source.head} view=${shown.view} row=${shown.row} />`}
    </div>
    <div class="stage-strip">
      ${shown?.row && source && html`<${Caption} game=${game} head=${source.head} shown=${shown} />`}
      <span class="grow"></span>
      ${source && html`<span class="stage-kind">${t(source.isLive ? "stage_live" : "stage_recorded")}</span>`}
      ${
        source?.isLive
          ? html`<${Link} class="button" to=${`/m/${source.head.id}`}>${t("watch")}<//>`
          : html`<button
              class="icon"
              aria-pressed=${String(isPaused)}
              aria-label=${t(isPaused ? "playing" : "pause")}
              onClick=${() => pause(!isPaused)}
            >
              <${Sign} name=${isPaused ? "play" : "pause"} />
            </button>`
      }
    </div>
  </section>`;
}

/** The last act in words, with its actor. */
function Caption({ game, head, shown }) {
  const { view, row } = shown;
  const match = { game, head, view, me: null, words: {}, layout: { name: "stage" } };
  const line = lineOf(row, Object.fromEntries(Object.entries(view.faces).map(([card, one]) => [card, one.face])));
  const [caption] = game ? captions(/** @type {any} */ ({ match }), line) : [];
  const character = characterOf(row.seat, head);
  return html`${
      character &&
      faceArt(character.id, { size: 38, colour: seatColour(row.seat), mouth: attackOf(shownBy(row)) ? "sly" : "calm" })
    }
    <span class="stage-said"
      >${caption && html`${!caption.named && html`${nameOf(head, row.seat)} `}${caption.body}`}</span
    >`;
}
