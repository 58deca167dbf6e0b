/** Le Grand Dalmuti: seats on a stair in order of rank, me among them; the set to beat in a frame. */

import { askedBy } from "../words/sentence.js";
import { t } from "../words/texts.js";
import { nameOf } from "../shell/ui.js";
import { TableCard } from "../table/board/card.js";
import { captions } from "../table/log/captions.js";
import { Pile } from "../table/board/zones.js";
import { Backs, hidden, SeatPanel } from "../table/board/seats.js";
import { html } from "../vendor/preact.js";

/** @import { Props, Table, With } from "../table/types.js" */

const STEP_PX = 9;
const SETS_SHOWN = 4;

/** @param {Props} props */
function Seat({ ctx, seat, at }) {
  const { match } = ctx;
  const { public: shown } = match.view;
  const role = shown.roles?.[seat];
  const set = shown.trick?.findLast((one) => one.seat === seat);
  const out = shown.finished?.indexOf(seat) ?? -1;
  const words =
    out >= 0
      ? html`<span class="outof">${t("is_out")} · ${out + 1}</span>`
      : shown.passed?.includes(seat)
        ? html`<span class="soft">${t("has_passed")}</span>`
        : set
          ? html`<b class="num">${t("n_of", { n: set.count, what: set.rank > 12 ? "J" : set.rank })}</b>`
          : "";
  const turn =
    match.view.to_act.includes(seat) &&
    match.view.prompts.some((prompt) => prompt.open && ["lead", "follow"].includes(prompt.phase));
  return html`<div
    class=${`stair${out >= 0 ? " out" : ""}${seat === match.me ? " isme" : ""}${turn ? " now" : ""}`}
    style=${{ "--step": `${at * STEP_PX}px` }}
  >
    <${SeatPanel} ctx=${ctx} seat=${seat} compact head=${html`<span></span>`}
      ><span class="role small soft">${role ? match.text("word", role) : ""}</span
      ><${Backs} n=${hidden(ctx, seat)} /><span class="grow"></span>${words}<//
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
      ${laid.slice(-SETS_SHOWN, -1).map(
        (set) =>
          html`<figure class="set">
            <${Fanned} ctx=${ctx} cards=${set.cards} />
            <figcaption>${nameOf(match.head, set.seat)} · ${set.count} × ${rankWord(set.rank)}</figcaption>
          </figure>`,
      )}
      ${
        top
          ? html`<figure class="set tobeat">
              <figcaption>
                <b>${t("to_beat")}</b> – ${top.seat === match.me ? t("you") : nameOf(match.head, top.seat)}
              </figcaption>
              <${Fanned} ctx=${ctx} cards=${top.cards} /><strong class="num"
                >${top.count} × ${rankWord(top.rank)}</strong
              >
            </figure>`
          : html`<p class="soft">${lastHand(ctx) || t(played?.cards.length ? "new_trick" : "nobody_leads")}</p>`
      }
      <${Progress} ctx=${ctx} />
    </div>
    ${
      played?.cards.length
        ? html`<${Pile} ctx=${ctx} zone=${played} name=${match.game.zones.discard.title} small />`
        : ""
    }`;
}

/** How the last hand ended, until somebody plays in the next one. @param {Table} ctx */
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

/** Which hand this is, and my points so far. @param {Props<"match">} props */
function Progress({ ctx: { match } }) {
  const { hand_number: hand, points } = match.view.public;
  const of = match.view.options.end?.hands;
  const words = [
    of ? t("hand_of", { n: hand, of }) : t("hand_n", { n: hand }),
    match.me !== null && points && t("my_points", { n: points[match.me] }),
  ];
  return html`<p class="progress small soft">${words.filter(Boolean).join(" · ")}</p>`;
}

const rankWord = (rank) => (rank > 12 ? "J" : rank);

/** @param {Props} props */
const Fanned = ({ ctx, cards }) =>
  html`<span class="fanned-cards"
    >${cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}</span
  >`;

/** A phone shows the question over the cards that are to be beaten. */
const NARROW = "(max-width: 639px)";

/** What is to be beaten. @param {With<"match">} ctx */
function toBeat({ match }, prompt) {
  const top = match.view.public.trick?.at(-1);
  if (!top || !matchMedia(NARROW).matches) return null;
  const whose = nameOf(match.head, top.seat);
  return `${t("to_beat")}${t("colon")}${top.count} × ${rankWord(top.rank)} (${whose}). ${askedBy(match, prompt) ?? ""}`;
}

/** Only the Dalmutis choose what they give; the best cards of the peons are taken. @param {With<"match"|"draft">} ctx */
function story(ctx, prompt) {
  const { match, draft } = ctx;
  const { view, me } = match;
  const { templates } = draft;
  if (prompt.phase === "follow") return toBeat(ctx, prompt);
  if (prompt.phase !== "taxation" || templates.some((template) => template.verb === "give")) return null;
  const isTaxed = view.options.first_hand_taxes || view.public.hand_number > 1;
  return t(isTaxed && view.public.order.slice(-2).includes(me) ? "best_are_taken" : "no_taxes_of_you");
}

/** @param {Props<"match">} props */
function Foot({ ctx: { match } }) {
  const points = match.view.public.points ?? [];
  return html`<h3>${t("points")}</h3>
    <dl class="pointlist">
      ${points
        .map((number, seat) => ({ number, seat }))
        .sort((a, b) => b.number - a.number)
        .map(
          ({ number, seat }) =>
            html`<div class=${seat === match.me ? "strong" : ""}>
              <dt>${seat === match.me ? t("you") : nameOf(match.head, seat)}</dt>
              <dd class="num">${number}</dd>
            </div>`,
        )}
    </dl>`;
}

const FEW = 2;

/** Who has almost no cards left. @param {import("../table/types.js").Match} match */
const near = (match) =>
  Array.from({ length: match.view.seats }, (_, seat) => ({ seat, n: hidden({ match }, seat) }))
    .filter(({ seat, n }) => seat !== match.me && n > 0 && n <= FEW)
    .map(({ seat, n }) => ({ seat, words: t("n_cards", { n }) }));

export default {
  name: "great_dalmuti",
  near,
  race: (view, seat) => view.public.points?.[seat] ?? 0,
  goal: ({ options }) => options.end?.total ?? null,
  racing: "race_points",
  order: ({ match }) =>
    match.view.public.order?.length === match.view.seats
      ? match.view.public.order
      : Array.from({ length: match.view.seats }, (_, seat) => seat),
  Seat,
  Middle,
  Foot,
  story,
  Mine: () => null,
  stacksHand: true,
  scrolls: true,
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
