/** A table in words, for listeners and for players who type: headings, lists, one log. Answers are given by a press, a number or words. */

import { get, post } from "../server/api.js";
import { settings, prefer } from "../shell/session.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { heardIn, isStep, parted, seqOf } from "./blocks.js";

/** @import { Props } from "../table/types.js" */
/** @typedef {import("./blocks.js").TableText} TableText */

const KEPT = 60; // lines of the log

/** @param {Props<"match">} props */
export function Spoken({ ctx: { match } }) {
  const table = useTableText(match);
  const { tableText, situation, question } = table;
  if (!tableText) return html`<div class="spoken" aria-busy="true"><p>${t("laying_table")}</p></div>`;
  return html`<div class="spoken">
    <div class="row">
      <span class="grow"></span
      ><button onClick=${() => prefer({ spoken: false })}>${t("show_table")} <kbd>v</kbd></button>
    </div>
    <${Part} block=${situation} />
    <${Part} block=${question} />
    ${
      tableText.choices.length > 0 &&
      html`<ol class="answers">
        ${tableText.choices.map(
          ({ number, words }) =>
            html`<li key=${`${tableText.at} ${number}`}>
              <button data-answer=${number} onClick=${() => table.give(String(number))}>
                <span class="num">${number}</span> ${words}
              </button>
            </li>`,
        )}
      </ol>`
    }
    ${tableText.choices.length > 0 && html`<${Line} table=${table} />`}
    ${table.fault && html`<p class="fault" role="alert">${table.fault}</p>`}
    <h2 id="spoken-log">${t("what_happened")}</h2>
    <div role="log" aria-labelledby="spoken-log" class="spokenlog" tabindex="0">
      ${table.lines.map(({ key, text }) => html`<p key=${key}>${text}</p>`)}
    </div>
  </div>`;
}

function Part({ block }) {
  if (!block) return null;
  return html`<section>
    <h2>${block.heading}</h2>
    <ul class="plain">
      ${block.lines.map((line, at) => html`<li key=${at}>${line}</li>`)}
    </ul>
  </section>`;
}

/** The input line. Escape cancels an unfinished answer. */
function Line({ table }) {
  const [answer, setAnswer] = useState("");
  const give = (event) => {
    event.preventDefault();
    if (answer.trim()) table.give(answer.trim());
    setAnswer("");
  };
  const onKey = (event) => event.key === "Escape" && (setAnswer(""), table.reload());
  return html`<form class="row answer" onSubmit=${give}>
    <label class="grow field"
      ><span>${t("your_answer")}</span
      ><input
        data-spoken
        autocomplete="off"
        maxlength="500"
        value=${answer}
        onInput=${(event) => setAnswer(event.target.value)}
        onKeyDown=${onKey} /></label
    ><button class="act" disabled=${table.busy}>${t("give_answer")}</button>
  </form>`;
}

/** Returns the current text, which is reloaded when the table or the language changes, and the lines announced so far. */
function useTableText(match) {
  const path = `matches/${match.table.id}/text`;
  const [tableText, setTableText] = useState(/** @type {TableText|null} */ (null));
  const [situation, setSituation] = useState(null);
  const [lines, setLines] = useState(/** @type {{key: number, text: string}[]} */ ([]));
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const heard = useRef({ seq: /** @type {number|null} */ (null), lines: 0 });
  const last = useRef(/** @type {Promise<void>} */ (Promise.resolve()));
  /** Sends a request after the previous response was processed, so that no line is announced twice. */
  const inTurn = (send) => (last.current = last.current.then(send));
  /** Shows the server's text. isAnswer: whether the text replies to an answer; otherwise an answer in progress continues. */
  const hear = (next, isAnswer, from = heard.current.seq) => {
    const { lines: news, seq } = heardIn(next, from, heard.current.seq);
    const fresh = news.map((text) => ({ key: heard.current.lines++, text }));
    if (fresh.length) setLines((before) => [...before, ...fresh].slice(-KEPT));
    heard.current.seq = seq;
    const { situation: now } = parted(next);
    if (now) setSituation(now);
    setTableText((before) => (before && isStep(before) && !isAnswer ? before : next));
  };
  const reload = (isAnswer = true) =>
    inTurn(() => {
      const since = heard.current.seq === null ? "" : `?since=${heard.current.seq}`;
      return get(path + since).then(
        (next) => hear(next, isAnswer),
        (error) => setFault(error.message),
      );
    });
  useEffect(() => {
    reload(false);
  }, [match.view.seq, match.head.status, settings.value.language]);
  const give = (answer) => {
    setBusy(true);
    setFault("");
    const { at } = tableText;
    inTurn(() =>
      post(path, { at, answer }).then(
        (next) => {
          hear(next, true, seqOf({ at }));
          if (heard.current.seq < seqOf(next)) reload();
        },
        (error) => void reload().then(() => setFault(error.message)),
      ),
    ).finally(() => setBusy(false));
  };
  return { tableText, situation, question: tableText && parted(tableText).question, lines, fault, busy, give, reload };
}
