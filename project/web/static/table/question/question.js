/** The question bar: what is asked, by whom, until when; several questions as tabs. */

import { title } from "../../server/catalog.js";
import { usePaths } from "../../server/served.js";
import { Countdown } from "../../shell/countdown.js";
import { lazy } from "../../shell/lazy.js";
import { rise } from "../../shell/rise.js";
import { say } from "../../shell/ui.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { SeatTime, timed } from "../board/seats.js";
import { Skip } from "../log/pace.js";
import { Sentence } from "./answer.js";
import { useInView } from "./inview.js";
import { waitingWords } from "./waiting.js";

/** @import { Props } from "../types.js" */

const TakeOver = lazy(() => import("../together/takeover.js").then((one) => one.TakeOver));

/** @param {Props} props */
export function Question({ ctx }) {
  const { match, draft, sends } = ctx;
  const { view } = match;
  const { ask } = draft;
  const bar = useRef(null);
  useEffect(() => {
    if (ask) rise(bar.current, 8);
  }, [ask?.prompt]);
  useInView(ctx);
  if (view.standings) return null;
  const idle =
    ask && !ask.templates.length && view.prompts.some((one) => one.id === ask.prompt && one.answer === undefined); // all moves that a rule allows are used up
  if (!ask || idle || match.head.paused_until)
    return html`<section id="question" class="question calm" tabindex="-1" aria-label=${t("question")}>
      <p class="row">
        <span class="grow">${waitingWords(ctx)}</span
        >${match.me !== null && timed(match) && html`<${SeatTime} ctx=${ctx} seat=${match.me} />`}
      </p>
      <${Others} ctx=${ctx} />${
        match.me === null &&
        match.head.substitutes &&
        match.head.status === "running" &&
        html`<${TakeOver} ctx=${ctx} />`
      }
    </section>`;
  const prompt = view.prompts.find((one) => one.id === ask.prompt);
  const mine = view.to_act.includes(view.viewer) && !prompt.beside;
  return html`<section
    id="question"
    data-prompt=${ask.prompt}
    tabindex="-1"
    ref=${bar}
    class=${`question${mine ? " mine-to-act" : ""}`}
    aria-label=${t("question")}
  >
    <${Tabs} ctx=${ctx} />
    <${Sentence} key=${ask.prompt} ctx=${ctx} prompt=${prompt} mine=${mine} />
    ${sends.refusal && html`<${Refusal} problem=${sends.refusal} close=${sends.dismiss} />`}
  </section>`;
}

/** While others move: not to wait for them, or to choose a move ahead. @param {Props<"match"|"page">} props */
function Others({ ctx }) {
  const { match, page } = ctx;
  if (match.table.rerun.value)
    return html`<div class="row">
      <strong class="grow">${t("shown_again")}</strong>
      <button class="dense act" data-end-rerun onClick=${() => (match.table.rerun.value = null)}>
        ${t("back_to_now")} <kbd aria-hidden="true">Esc</kbd>
      </button>
    </div>`;
  const offered =
    usePaths().has("/matches/{match_id}/standing-orders") &&
    match.me !== null &&
    match.head.status === "running" &&
    !match.head.paused_until;
  return html`<div class="row">
    <${Skip} ctx=${ctx} />${
      offered &&
      html`<button class="dense" data-ahead onClick=${() => page.openRail("orders")}>${t("prepare_move")}</button>`
    }
  </div>`;
}

/** Several questions at once: one tab each. @param {Props<"match"|"draft">} props */
function Tabs({ ctx: { match, draft } }) {
  const { table, view } = match;
  const { ask } = draft;
  const asks = table.asks.value.filter(
    (one) => one.templates.length && view.prompts.some((prompt) => prompt.id === one.prompt),
  );
  const promptOf = (one) => view.prompts.find((other) => other.id === one.prompt);
  const waits = (one) => one !== ask && isVote(promptOf(one));
  const late = asks
    .filter(waits)
    .map((one) => title(match.game, "phases", promptOf(one).phase))
    .join(", ");
  useEffect(() => {
    if (late) say(t("new_question", { what: late }));
  }, [late]);
  if (asks.length < 2) return null;
  return html`<div class="tabs" role="tablist">
    ${asks.map((one) => {
      const prompt = promptOf(one);
      return html`<button
        role="tab"
        class="dense"
        aria-selected=${String(one === ask)}
        onClick=${() => draft.turnTo(one)}
      >
        ${title(match.game, "phases", prompt?.phase)}${
          waits(one) &&
          html`<span class="badge" data-waits
            >${prompt.deadline ? html`<${Countdown} at=${prompt.deadline} />` : "!"}</span
          >`
        }
      </button>`;
    })}
  </div>`;
}

/** Whether a question waits for one answer, such as a vote; one may talk and trade at any time. */
const isVote = (prompt) =>
  prompt !== undefined && prompt.answer === undefined && (prompt.mode !== "open" || prompt.deadline !== null);

function Refusal({ problem, close }) {
  const { reasons } = problem;
  const words = problem.code === "stale_prompt" ? t("moved_on") : reasons.length ? reasons.join(" ") : problem.message;
  return html`<p class="fault" role="alert">
    ${words}${problem.retryAfter > 0 && ` (${problem.retryAfter} s)`}
    <button class="quiet dense" onClick=${close}>${t("close")}</button>
  </p>`;
}
