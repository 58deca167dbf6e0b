/** The question bar: the prompt, the sentence under way, the verbs, the one filled button. */

import { serverNow } from "../api.js";
import { help, title } from "../catalog.js";
import {
  completed,
  EMPTY,
  filled,
  isTried,
  matching,
  moveOf,
  thingsFor,
  verbsOf,
  blanks as blanksOf,
} from "../slots/draft.js";
import { kindOf } from "../slots/kinds.js";
import { askedBy } from "../sentence.js";
import { t, worded } from "../texts.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Countdown } from "../countdown.js";
import { rise } from "../rise.js";
import { Blanks, Editors } from "./blanks.js";
import { lazy } from "../lazy.js";
import { usePaths } from "../served.js";
import { attempt, begin, keyOf, submit } from "./store.js";
import { SeatTime, timed } from "./seats.js";
import { began } from "./things.js";
import { VerbButton } from "./verb.js";
import { say } from "../ui.js";
import { useInView } from "./inview.js";
import { waitingWords } from "./waiting.js";

const TakeOver = lazy(() => import("./takeover.js").then((one) => one.TakeOver));
const Touched = lazy(() => import("./touched.js").then((one) => one.Touched));
export const Alone = lazy(() => worded(import("./alone.js")).then((one) => one.Alone));
const SLOW_CLOCK_SECONDS = 600;
const FAR_MS = 3_600_000;
const BRIEF_MS = 120_000;
/** A stepper passes many values; the server is asked about the one at which it rests. */
const REST_MS = 120;
const UNTRIED = { key: "", legal: false, errors: [], outcome: [] };

export function Question({ ctx }) {
  const { table, view, ask } = ctx;
  const bar = useRef(null);
  useEffect(() => {
    if (ask) rise(bar.current, 8);
  }, [ask?.prompt]);
  useInView(ctx);
  if (view.standings) return null;
  const idle =
    ask && !ask.templates.length && view.prompts.some((one) => one.id === ask.prompt && one.answer === undefined); // all moves that a rule allows are used up
  if (!ask || idle || ctx.head.paused_until)
    return html`<section id="question" class="question calm" tabindex="-1" aria-label=${t("question")}>
      <p class="row">
        <span class="grow">${waitingWords(ctx)}</span
        >${ctx.me !== null && timed(ctx) && html`<${SeatTime} ctx=${ctx} seat=${ctx.me} />`}
      </p>
      <${Ahead}
        ctx=${ctx}
      />${ctx.me === null && ctx.head.substitutes && ctx.head.status === "running" && html`<${TakeOver} ctx=${ctx} />`}
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
    ${table.refusal.value && html`<${Refusal} problem=${table.refusal.value} close=${() => (table.refusal.value = null)} />`}
  </section>`;
}

/** While others think, a move can be chosen ahead. */
function Ahead({ ctx }) {
  const offered =
    usePaths().has("/matches/{match_id}/standing-orders") &&
    ctx.me !== null &&
    ctx.head.status === "running" &&
    !ctx.head.paused_until;
  return (
    offered &&
    html`<div>
      <button class="dense" data-ahead onClick=${() => ctx.openRail("orders")}>${t("prepare_move")}</button>
    </div>`
  );
}

/** Several questions at once: one tab each. */
function Tabs({ ctx }) {
  const { table, view, ask } = ctx;
  const asks = table.asks.value.filter(
    (one) => one.templates.length && view.prompts.some((prompt) => prompt.id === one.prompt),
  );
  const promptOf = (one) => view.prompts.find((other) => other.id === one.prompt);
  const waits = (one) => one !== ask && isVote(promptOf(one));
  const late = asks
    .filter(waits)
    .map((one) => title(ctx.game, "phases", promptOf(one).phase))
    .join(", ");
  useEffect(() => {
    if (late) say(t("new_question", { what: late }));
  }, [late]);
  if (asks.length < 2) return null;
  return html`<div class="tabs" role="tablist">
    ${asks.map((one) => {
      const prompt = promptOf(one);
      const choose = () => {
        table.draft.value = { ...EMPTY, prompt: -1 };
        table.chosen.value = one.prompt;
        begin(table);
      };
      return html`<button role="tab" class="dense" aria-selected=${String(one === ask)} onClick=${choose}>
        ${title(ctx.game, "phases", prompt?.phase)}${waits(one) && html`<span class="badge" data-waits>${prompt.deadline ? html`<${Countdown} at=${prompt.deadline} />` : "!"}</span>`}
      </button>`;
    })}
  </div>`;
}

/** Whether a question waits for one answer, such as a vote; one may talk and trade at any time. */
const isVote = (prompt) =>
  prompt !== undefined && prompt.answer === undefined && (prompt.mode !== "open" || prompt.deadline !== null);

/** A day that a phase allows for its own sake says nothing to people who play without a clock. */
const isFar = ({ head }, prompt) =>
  !head.clock?.per_move && !head.clock?.bank && Date.parse(prompt.deadline) - serverNow() > FAR_MS;

const plainly = (text) => text.replaceAll("’", "'").replace(/\s/g, "").toLowerCase();

function PromptLine({ ctx, prompt, mine }) {
  const { game, view } = ctx;
  const story = ctx.layout.story?.(ctx, prompt);
  const answered = prompt.answer !== undefined;
  const named = title(game, "phases", prompt.phase);
  const asked = story ?? askedBy(ctx.context, prompt) ?? help(game, "phases", prompt.phase);
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

/** Whether I have answered so before. */
const isRepeated = (ctx, verb) =>
  ctx
    .past()
    .some(
      ({ row }) =>
        (row.seat === ctx.me && row.move?.verb === verb) ||
        row.effects.some((one) => one.kind === "answered" && one.seat === ctx.me && one.move?.verb === verb),
    );

/** What the server says of a whole move before it is played: whether it is legal, and what certainly follows. Asked again when the table has changed. */
function useTried({ table, view, ask }, move, delay) {
  const [tried, setTried] = useState(table.tried ?? UNTRIED);
  const key = move ? keyOf(ask, move) : "";
  useEffect(() => {
    if (!key) return;
    let gone = false;
    const answered = ({ legal, errors, outcome = [] }) => gone || setTried({ key, legal, errors, outcome });
    const timer = setTimeout(
      () => attempt(table, ask, move).then(answered, () => answered({ legal: true, errors: [] })),
      delay,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, view.seq]);
  return tried.key === key ? { ...tried, pending: false } : { ...UNTRIED, pending: key !== "" };
}

function Sentence({ ctx, prompt, mine }) {
  const { table, ask, draft, templates } = ctx;
  const whole = draft.verb ? filled(templates, draft) : null;
  const move = whole && moveOf(whole, draft);
  const unsure = whole !== null && isTried(whole);
  const tried = useTried(ctx, move, unsure ? 0 : REST_MS);
  const pending = unsure && tried.pending;
  const legal = whole !== null && (!unsure || (!pending && tried.legal));
  const play = async () => {
    if (legal && (await submit(table, ask, move))) ctx.after();
  };
  const verbs = [...verbsOf(templates)].filter(
    (template) => !onOffers(template) && (!ctx.pending || ctx.pending.verbs.includes(template.verb)),
  );
  const atOnce = ctx.atOnce(SLOW_CLOCK_SECONDS);
  const choose = (template) => {
    const use = ctx.pending?.uses.find((one) => one.verb === template.verb);
    const plain = templates.every((other) => other.verb !== template.verb || !Object.keys(other.slots).length);
    ctx.setPending(null);
    if (plain && atOnce && !ctx.layout.confirms?.has(template.verb))
      return submit(table, ask, { verb: template.verb, args: {} }).then((done) => done && ctx.after());
    const own = templates.filter((other) => other.verb === template.verb);
    ctx.setDraft(completed(own, use ? began(templates, use) : { verb: template.verb, args: {} }));
  };
  const others = verbs
    .filter((template) => template.verb !== draft.verb)
    .sort((a, b) => Number(playsAtOnce(a)) - Number(playsAtOnce(b)));
  const startsSo =
    verbs.length === 1 &&
    draft.verb &&
    JSON.stringify(completed(templates, { verb: draft.verb, args: {} }).args) === JSON.stringify(draft.args);
  const editors = draft.verb !== null;
  const lone = others.length === 1 && !draft.verb && !prompt.beside;
  return html`<div class=${`making${draft.verb ? " begun" : ""}`}>
    <div class="asking" tabindex="0">
      <div class="left">
        <${PromptLine} ctx=${ctx} prompt=${prompt} mine=${mine} />
        ${draft.verb && html`<div class="sentence" role="group" aria-label=${t("your_move")}><${Blanks} ctx=${ctx} /></div>`}
        ${legal && tried.outcome.length > 0 && html`<p class="outcome small" data-outcome role="status">${t("then")} ${tried.outcome.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(" ")}</p>`}
        ${ctx.pending && html`<p class="sentence">${t("with_this", { card: ctx.pending.name })}</p>`}
        ${ctx.touched !== null && html`<${Touched} key=${ctx.touched} ctx=${ctx} />`}
      </div>
      ${editors && html`<${Editors} ctx=${ctx} />`}
    </div>
    <div class="verbs">
      ${ctx.layout.Pins && html`<${ctx.layout.Pins} ctx=${ctx} submit=${(one) => submit(table, ask, one)} />`}
      ${!draft.verb && html`<${ToOffers} ctx=${ctx} />`}
      ${others.filter((template) => !ctx.layout.pinned?.has(template.verb)).map((template, at) => html`<${VerbButton} key=${template.verb} ctx=${ctx} template=${template} look=${lone ? "act" : ""} number=${at + 1} onClick=${() => choose(template)} />`)}
      ${(draft.verb || ctx.pending) && !startsSo && html`<button class="quiet" onClick=${ctx.clear}>${t("cancel")}</button>`}
      ${draft.verb && html`<${Main} ctx=${ctx} legal=${legal} pending=${pending} errors=${tried.errors} play=${play} />`}
    </div>
    ${lone && mine && prompt.mode === "once" && playsAtOnce(others[0]) && !isBrief(prompt) && isRepeated(ctx, others[0].verb) && html`<${Alone} key=${others[0].verb} ctx=${ctx} phase=${prompt.phase} verb=${others[0].verb} />`}
  </div>`;
}

/** On a phone the offers that I may answer lie above the question, perhaps out of sight. */
function ToOffers({ ctx }) {
  const ids = new Set(
    ctx.table.asks.value.flatMap((ask) =>
      ask.templates.flatMap((template) => (onOffers(template) ? thingsFor(template, "offer") : [])),
    ),
  );
  const found = (ctx.view.public.offers ?? []).filter((offer) => ids.has(offer.id) && offer.owner !== ctx.me).length;
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

/** The filled button; dashed while something is missing, and then it says what. */
function Main({ ctx, legal, pending, errors, play }) {
  const { table, draft, templates } = ctx;
  const label = matching(templates, { verb: draft.verb, args: {} })[0]?.label ?? draft.verb;
  const blanks = blanksOf(templates, draft);
  const missing = legal || pending ? "" : (errors[0]?.detail ?? ctx.missing(blanks));
  const press = () => (legal ? play() : ctx.toMissing());
  const broken = table.line.value !== "live";
  const none = legal && blanks.length === 1 && !kindOf(blanks[0].specs[0]).items(blanks[0].value).length; // allowed, but said
  return html`<button
    class=${`main ${legal && !broken ? "act" : "unready"}`}
    data-main
    disabled=${table.busy.value || broken}
    onClick=${press}
  >
    ${broken ? t("no_connection") : table.busy.value ? t("sending") : missing ? html`<span>${label} · <span class="missing">${missing}</span></span>` : none ? `${label} · ${t("nothing")}` : label}
  </button>`;
}
