/** The answer to a question: the sentence under way, the verbs, the one filled button. */

import { begun as begunOrder } from "../../orders/begun.js";
import { serverNow } from "../../server/api.js";
import { usePaths } from "../../server/served.js";
import { lazy } from "../../shell/lazy.js";
import { settings } from "../../shell/session.js";
import { completed, filled, isTried, moveOf, verbsOf } from "../../slots/draft.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { keyOf } from "../state/moves.js";
import { began } from "../state/things.js";
import { Blanks, Editors } from "./blanks.js";
import { Main, onOffers, ToOffers } from "./buttons.js";
import { useScroll } from "./inview.js";
import { PromptLine } from "./prompt.js";
import { VerbButton } from "./verb.js";

/** @import { Props, With } from "../types.js" */

const Touched = lazy(() => import("./touched.js").then((one) => one.Touched));

export const Alone = lazy(() => import("../../orders/alone.js").then((one) => one.Alone));

const SLOW_CLOCK_SECONDS = 600;

const BRIEF_MS = 120_000;

/** A stepper passes many values; the server is asked about the one at which it rests. */
const REST_MS = 120;

const UNTRIED = { key: "", legal: false, errors: [], outcome: [] };

/** Verbs that one press plays stand last, so that a slip of the hand does not end a turn. */
const playsAtOnce = (template) => !Object.keys(template.slots).length;

/** Whether the time for an answer is over before an order would give it. */
const isBrief = ({ deadline }) => deadline !== null && Date.parse(deadline) - serverNow() < BRIEF_MS;

/** Whether the question names another player: the one who asks, mostly. @param {With<"match">} ctx */
const isAsked = ({ match: { game, me } }, { phase, data }) =>
  Object.entries(game.phases[phase]?.data ?? {}).some(([name, { type }]) => type === "seat" && data[name] !== me);

/** Whether a verb without blanks is played by its button, without a second press. */
const isAtOnce = ({ clock }) =>
  settings.value.confirm === "never" ||
  (settings.value.confirm === "clock" && (clock?.per_move ?? 0) <= SLOW_CLOCK_SECONDS);

/** Why a verb that one press could play is asked for twice, in words that may be empty; null: it is not. @param {With<"match"|"draft">} ctx */
const doubt = (ctx, verb) =>
  settings.value.confirm === "never" ? null : (ctx.match.layout.doubts?.(ctx, verb) ?? null);

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

/** The sentence as far as it goes, and what certainly follows from it. @param {Props} props */
function Said({ ctx, outcome }) {
  const { verb, pending, touched } = ctx.draft;
  return html`${verb && html`<div class="sentence" role="group" aria-label=${t("your_move")}><${Blanks} ctx=${ctx} /></div>`}
  ${
    outcome.length > 0 &&
    html`<p class="outcome small" data-outcome role="status">
      ${t("then")} ${outcome.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(" ")}
    </p>`
  }
  ${verb && doubt(ctx, verb) && html`<p class="small strong" data-doubt role="status">${doubt(ctx, verb)}</p>`}
  ${pending && html`<p class="sentence">${t("with_this", { card: pending.name })}</p>`}
  ${touched !== null && html`<${Touched} key=${touched} ctx=${ctx} />`}`;
}

/** What else could be done: a button for each verb, those apart that a press ends it with, without those that the layout has in a place of their own. @param {Props} props */
const Verbs = ({ ctx, verbs, look, choose }) => {
  const isApart = verbs.some((template) => !playsAtOnce(template));
  return verbs
    .filter((template) => !ctx.match.layout.pinned?.has(template.verb))
    .map(
      (template, at) =>
        html`<${VerbButton}
          key=${template.verb}
          ctx=${ctx}
          template=${template}
          look=${look || (isApart && playsAtOnce(template) ? "apart" : "")}
          number=${at + 1}
          onClick=${() => choose(template)}
        />`,
    );
};

/** From this question on: an order for the one move that is left, or one that is begun from what is asked. @param {Props} props */
function Ahead({ ctx, prompt, lone }) {
  const known = usePaths().has("/matches/{match_id}/standing-orders/trial");
  if (lone && playsAtOnce(lone) && isRepeated(ctx, lone.verb))
    return html`<${Alone} key=${lone.verb} ctx=${ctx} phase=${prompt.phase} verb=${lone.verb} />`;
  if (!known || !isAsked(ctx, prompt)) return null;
  const begin = () => {
    begunOrder.value = prompt.id;
    ctx.page.openRail("orders");
  };
  return html`<p class="small">
    <button class="quiet plainlink" data-always onClick=${begin}>${t("order_so")}</button>
  </p>`;
}

/** @param {Props} props */
export function Sentence({ ctx, prompt, mine }) {
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
  const scroll = useScroll(`${match.table.id} ${prompt.id} ${verb}`);
  const choose = (template) => {
    const use = draft.pending?.uses.find((one) => one.verb === template.verb);
    const plain = templates.every((other) => other.verb !== template.verb || !Object.keys(other.slots).length);
    draft.choose();
    if (plain && atOnce && doubt(ctx, template.verb) === null) return sends.play({ verb: template.verb, args: {} });
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
    <div class="asking" tabindex="0" ...${scroll}>
      <div class="left">
        <${PromptLine} ctx=${ctx} prompt=${prompt} mine=${mine} />
        <${Said} ctx=${ctx} outcome=${legal ? tried.outcome : []} />
      </div>
      ${verb !== null && html`<${Editors} ctx=${ctx} />`}
    </div>
    <div class="verbs">
      ${match.layout.Pins && html`<${match.layout.Pins} ctx=${ctx} />`} ${!verb && html`<${ToOffers} ctx=${ctx} />`}
      <${Verbs} ctx=${ctx} verbs=${others} look=${lone ? "act" : ""} choose=${choose} />
      ${
        (verb || draft.pending) &&
        !startsSo &&
        html`<button class="quiet" onClick=${draft.clear}>${t("cancel")}</button>`
      }
      ${verb && html`<${Main} ctx=${ctx} legal=${legal} pending=${pending} errors=${tried.errors} play=${play} />`}
    </div>
    ${mine && prompt.mode === "once" && !isBrief(prompt) && html`<${Ahead} ctx=${ctx} prompt=${prompt} lone=${lone ? others[0] : null} />`}
  </div>`;
}
