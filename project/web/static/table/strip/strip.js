/** The strip at the foot of the table: one line and at most three buttons. Its height is constant. */

import { begun as begunOrder } from "../../orders/begun.js";
import { serverNow } from "../../server/api.js";
import { usePaths } from "../../server/served.js";
import { Countdown } from "../../shell/countdown.js";
import { lazy } from "../../shell/lazy.js";
import { Link } from "../../shell/router.js";
import { session, settings } from "../../shell/session.js";
import { say, Sign } from "../../shell/ui.js";
import { completed, matching, verbsOf } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { Face } from "../board/face.js";
import { SeatTime, timed } from "../board/seats.js";
import { Skip } from "../log/pace.js";
import { captions } from "../log/captions.js";
import { described, nextBlank } from "./blanks.js";
import { isAsBegun, Main, useTried } from "./main.js";
import { Steps } from "./steps.js";
import { VerbButton } from "./verb.js";
import { aboutOf, linesOf, nextWords, othersWords, phaseName } from "./words.js";

/** @import { Props, With } from "../types.js" */

const TakeOver = lazy(() => import("../together/takeover.js").then((one) => one.TakeOver));
export const Alone = lazy(() => import("../../orders/alone.js").then((one) => one.Alone));

const FAR_MS = 3_600_000;
const BRIEF_MS = 120_000;
const REFUSED_MS = 4000;
const BUTTONS_MOST = 3;

/** Returns whether a verb has its button on the offer itself; the strip omits such verbs. */
export const onOffers = (template) => "offer" in template.slots && "version" in template.slots;

/** @typedef {{look?: string, match?: any, seat?: number|null, sign?: string|null, line: string, small?: string, isFault?: boolean|"line", children?: any, [name: string]: any}} FrameProps */
/** The frame of the strip: the face, the line, the second line, the children at the right. @param {FrameProps} props */
const Frame = ({ look = "", match, seat = null, sign = null, line, small = "", isFault = false, children, ...more }) =>
  html`<section id="strip" class=${`strip ${look}`} tabindex="-1" aria-label=${t("question")} ...${more}>
    <span class="whose">
      ${sign ? html`<span class="signed"><${Sign} name=${sign} /></span>` : html`<${Face} match=${match} seat=${seat} size=${56} />`}
    </span>
    <p class="said" role=${isFault ? "alert" : undefined}>
      <b class=${`line${isFault === "line" ? " refused" : ""}`} title=${line}>${line}</b
      ><span class=${`second${isFault ? " refused" : ""}`} title=${small}>${small || "\u00a0"}</span>
    </p>
    ${children}
  </section>`;

/** @param {Props} props */
export function Strip({ ctx }) {
  const { match, draft } = ctx;
  const { view, table } = match;
  const { ask } = draft;
  if (view.standings) return null;
  if (table.rerun.value)
    return html`<${Frame} look="calm" sign="play" line=${t("shown_again")}>
      <div class="verbs">
        <button class="act" data-end-rerun onClick=${() => (table.rerun.value = null)}>
          ${t("back_to_now")} <kbd aria-hidden="true">Esc</kbd>
        </button>
      </div>
    <//>`;
  if (match.me === null) return html`<${Watching} ctx=${ctx} />`;
  const prompt = ask && view.prompts.find((one) => one.id === ask.prompt);
  const idle = ask && !ask.templates.length && prompt?.answer === undefined; // all moves that a rule allows are used up
  if (!prompt || idle || match.head.paused_until) return html`<${Waiting} ctx=${ctx} />`;
  return html`<${Asked} key=${ask.prompt} ctx=${ctx} prompt=${prompt} />`;
}

/** The strip of a spectator, or of a player whose session has ended. @param {Props} props */
function Watching({ ctx }) {
  const { match } = ctx;
  const [isContent, watchOn] = useState(false);
  const { head } = match;
  const { lastSeat, isSignedOut } = match.table;
  const small = t(lastSeat === null ? "you_are_watching" : "seat_is_kept");
  if ((lastSeat !== null || isSignedOut) && !session.value.token && !isContent)
    return html`<${Frame} look="mine" sign="key" line=${t("signed_out")} small=${small}>
      <div class="verbs">
        <button class="quiet" onClick=${() => watchOn(true)}>${t("just_watch")}</button>
        <${Link} class="button act" to=${`/login?to=/m/${match.table.id}`}>${t("sign_in")}<//>
      </div>
    <//>`;
  const words = othersWords(ctx, t("you_are_watching"));
  return html`<${Frame} look="calm" match=${match} sign=${words.seat === undefined ? "eye" : null} ...${words}>
    <div class="verbs">
      <${Skip} ctx=${ctx} />${
        head.substitutes && head.status === "running"
          ? html`<${TakeOver} ctx=${ctx} />`
          : html`<${Link} class="button" to=${`/new/${head.game}`}>${t("play_like_this")}<//>`
      }
    </div>
  <//>`;
}

/** The strip while other players move. @param {Props} props */
function Waiting({ ctx }) {
  const { match, page } = ctx;
  const { view, head } = match;
  const last = match.past().findLast(({ row }) => row.type === "move" && row.seat !== match.me);
  const words = othersWords(ctx, nextWords(ctx));
  const shown = last && view.to_act.length <= 1 ? captions(ctx, last)[0] : null;
  const offered =
    usePaths().has("/matches/{match_id}/standing-orders") && head.status === "running" && !head.paused_until;
  return html`<${Frame} look="calm" match=${match} ...${words} seat=${words.seat ?? last?.row.seat ?? match.me}>
    ${timed(match) && html`<${SeatTime} ctx=${ctx} seat=${match.me} />`}
    <div class="verbs">
      ${offered && html`<button class="quiet" data-ahead onClick=${() => page.openRail("orders")}>${t("prepare_move")}</button>`}
      <${Skip} ctx=${ctx} />
    </div>
    ${shown && html`<span class="hidden-text" data-last>${shown.body}</span>`}
  <//>`;
}

/** Returns whether the time for an answer ends before an order would answer. */
const isBrief = ({ deadline }) => deadline !== null && Date.parse(deadline) - serverNow() < BRIEF_MS;

/** Returns whether a deadline is irrelevant: the default day of a phase means nothing to people who play without a clock. @param {With<"match">} ctx */
const isFar = ({ match: { head } }, prompt) =>
  !head.clock?.per_move && !head.clock?.bank && Date.parse(prompt.deadline) - serverNow() > FAR_MS;

/** Returns why a verb that one press could play takes a second press; null: one press is enough. @param {With<"match"|"draft">} ctx */
const doubt = (ctx, verb) =>
  settings.value.confirm === "never" ? null : (ctx.match.layout.doubts?.(ctx, verb) ?? null);

/** Returns whether all blanks of a verb may stay unchanged. */
const isOpenEnded = (template) =>
  Object.values(template.slots).every((spec) => kindOf(spec).nothing(spec) !== undefined);

/** The things with which a move can begin. A seat or a group is pressed only for a blank of a move under way. */
const BEGINNING = /^(card|face|place):/;

/** Returns the verbs with a move that nothing on the table begins. @param {With<"draft">} ctx */
function unreachedVerbs({ draft: { templates, uses } }) {
  const found = [...uses].filter(([key]) => BEGINNING.test(key)).flatMap(([, own]) => own);
  const isReached = ({ verb, slots }) =>
    found.some((use) => use.verb === verb && (use.slot === "" || use.slot in slots));
  return new Set(templates.filter((template) => !isReached(template)).map(({ verb }) => verb));
}

/** Returns the verbs that have a button here: verbs with a move that nothing on the table begins, then verbs that end a turn or an answer. @param {With<"match"|"draft">} ctx */
function buttonsOf(ctx) {
  const { match, draft } = ctx;
  const unreached = unreachedVerbs(ctx);
  const all = [...verbsOf(draft.templates)].filter(
    (template) => !onOffers(template) && !match.layout.pinned?.has(template.verb) && template.verb !== draft.verb,
  );
  const ends = all.filter(isOpenEnded);
  const [end = null, ...otherEnds] = ends;
  const begins = all.filter(
    (template) => !ends.includes(template) && (unreached.has(template.verb) || match.layout.begins?.has(template.verb)),
  );
  return { end, others: [...begins, ...otherEnds] };
}

/** A question for me. @param {Props & {prompt: any}} props */
function Asked({ ctx, prompt }) {
  const { match, draft } = ctx;
  const { view, layout } = match;
  const tried = useTried(ctx);
  const refusal = useRefusal(ctx);
  const mine = view.to_act.includes(match.me) && !prompt.beside;
  const words = linesOf(ctx, prompt, tried);
  const asks = openAsks(ctx);
  const begun = draft.verb !== null && !isAsBegun(ctx);
  return html`<${Frame}
    look=${`${mine ? "mine" : "calm"}${draft.verb ? " begun" : ""}`}
    match=${match}
    seat=${aboutOf(ctx, prompt)}
    line=${refusal ?? words.line}
    small=${refusal ? "" : words.small}
    isFault=${refusal ? "line" : words.isFault}
    data-prompt=${ask(draft)}
    data-begun=${begun ? draft.verb : undefined}
  >
    ${asks.length > 1 && html`<${Tabs} ctx=${ctx} asks=${asks} />`}
    <span class="facts">
      ${layout.plays && html`<${Plays} plays=${layout.plays(ctx)} />`}
      ${prompt.deadline && !isFar(ctx, prompt) && html`<${Countdown} at=${prompt.deadline} />`}
    </span>
    <${Buttons} ctx=${ctx} prompt=${prompt} tried=${tried} asks=${asks} />
  <//>`;
}

/** The buttons of the strip. Buttons that end a turn or an answer are rightmost. @param {Props & {prompt: any, tried: any, asks: any[]}} props */
function Buttons({ ctx, prompt, tried, asks }) {
  const { match, draft, sends } = ctx;
  const { layout } = match;
  const { end, others } = buttonsOf(ctx);
  const room = BUTTONS_MOST - (end ? 1 : 0) - (draft.verb ? 2 : 0) - (layout.Pins ? 1 : 0);
  const shown = draft.verb ? [] : others.slice(0, Math.max(0, room));
  const hidden = others.filter((template) => !shown.includes(template));
  const stepper = described(ctx).find((blank) => blank.kind.name === "integer" && !blank.only);
  const choose = (template) => {
    const isPlain = matching(draft.templates, { verb: template.verb, args: {} }).every(
      (one) => !Object.keys(one.slots).length,
    );
    if (isPlain && draft.atOnce && doubt(ctx, template.verb) === null)
      return sends.play({ verb: template.verb, args: {} });
    draft.set(
      completed(
        draft.templates.filter((one) => one.verb === template.verb),
        { verb: template.verb, args: {} },
      ),
    );
  };
  const play = () => sends.play(tried.move);
  const begun = draft.verb !== null && !isAsBegun(ctx);
  const button = (template, at) =>
    html`<${VerbButton}
      key=${template.verb}
      ctx=${ctx}
      template=${template}
      number=${at}
      onClick=${() => choose(template)}
    />`;
  const main = draft.verb && !isPressed(ctx) && html`<${Main} key="main" ctx=${ctx} tried=${tried} onPress=${play} />`;
  const isEnd = draft.verb !== null && isEndVerb(draft, end);
  return html`<div class="verbs">
    ${begun && html`<button class="quiet" data-put-back onClick=${draft.clear}>${t("put_back")} <kbd aria-hidden="true">Esc</kbd></button>`}
    <${More}
      ctx=${ctx}
      asks=${asks}
      prompt=${prompt}
      templates=${hidden}
      choose=${choose}
      lone=${end && !others.length && !draft.verb ? end : null}
    />
    ${shown.map((template, at) => button(template, at + 1))}
    ${stepper && html`<${Steps} ctx=${ctx} blank=${stepper} />`} ${isEnd && end && draft.ask?.begins && button(end, 1)}
    ${!isEnd && main} ${isEnd ? main : end && button(end, shown.length + 1)}
    ${layout.Pins && html`<${layout.Pins} ctx=${ctx} />`}
  </div>`;
}

const ask = ({ ask: now }) => now?.prompt;

/** Returns whether the missing things are pressed on the table, so that no button has to wait for them. @param {With<"match"|"draft">} ctx */
function isPressed(ctx) {
  const blank = nextBlank(ctx);
  return blank !== undefined && blank.kind.name === "one_of";
}

/** Returns whether the verb under way ends a turn or an answer, so that its button stays rightmost. */
const isEndVerb = (draft, end) =>
  end === null ||
  draft.ask?.begins === draft.verb ||
  isOpenEnded(
    matching(draft.templates, { verb: draft.verb, args: {} })[0] ?? { slots: { x: { slot: "one_of", options: [] } } },
  );

/** The remaining plays, as card pips. */
const Plays = ({ plays }) =>
  plays &&
  html`<span class="plays" role="img" aria-label=${t("plays_left", { n: plays.left })}
    >${Array.from({ length: Math.max(plays.of, plays.left) }, (_, at) => html`<i class=${at < plays.left ? "on" : ""}></i>`)}</span
  >`;

/** Returns the reason of a refusal for some seconds. @param {With<"sends">} ctx */
function useRefusal({ sends }) {
  const problem = sends.refusal;
  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => sends.dismiss(), REFUSED_MS);
    return () => clearTimeout(timer);
  }, [problem]);
  if (!problem) return null;
  const words =
    problem.code === "stale_prompt"
      ? t("moved_on")
      : problem.reasons?.length
        ? problem.reasons.join(" ")
        : problem.message;
  return problem.retryAfter > 0 ? `${words} (${problem.retryAfter} s)` : words;
}

/** The menu of further acts: other verbs, a move chosen ahead. @param {Props} props */
function More({ ctx, prompt, templates, choose, lone, asks }) {
  const [isOpen, open] = useState(false);
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const known = usePaths().has("/matches/{match_id}/standing-orders/trial");
  const isAboutOther = aboutOf(ctx, prompt) !== ctx.match.me;
  const mayAlone = lone && !Object.keys(lone.slots).length && isRepeated(ctx, lone.verb);
  const mayOrder = known && isAboutOther && prompt.mode === "once" && !isBrief(prompt);
  useEffect(() => {
    if (!isOpen) return;
    const leave = (/** @type {any} */ { target, key }) =>
      (key ? key === "Escape" : !box.current?.contains(target)) && open(false);
    addEventListener("pointerdown", leave);
    addEventListener("keydown", leave);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("keydown", leave);
    };
  }, [isOpen]);
  const isForTabs = !templates.length && !mayAlone && !mayOrder;
  if (isForTabs && asks.length < 2) return null;
  const order = () => {
    begunOrder.value = prompt.id;
    ctx.page.openRail("orders");
    open(false);
  };
  return html`<span class=${`more${isForTabs ? " fortabs" : ""}`} ref=${box}>
    <button
      class="quiet"
      data-more
      aria-expanded=${String(isOpen)}
      aria-label=${t("more_moves")}
      onClick=${() => open(!isOpen)}
    >
      <${Sign}
        name="menu"
      />${asks.some((one) => one !== ctx.draft.ask && isVote(ctx.match.view.prompts.find(({ id }) => id === one.prompt))) && html`<span class="badge">!</span>`}
    </button>
    ${
      isOpen &&
      html`<span class="moremenu">
        ${asks.length > 1 && html`<${Tabs} ctx=${ctx} asks=${asks} />`}
        ${templates.map(
          (template) =>
            html`<${VerbButton}
              key=${template.verb}
              ctx=${ctx}
              template=${template}
              onClick=${() => {
                open(false);
                choose(template);
              }}
            />`,
        )}
        ${mayOrder && html`<button data-order-so onClick=${order}>${t("order_so")}</button>`}
        ${mayAlone && html`<${Alone} ctx=${ctx} phase=${prompt.phase} verb=${lone.verb} />`}
      </span>`
    }
  </span>`;
}

/** Returns whether I have given the same answer before. @param {With<"match">} ctx */
const isRepeated = ({ match }, verb) =>
  match
    .past()
    .some(
      ({ row }) =>
        (row.seat === match.me && row.move?.verb === verb) ||
        row.effects.some((one) => one.kind === "answered" && one.seat === match.me && one.move?.verb === verb),
    );

/** Returns whether a question waits for one answer, such as a vote. Talk and trade are possible at any time. */
const isVote = (prompt) =>
  prompt !== undefined && prompt.answer === undefined && (prompt.mode !== "open" || prompt.deadline !== null);

/** Returns my questions that can be answered. @param {With<"match">} ctx */
const openAsks = ({ match: { table, view } }) =>
  table.asks.value.filter((one) => one.templates.length && view.prompts.some((prompt) => prompt.id === one.prompt));

/** Several simultaneous questions: one tab for each. @param {Props<"match"|"draft"> & {asks: import("../types.js").Ask[]}} props */
function Tabs({ ctx: { match, draft }, asks }) {
  const { view } = match;
  const promptOf = (one) => view.prompts.find((other) => other.id === one.prompt);
  const waits = (one) => one !== draft.ask && isVote(promptOf(one));
  const late = asks
    .filter(waits)
    .map((one) => phaseName(match, promptOf(one)))
    .join(", ");
  useEffect(() => {
    if (late) say(t("new_question", { what: late }));
  }, [late]);
  const inOrder = [...asks].sort((a, b) => Number(isVote(promptOf(a))) - Number(isVote(promptOf(b)))); // votes appear and disappear
  return html`<div class="tabs" role="tablist">
    ${inOrder.map(
      (one) =>
        html`<button
          key=${one.prompt}
          role="tab"
          aria-selected=${String(one === draft.ask)}
          onClick=${() => draft.turnTo(one)}
        >
          ${phaseName(match, promptOf(one))}${waits(one) && html`<span class="badge" data-waits>!</span>`}
        </button>`,
    )}
  </div>`;
}
