/** The question bar: the prompt, the sentence under way, the verbs, the one filled button. */

import { serverNow } from "../../server/api.js";
import { help, title } from "../../server/catalog.js";
import {
  completed,
  filled,
  isTried,
  matching,
  moveOf,
  thingsFor,
  verbsOf,
  blanks as blanksOf,
} from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { askedBy, whatOf } from "../../words/sentence.js";
import { settings } from "../../shell/session.js";
import { t, worded } from "../../words/texts.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { Countdown } from "../../shell/countdown.js";
import { rise } from "../../shell/rise.js";
import { Blanks, Editors } from "./blanks.js";
import { lazy } from "../../shell/lazy.js";
import { usePaths } from "../../server/served.js";
import { keyOf } from "../state/store.js";
import { SeatTime, timed } from "../board/seats.js";
import { began } from "../state/things.js";
import { VerbButton } from "./verb.js";
import { say } from "../../shell/ui.js";
import { useInView } from "./inview.js";
import { waitingWords } from "./waiting.js";

/** @import { Props, With } from "../state/context.js" */

const TakeOver = lazy(() => import("../together/takeover.js").then((one) => one.TakeOver));
const Touched = lazy(() => import("./touched.js").then((one) => one.Touched));
export const Alone = lazy(() => worded(import("../../orders/alone.js")).then((one) => one.Alone));
const SLOW_CLOCK_SECONDS = 600;
const FAR_MS = 3_600_000;
const BRIEF_MS = 120_000;
/** A stepper passes many values; the server is asked about the one at which it rests. */
const REST_MS = 120;
const UNTRIED = { key: "", legal: false, errors: [], outcome: [] };

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
      <${Ahead}
        ctx=${ctx}
      />${match.me === null && match.head.substitutes && match.head.status === "running" && html`<${TakeOver} ctx=${ctx} />`}
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

/** While others think, a move can be chosen ahead. @param {Props<"match"|"page">} props */
function Ahead({ ctx: { match, page } }) {
  const offered =
    usePaths().has("/matches/{match_id}/standing-orders") &&
    match.me !== null &&
    match.head.status === "running" &&
    !match.head.paused_until;
  return (
    offered &&
    html`<div>
      <button class="dense" data-ahead onClick=${() => page.openRail("orders")}>${t("prepare_move")}</button>
    </div>`
  );
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
        ${title(match.game, "phases", prompt?.phase)}${waits(one) && html`<span class="badge" data-waits>${prompt.deadline ? html`<${Countdown} at=${prompt.deadline} />` : "!"}</span>`}
      </button>`;
    })}
  </div>`;
}

/** Whether a question waits for one answer, such as a vote; one may talk and trade at any time. */
const isVote = (prompt) =>
  prompt !== undefined && prompt.answer === undefined && (prompt.mode !== "open" || prompt.deadline !== null);

/** A day that a phase allows for its own sake says nothing to people who play without a clock. @param {With<"match">} ctx */
const isFar = ({ match: { head } }, prompt) =>
  !head.clock?.per_move && !head.clock?.bank && Date.parse(prompt.deadline) - serverNow() > FAR_MS;

const plainly = (text) => text.replaceAll("’", "'").replace(/\s/g, "").toLowerCase();

/** @param {Props} props */
function PromptLine({ ctx, prompt, mine }) {
  const { match } = ctx;
  const { game, view } = match;
  const story = match.layout.story?.(ctx, prompt);
  const answered = prompt.answer !== undefined;
  const named = title(game, "phases", prompt.phase);
  const asked = story ?? askedBy(match, prompt) ?? help(game, "phases", prompt.phase);
  const twice = named.endsWith("?") && plainly(asked).startsWith(plainly(named)); // the question begins with its own title
  return html`<p class="asked">
    <strong
      >${mine && !answered ? t("your_turn") : answered ? t("answered_yet") : t("you_may")}${twice ? "" : `${t("colon")}${named}`}</strong
    >
    ${prompt.beside && !answered && view.to_act.some((seat) => seat !== view.viewer) && html` · <span data-awaited>${waitingWords(ctx)}</span>`}
    ${" · "}${asked} ${prompt.deadline && !isFar(ctx, prompt) && html` · <${Countdown} at=${prompt.deadline} />`}
  </p>`;
}

function Refusal({ problem, close }) {
  const { reasons } = problem;
  const words = problem.code === "stale_prompt" ? t("moved_on") : reasons.length ? reasons.join(" ") : problem.message;
  return html`<p class="fault" role="alert">
    ${words}${problem.retryAfter > 0 && ` (${problem.retryAfter} s)`}
    <button class="quiet dense" onClick=${close}>${t("close")}</button>
  </p>`;
}

/** Verbs whose sentence lies on the offer itself are not repeated here. */
const onOffers = (template) => "offer" in template.slots && "version" in template.slots;

/** Verbs that one press plays stand last, so that a slip of the hand does not end a turn. */
const playsAtOnce = (template) => !Object.keys(template.slots).length;

/** Whether the time for an answer is over before an order would give it. */
const isBrief = ({ deadline }) => deadline !== null && Date.parse(deadline) - serverNow() < BRIEF_MS;

/** Whether a verb without blanks is played by its button, without a second press. */
const isAtOnce = ({ clock }) =>
  settings.value.confirm === "never" ||
  (settings.value.confirm === "clock" && (clock?.per_move ?? 0) <= SLOW_CLOCK_SECONDS);

/** Whether I have answered so before. @param {With<"match">} ctx */
const isRepeated = ({ match }, verb) =>
  match
    .past()
    .some(
      ({ row }) =>
        (row.seat === match.me && row.move?.verb === verb) ||
        row.effects.some((one) => one.kind === "answered" && one.seat === match.me && one.move?.verb === verb),
    );

/**
 * What the server says of a whole move before it is played: whether it is legal, and what certainly follows. Asked again when the table has changed.
 * @param {With<"match"|"draft"|"sends">} ctx
 */
function useTried({ match: { table, view }, draft: { ask }, sends }, move, delay) {
  const [tried, setTried] = useState(table.tried ?? UNTRIED);
  const key = move ? keyOf(ask, move) : "";
  useEffect(() => {
    if (!key) return;
    let gone = false;
    const answered = ({ legal, errors, outcome = [] }) => gone || setTried({ key, legal, errors, outcome });
    const timer = setTimeout(
      () => sends.attempt(move).then(answered, () => answered({ legal: true, errors: [] })),
      delay,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, view.seq]);
  return tried.key === key ? { ...tried, pending: false } : { ...UNTRIED, pending: key !== "" };
}

/** @param {Props} props */
function Sentence({ ctx, prompt, mine }) {
  const { match, draft, sends } = ctx;
  const { templates, verb, now } = draft;
  const whole = verb ? filled(templates, now) : null;
  const move = whole && moveOf(whole, now);
  const unsure = whole !== null && isTried(whole);
  const tried = useTried(ctx, move, unsure ? 0 : REST_MS);
  const pending = unsure && tried.pending;
  const legal = whole !== null && (!unsure || (!pending && tried.legal));
  const play = () => legal && sends.play(move);
  const verbs = [...verbsOf(templates)].filter(
    (template) => !onOffers(template) && (!draft.pending || draft.pending.verbs.includes(template.verb)),
  );
  const atOnce = isAtOnce(match.head);
  const choose = (template) => {
    const use = draft.pending?.uses.find((one) => one.verb === template.verb);
    const plain = templates.every((other) => other.verb !== template.verb || !Object.keys(other.slots).length);
    draft.choose();
    if (plain && atOnce && !match.layout.confirms?.has(template.verb))
      return sends.play({ verb: template.verb, args: {} });
    const own = templates.filter((other) => other.verb === template.verb);
    draft.set(completed(own, use ? began(templates, use) : { verb: template.verb, args: {} }));
  };
  const others = verbs
    .filter((template) => template.verb !== verb)
    .sort((a, b) => Number(playsAtOnce(a)) - Number(playsAtOnce(b)));
  const startsSo =
    verbs.length === 1 &&
    verb &&
    JSON.stringify(completed(templates, { verb, args: {} }).args) === JSON.stringify(now.args);
  const lone = others.length === 1 && !verb && !prompt.beside;
  return html`<div class=${`making${verb ? " begun" : ""}`}>
    <div class="asking" tabindex="0">
      <div class="left">
        <${PromptLine} ctx=${ctx} prompt=${prompt} mine=${mine} />
        ${verb && html`<div class="sentence" role="group" aria-label=${t("your_move")}><${Blanks} ctx=${ctx} /></div>`}
        ${legal && tried.outcome.length > 0 && html`<p class="outcome small" data-outcome role="status">${t("then")} ${tried.outcome.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(" ")}</p>`}
        ${draft.pending && html`<p class="sentence">${t("with_this", { card: draft.pending.name })}</p>`}
        ${draft.touched !== null && html`<${Touched} key=${draft.touched} ctx=${ctx} />`}
      </div>
      ${verb !== null && html`<${Editors} ctx=${ctx} />`}
    </div>
    <div class="verbs">
      ${match.layout.Pins && html`<${match.layout.Pins} ctx=${ctx} />`} ${!verb && html`<${ToOffers} ctx=${ctx} />`}
      ${others.filter((template) => !match.layout.pinned?.has(template.verb)).map((template, at) => html`<${VerbButton} key=${template.verb} ctx=${ctx} template=${template} look=${lone ? "act" : ""} number=${at + 1} onClick=${() => choose(template)} />`)}
      ${(verb || draft.pending) && !startsSo && html`<button class="quiet" onClick=${draft.clear}>${t("cancel")}</button>`}
      ${verb && html`<${Main} ctx=${ctx} legal=${legal} pending=${pending} errors=${tried.errors} play=${play} />`}
    </div>
    ${lone && mine && prompt.mode === "once" && playsAtOnce(others[0]) && !isBrief(prompt) && isRepeated(ctx, others[0].verb) && html`<${Alone} key=${others[0].verb} ctx=${ctx} phase=${prompt.phase} verb=${others[0].verb} />`}
  </div>`;
}

/** On a phone the offers that I may answer lie above the question, perhaps out of sight. @param {Props<"match">} props */
function ToOffers({ ctx: { match } }) {
  const ids = new Set(
    match.table.asks.value.flatMap((ask) =>
      ask.templates.flatMap((template) => (onOffers(template) ? thingsFor(template, "offer") : [])),
    ),
  );
  const found = (match.view.public.offers ?? []).filter(
    (offer) => ids.has(offer.id) && offer.owner !== match.me,
  ).length;
  return (
    found > 0 &&
    html`<button
      class="act tooffers"
      data-to-offers
      onClick=${() => document.querySelector(".offers")?.scrollIntoView({ block: "start" })}
    >
      ${t("see_offers", { n: found })}
    </button>`
  );
}

const toMissing = () =>
  /** @type {HTMLElement|null} */ (
    document.querySelector("[data-blank].open, .segments.open button, [data-editor] button")
  )?.focus();

/** What is still to choose, or too much. */
function missingWords({ game }, verb, blanks) {
  const empty = blanks.find((blank) => blank.required && blank.value === undefined);
  if (empty) return t("choose_what", { what: whatOf(game, verb, empty.slot) });
  for (const { specs, value } of blanks) {
    const sum = kindOf(specs[0]).sum(specs[0], value);
    if (sum && sum.chosen < sum.low) return t("short_of", { n: t(`amount_${sum.unit}`, { n: sum.low - sum.chosen }) });
    if (sum && sum.high !== null && sum.chosen > sum.high)
      return t("too_many", { n: t(`amount_${sum.unit}`, { n: sum.chosen - sum.high }) });
  }
  return t("not_this_way");
}

/** The filled button; dashed while something is missing, and then it says what. @param {Props<"match"|"draft"|"sends">} props */
function Main({ ctx: { match, draft, sends }, legal, pending, errors, play }) {
  const { templates, verb, now } = draft;
  const label = matching(templates, { verb, args: {} })[0]?.label ?? verb;
  const blanks = blanksOf(templates, now);
  const missing = legal || pending ? "" : (errors[0]?.detail ?? missingWords(match, verb, blanks));
  const press = () => (legal ? play() : toMissing());
  const none = legal && blanks.length === 1 && !kindOf(blanks[0].specs[0]).items(blanks[0].value).length; // allowed, but said
  return html`<button
    class=${`main ${legal && !sends.isCut ? "act" : "unready"}`}
    data-main
    disabled=${sends.isBusy || sends.isCut}
    onClick=${press}
  >
    ${sends.isCut ? t("no_connection") : sends.isBusy ? t("sending") : missing ? html`<span>${label} · <span class="missing">${missing}</span></span>` : none ? `${label} · ${t("nothing")}` : label}
  </button>`;
}
