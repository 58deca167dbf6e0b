/** Le Grand Dalmuti: all seats, mine included, on a stair in order of rank; the set to beat is in a frame. */

import { t } from "../words/texts.js";
import { Avatar, nameOf } from "../shell/ui.js";
import { filled, moveOf } from "../slots/draft.js";
import { TableCard } from "../table/board/card.js";
import { captions } from "../table/log/captions.js";
import { Pile } from "../table/board/zones.js";
import { Backs, hidden, SeatPanel } from "../table/board/seats.js";
import { html } from "../vendor/preact.js";

/** @import { Props, Table, With } from "../table/types.js" */

const SETS_SHOWN = 2;

/** @param {Props} props */
function Seat({ ctx, seat, compact, place }) {
  const { match } = ctx;
  const { public: shown } = match.view;
  const role = shown.roles?.[seat];
  const rank = (shown.order?.indexOf(seat) ?? -1) + 1;
  const set = shown.trick?.findLast((one) => one.seat === seat);
  const out = shown.finished?.indexOf(seat) ?? -1;
  const words =
    out >= 0
      ? html`<span class="outof">${t("is_out")} · ${out + 1}</span>`
      : shown.passed?.includes(seat)
        ? t("has_passed")
        : set
          ? html`<b class="num">${t("n_of", { n: set.count, what: set.rank > 12 ? "J" : set.rank })}</b>`
          : "";
  const turn =
    match.view.to_act.includes(seat) &&
    match.view.prompts.some((prompt) => prompt.open && ["lead", "follow"].includes(prompt.phase));
  return html`<div
    class=${`courtier${out >= 0 ? " out" : ""}${seat === match.me ? " isme" : ""}${turn ? " now" : ""}${match.view.public.order?.[0] === seat ? " first" : ""}`}
    style=${place}
  >
    <${SeatPanel} ctx=${ctx} seat=${seat} compact=${compact} head=${html`<${Backs} n=${hidden(ctx, seat)} />`}
      ><span class="role">${rank > 0 && `${rank}. `}${role ? match.text("word", role) : ""}</span
      ><span class="played">${words}</span><//
    >
  </div>`;
}

/** @param {Props} props */
function Middle({ ctx }) {
  const { match } = ctx;
  const cards = match.view.zones.find((zone) => zone.name === "trick")?.cards ?? [];
  const played = match.view.zones.find((zone) => zone.name === "discard");
  const sets = match.view.public.trick ?? [];
  let at = 0;
  const laid = sets.map((set) => ({ ...set, cards: cards.slice(at, (at += set.count)) }));
  const top = laid.at(-1);
  return html`<div class="trick" data-zone="trick::">
      <span class="older"
        >${laid.slice(-SETS_SHOWN, -1).map(
          (set) =>
            html`<figure class="set" key=${`${set.seat} ${set.rank}`}>
              <${Fanned} ctx=${ctx} cards=${set.cards} />
              <figcaption>${whoseSet(match, set)} · ${set.count} × ${rankWord(set.rank)}</figcaption>
            </figure>`,
        )}</span
      >
      ${
        top
          ? html`<figure class="set tobeat" key=${`${top.seat} ${top.rank}`}>
              <${Fanned} ctx=${ctx} cards=${top.cards} />
              <figcaption>
                <strong class="num">${t("to_beat")}${t("colon")}${top.count} × ${rankWord(top.rank)}</strong>
                <small>${whoseSet(match, top)}</small>
              </figcaption>
            </figure>`
          : html`<p class="newtrick">${lastHand(ctx) || t(played?.cards.length ? "new_trick" : "nobody_leads")}</p>`
      }
      <${LayHere} ctx=${ctx} />
    </div>
    <${Progress} ctx=${ctx} />
    ${played?.cards.length ? html`<${Pile} ctx=${ctx} zone=${played} name=${match.game.zones.discard.title} small />` : ""}`;
}

const whoseSet = (match, { seat }) => (seat === match.me ? t("you") : nameOf(match.head, seat));

/** The place for the lifted set, which stays reserved. A press on the place lays the set there. @param {Props<"match"|"draft"|"sends">} props */
function LayHere({ ctx: { match, draft, sends } }) {
  if (match.me === null) return null;
  const whole = draft.verb === "play" ? filled(draft.templates, draft.now) : null;
  return html`<button
    class=${`layhere${whole ? " target" : ""}`}
    data-lit=${whole ? "" : undefined}
    disabled=${!whole}
    aria-hidden=${whole ? undefined : "true"}
    onClick=${() => whole && sends.play(moveOf(whole, draft.now))}
  >
    ${t("lay_here")}
  </button>`;
}

/** Returns the end of the last hand, until somebody plays in the next hand. @param {Table} ctx */
function lastHand(ctx) {
  const { match } = ctx;
  const lines = match.past();
  const at = lines.findLastIndex(({ row }) =>
    row.effects.some((effect) => effect.kind === "announced" && effect.what === "hand_over"),
  );
  return (
    at >= 0 &&
    !lines.slice(at + 1).some(({ row }) => row.move?.verb === "play") &&
    captions(ctx, lines[at]).at(-1)?.body
  );
}

/** The number of this hand, and my points so far. @param {Props<"match">} props */
function Progress({ ctx: { match } }) {
  const { hand_number: hand, points } = match.view.public;
  const of = match.view.options.end?.hands;
  const words = [
    of ? t("hand_of", { n: hand, of }) : t("hand_n", { n: hand }),
    match.me !== null && points && t("my_points", { n: points[match.me] }),
  ];
  return html`<p class="progress">${words.filter(Boolean).join(" · ")}</p>`;
}

const rankWord = (rank) => (rank > 12 ? "J" : rank);

/** @param {Props} props */
const Fanned = ({ ctx, cards }) =>
  html`<span class="fanned-cards"
    >${cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}</span
  >`;

/** Returns the set to beat. @param {With<"match">} ctx */
function toBeat({ match }) {
  const top = match.view.public.trick?.at(-1);
  return top ? t("beat_or_pass", { set: `${top.count} × ${rankWord(top.rank)}` }) : null;
}

/** Returns the question of a phase. In taxation only the Dalmutis choose cards; the peons lose their best cards. @param {With<"match"|"draft">} ctx */
function story(ctx, prompt) {
  const { match, draft } = ctx;
  const { view, me } = match;
  const { templates } = draft;
  if (prompt.phase === "follow") return toBeat(ctx);
  if (prompt.phase === "lead") return t("you_lead");
  if (prompt.phase !== "taxation" || templates.some((template) => template.verb === "give")) return null;
  const isTaxed = view.options.first_hand_taxes || view.public.hand_number > 1;
  return t(isTaxed && view.public.order.slice(-2).includes(me) ? "best_are_taken" : "no_taxes_of_you");
}

const BAR_PX = 36;

/** The places of the match so far: a face and a bar for each seat, by points. @param {Props<"match">} props */
function Chart({ ctx: { match } }) {
  const { hand_number: hand, points = [] } = match.view.public;
  const of = match.view.options.end?.hands;
  const ranked = points
    .map((number, seat) => ({ number, seat, place: 1 + points.filter((other) => other > number).length }))
    .sort((a, b) => b.number - a.number || a.seat - b.seat);
  const mine = ranked.find(({ seat }) => seat === match.me);
  const most = Math.max(1, ...points);
  const name = (seat) => (seat === match.me ? t("you") : nameOf(match.head, seat));
  return html`<section class="placechart" aria-label=${t("points")}>
    <h3>${of ? t("hand_of", { n: hand, of }) : t("hand_n", { n: hand })}</h3>
    ${mine && html`<p class="soft small">${t("place_n", { n: mine.place })} · ${t("n_points", { n: mine.number })}</p>`}
    <ol>
      ${ranked.map(
        ({ number, seat }) =>
          html`<li key=${seat} class=${seat === match.me ? "isme" : ""} title=${name(seat)}>
            <${Avatar} head=${match.head} seat=${seat} size=${26} /><span class="hidden-text">${name(seat)}</span>
            <i style=${{ height: `${Math.round((BAR_PX * number) / most)}px` }}></i><b class="num">${number}</b>
          </li>`,
      )}
    </ol>
  </section>`;
}

const FEW = 2;

/** Returns the seats that have almost no cards left. @param {import("../table/types.js").Match} match */
const near = (match) =>
  Array.from({ length: match.view.seats }, (_, seat) => ({ seat, n: hidden({ match }, seat) }))
    .filter(({ seat, n }) => seat !== match.me && n > 0 && n <= FEW)
    .map(({ seat, n }) => ({ seat, words: t("n_cards", { n }) }));

/** Returns the seats by rank, starting at my left if I play. @param {With<"match">} ctx */
function order({ match: { view, me } }) {
  const ranked =
    view.public.order?.length === view.seats
      ? view.public.order
      : Array.from({ length: view.seats }, (_, seat) => seat);
  const at = ranked.indexOf(me);
  return at < 0 ? ranked : [...ranked.slice(at + 1), ...ranked.slice(0, at)];
}

export default {
  name: "great_dalmuti",
  near,
  race: (view, seat) => view.public.points?.[seat] ?? 0,
  goal: ({ options }) => options.end?.total ?? null,
  racing: "race_points",
  order,
  Seat,
  Middle,
  Chart,
  story,
  Mine: () => null,
  ring: true,
  stacksHand: true,
  hiddenPublic: new Set([
    "hand_number",
    "order",
    "roles",
    "trick",
    "passed",
    "finished",
    "points",
    "extra_hands",
    "exposed",
    "revolution",
    "left",
  ]),
};
