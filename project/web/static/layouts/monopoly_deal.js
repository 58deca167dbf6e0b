/** Monopoly Deal: a town at the left, the piles in the middle, the bank at the right. Other players' areas look the same, but small. */

import { completions } from "./completing.js";
import { STREETS } from "../cards/colours.js";
import { on } from "../cards/paint.js";
import { laidAs } from "../cards/swatch.js";
import { title } from "../server/catalog.js";
import { matching, thingsFor } from "../slots/draft.js";
import { t } from "../words/texts.js";
import { nameOf, Sign } from "../shell/ui.js";
import { TableCard } from "../table/board/card.js";
import { SmallCard } from "../table/board/mini.js";
import { captions } from "../table/log/captions.js";
import { askedBy } from "../words/sentence.js";
import { Backs, hidden as handOf, SeatPanel } from "../table/board/seats.js";
import { Pile, zoneKey } from "../table/board/zones.js";
import { relabelled } from "../table/state/asks.js";
import { html } from "../vendor/preact.js";

/** @import { Props, Table, With } from "../table/types.js" */

/** @import { View, Zone } from "../types.js" */

/** @param {View} view @param {number|null} seat */
const groupsIn = (view, seat) =>
  view.zones.filter((zone) => zone.seat === seat && STREETS[zone.name] && zone.cards.length);
/** @param {With<"match">} ctx */
const groupsOf = ({ match }, seat) => groupsIn(match.view, seat);
/** @param {With<"match">} ctx */
const bankOf = ({ match }, seat) => match.view.zones.find((zone) => zone.seat === seat && zone.name === "bank");
/** @param {With<"match">} ctx */
const worth = ({ match }, zone) =>
  (zone?.cards ?? []).reduce((sum, card) => sum + (match.view.faces[card]?.value ?? 0), 0);
/** @param {View} view @param {Zone} zone */
const properties = (view, zone) => zone.cards.filter((card) => !["house", "hotel"].includes(view.faces[card]?.face));

/** Returns a group's rents and buildings. They are only displayed: the server computes the claim. @param {View} view @param {Zone} zone */
function standingOf(view, zone) {
  const [, , rents] = STREETS[zone.name];
  const number = properties(view, zone).length;
  const faces = zone.cards.map((card) => view.faces[card]?.face);
  const only = properties(view, zone).every((card) => view.faces[card]?.face === "wild_any");
  const more = (faces.includes("house") ? 3 : 0) + (faces.includes("hotel") ? 4 : 0);
  return {
    number,
    full: rents.length,
    complete: number >= rents.length && !only,
    rent: only ? 0 : (rents[Math.min(number, rents.length) - 1] ?? 0) + more,
  };
}

/**
 * Returns whether a press on a group may fill the blank of the move under way. Groups of several players have equal names, so only
 * those of a player whose group the move can take are pressed; for other moves, only mine. @param {With<"match"|"draft">} ctx @param {Zone} zone
 */
function isPressable({ match, draft }, { name, number, seat }) {
  const keys = [`zone:${name}:${number ?? ""}`];
  if (!draft.ask || !draft.verb || !(draft.isLit(keys) || draft.isChosen(keys))) return false;
  if (draft.verb !== "deal_breaker") return seat === match.me;
  const { group: _, ...others } = draft.now.args;
  return matching(draft.templates, { verb: draft.verb, args: others }).some(
    (one) => thingsFor(one, "target").includes(seat) && thingsFor(one, "group").includes(`${name}_${number}`),
  );
}

/** A group of another player: small cards, each with its colour and sign, and the group's progress. @param {Props} props */
function Group({ ctx, zone }) {
  const { match, draft } = ctx;
  const { number, full, complete, rent } = standingOf(match.view, zone);
  const keys = [`zone:${zone.name}:${zone.number ?? ""}`];
  const name = title(match.game, "faces", zone.name);
  const pressable = isPressable(ctx, zone);
  const chosen = pressable && draft.isChosen(keys);
  const look = `group${complete ? " complete" : ""}${pressable ? " target" : ""}${chosen ? " chosen" : ""}`;
  const accessibleName = `${name}, ${number}/${full}, ${rent}M`;
  const foot = html`<span
    class="groupfoot num"
    style=${{ "--colour": STREETS[zone.name][0], "--on": on(STREETS[zone.name][0]) }}
    >${complete ? html`<${Sign} name="check" />` : ""}${number}/${full}</span
  >`;
  const isBuilding = (card) => ["house", "hotel"].includes(match.view.faces[card]?.face);
  const cards = zone.cards.map(
    (card) => html`<${SmallCard} key=${card} ctx=${ctx} card=${card} as=${isBuilding(card) ? undefined : zone.name} />`,
  );
  return pressable
    ? html`<button
        class=${look}
        data-zone=${zoneKey(zone)}
        data-lit
        aria-label=${accessibleName}
        aria-pressed=${String(chosen)}
        onClick=${() => draft.press(keys)}
      >
        <span class="minis">${cards}</span>${foot}
      </button>`
    : html`<span class=${look} data-zone=${zoneKey(zone)} role="group" aria-label=${accessibleName}
        ><span class="minis">${cards}</span>${foot}</span
      >`;
}

/** The complete groups of a seat, drawn as houses. @param {Props<"match">} props */
function Houses({ ctx: { match }, seat }) {
  const [n, of] = [race(match.view, seat), goal(match.view)];
  return html`<span class="houses" role="img" aria-label=${t("groups_of", { n, of })}
    >${Array.from({ length: of }, (_, at) => html`<i class=${at < n ? "on" : ""}><${Sign} name="house" /></i>`)}</span
  >`;
}

/** @param {Props} props */
function Seat({ ctx, seat, compact }) {
  const { page } = ctx;
  const bank = bankOf(ctx, seat);
  const head = html`<${Backs} n=${handOf(ctx, seat)} /><button
      class="plainlink banked"
      data-zone=${`bank:${seat}:`}
      aria-label=${`${t("bank")} ${worth(ctx, bank)}M`}
      disabled=${!bank?.cards.length}
      onClick=${() => page.showZone(bank)}
    >
      <${Sign} name="coin" /><b class="num">${worth(ctx, bank)}M</b></button
    ><${Houses} ctx=${ctx} seat=${seat} />`;
  return html`<${SeatPanel} ctx=${ctx} seat=${seat} head=${head} compact=${compact}
    ><span class="groups"
      >${groupsOf(ctx, seat).map((zone) => html`<${Group} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}</span
    >${bankedTargets(ctx, bank)}<//
  >`;
}

/** Returns the cards of a bank that can be chosen now. @param {Table} ctx */
const bankedTargets = (ctx, bank) =>
  ctx.draft.verb &&
  (bank?.cards ?? [])
    .filter((card) => card !== null && ctx.draft.isLit([`card:${card}`]))
    .map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`);

/** @param {Props} props */
function Middle({ ctx }) {
  const { match } = ctx;
  const pile = match.view.zones.find((zone) => zone.name === "draw_pile");
  const centre = match.view.zones.find((zone) => zone.name === "centre");
  const last = match.past().findLast(({ row }) => row.type === "move");
  const lines = last ? captions(ctx, last) : [];
  return html`${pile && html`<${Pile} ctx=${ctx} zone=${pile} name=${match.game.zones.draw_pile.title} />`}${
      centre && html`<${Pile} ctx=${ctx} zone=${centre} name=${match.game.zones.centre.title} />`
    }
    <div class="lastact">
      ${lines
        .slice(-2)
        .map(
          (line) =>
            html`<p key=${`${line.seq}.${lines.indexOf(line)}`}>
              ${
                line.seat !== null &&
                !line.named &&
                html`<b>${line.seat === match.me ? t("you") : nameOf(match.head, line.seat)}</b> `
              }${line.body}
            </p>`,
        )}
    </div>`;
}

/** @param {Props} props */
function Mine({ ctx }) {
  const { match } = ctx;
  const groups = groupsOf(ctx, match.me);
  const bank = bankOf(ctx, match.me);
  return html`<section class="mygroups" aria-label=${t("your_town")}>
      <h3>
        ${t("your_town")} <small>${t("groups_of", { n: race(match.view, match.me), of: goal(match.view) })}</small>
      </h3>
      <div class="cards-row">
        ${groups.map((zone) => html`<${MyGroup} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}
      </div>
    </section>
    <section class="mybank" data-zone=${`bank:${match.me}:`} aria-label=${t("your_bank")}>
      <h3>${t("bank")} <b class="num">${worth(ctx, bank)}M</b></h3>
      <div class="cards-row overlap">
        ${[...(bank?.cards ?? [])]
          .sort((a, b) => (match.view.faces[b]?.value ?? 0) - (match.view.faces[a]?.value ?? 0))
          .map((card) => html`<span class="slot" key=${card}><${TableCard} ctx=${ctx} card=${card} /></span>`)}
      </div>
    </section>`;
}

/** @param {Props} props */
function MyGroup({ ctx, zone }) {
  const { match, draft } = ctx;
  const { number, full, complete, rent } = standingOf(ctx.match.view, zone);
  const keys = [`zone:${zone.name}:${zone.number ?? ""}`];
  const words = complete ? t("set_rent", { rent }) : t("of_rent", { n: number, of: full, rent });
  const foot = html`<span class=${`groupsays num${complete ? " done" : ""}`}
    >${complete ? html`<${Sign} name="check" /> ` : ""}${words}</span
  >`;
  const pressable = isPressable(ctx, zone);
  const pile = html`<span class="pileup"
    >${zone.cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}</span
  >`;
  return html`<div class=${`mygroup${pressable ? " target" : ""}`} data-zone=${zoneKey(zone)}>
    ${foot}${pile}${
      pressable &&
      html`<button
        class="overall target"
        data-lit
        aria-label=${`${title(match.game, "faces", zone.name)}, ${words}`}
        aria-pressed=${String(draft.isChosen(keys))}
        onClick=${() => draft.press(keys)}
      ></button>`
    }
  </div>`;
}

/** Returns the data of a question and of its enclosing question. @param {View} view */
function dataOf(view, prompt) {
  const above = view.prompts.find((one) => one.id === prompt.parent);
  return { ...above?.data, ...prompt.data, phase: above?.phase };
}

/** Describes a claim against me in words. @param {With<"match"|"draft">} ctx */
function story({ match }, prompt) {
  const { view, me, head } = match;
  if (prompt.phase === "play" && view.public.plays_left === 0) return t("nothing_left");
  const data = dataOf(view, prompt);
  const by = nameOf(head, data.by ?? data.to);
  if (data.owed !== undefined && (data.by ?? data.to) !== me)
    return prompt.phase === "counter" ? null : t("charges_you", { seat: by, n: data.owed });
  if (data.by === undefined || data.by === me || prompt.phase !== "reaction") return null;
  if (data.group !== undefined) return t("wants_of_you", { seat: by, what: match.text("zone", data.group) });
  if (data.given !== undefined)
    return t("wants_for", { seat: by, what: match.text("card", data.card), given: match.text("card", data.given) });
  return data.card === undefined ? null : t("wants_of_you", { seat: by, what: match.text("card", data.card) });
}

/** Returns the open question about an attack. @param {View} view */
const openAttack = (view) =>
  view.prompts.findLast((one) => one.open && ["reaction", "counter", "pay"].includes(one.phase));

/** Returns an attack that waits for an answer, in words for those whom it does not concern. @param {With<"match">} ctx */
function attackWords({ match }) {
  const { view, head } = match;
  const open = openAttack(view);
  if (!open) return null;
  const debt = { phase: "debt", data: { by: open.data.to, targets: open.seats, owed: open.data.owed, cards: [] } };
  const { phase, data } = view.prompts.find(({ id }) => id === open.parent) ?? debt;
  const isRent = data.cards?.some((face) => face.startsWith("rent_"));
  const line = askedBy(match, { phase, data }, isRent ? t("charges_rent") : undefined)?.replace(/\.$/, "");
  const [seat, ...others] = view.to_act;
  const isAlone = open.phase === "reaction" && seat !== undefined && !others.length;
  return line ? { line, by: data.by, small: isAlone ? t("can_say_no", { name: nameOf(head, seat) }) : "" } : null;
}

/** Returns an attack that waits for an answer. @param {import("../table/types.js").Match} match */
function attack({ view }) {
  const open = openAttack(view);
  if (!open) return null;
  const { by, to, targets } = dataOf(view, open);
  const from = by ?? to;
  const seats = [targets ?? open.seats].flat().filter((seat) => seat !== from);
  const card = view.zones.find((zone) => zone.name === "centre")?.cards.at(-1) ?? null;
  return typeof from === "number" && seats.length ? { by: from, targets: seats, card } : null;
}

/**
 * Merges accepting a debt and paying it into one answer: the player chooses the cards while an objection is still possible.
 * @param {View} view @param {import("../table/types.js").Ask} ask @returns {import("../table/types.js").Ask}
 */
function adaptAsk(view, ask) {
  const prompt = view.prompts.find((one) => one.id === ask.prompt);
  const accept = ask.templates.find((one) => one.verb === "accept");
  if (prompt?.phase !== "reaction" || !accept) return ask;
  const { owed } = dataOf(view, prompt);
  const mine = view.zones.filter((zone) => zone.seat === view.viewer && (zone.name === "bank" || STREETS[zone.name]));
  const cards = mine.flatMap((zone) => zone.cards).filter((card) => (view.faces[card]?.value ?? 0) > 0);
  if (owed === undefined || !cards.length) return relabelled(ask, "accept", t("let_happen"));
  const worths = Object.fromEntries(cards.map((card) => [card, view.faces[card].value]));
  /** @type {any} the server asks for the payment later */
  const slots = { cards: { slot: "payment", worth: worths, owed, short: true, needs: {} } };
  return {
    ...ask,
    begins: "accept",
    then: "pay",
    templates: ask.templates.map((one) => (one === accept ? { ...one, label: t("pay"), slots } : one)),
  };
}

/** Returns the cost of giving a card away: a property costs more than money. @param {View} view @param {number} card */
const cost = (view, card) => (view.zones.some((zone) => zone.cards.includes(card) && STREETS[zone.name]) ? 1 : 0);

/** Returns the number of complete groups of a seat, each colour counted once. @param {View} view @param {number} seat */
const race = (view, seat) =>
  new Set(
    groupsIn(view, seat)
      .filter((zone) => standingOf(view, zone).complete)
      .map((zone) => zone.name),
  ).size;
const goal = ({ options }) => options.sets_to_win ?? 3;

/** Returns the seats that need only one more group. @param {import("../table/types.js").Match} match */
const near = ({ view }) =>
  Array.from({ length: view.seats }, (_, seat) => ({ seat, n: race(view, seat) }))
    .filter(({ n }) => n >= goal(view) - 1)
    .map(({ seat, n }) => ({ seat, words: t("groups_of", { n, of: goal(view) }) }));

/** Returns the doubt about ending a turn with plays left while a card could still be played. @param {With<"match"|"draft">} ctx */
function doubts({ match, draft }, verb) {
  const n = match.view.public.plays_left;
  const plays = draft.templates.some((template) => template.verb !== verb && !REARRANGING.has(template.verb));
  return verb === "end_turn" && n > 0 && plays ? t("still_left", { left: t("plays_left", { n }) }) : null;
}

const REARRANGING = new Set(["recolour", "trade_places", "move_building", "swap_wild"]);
const COLOURS_MOST = 3;

/** Returns my groups that a property or a rent affects, each with its progress and its rent. @param {With<"match">} ctx */
function reads(ctx, card) {
  const { match } = ctx;
  const face = match.view.faces[card];
  const colours = face.rents ?? face.colours ?? (STREETS[face.face] ? [face.face] : []);
  const mine = match.me === null ? [] : groupsOf(ctx, match.me).filter((zone) => colours.includes(zone.name));
  const none = colours.filter((colour) => !mine.some((zone) => zone.name === colour));
  const words = [
    ...mine.map((zone) => {
      const { number, full, rent } = standingOf(ctx.match.view, zone);
      return `${title(match.game, "faces", zone.name)} ${number}/${full} (${rent}M)`;
    }),
    ...(colours.length > COLOURS_MOST
      ? []
      : none.map((colour) => `${title(match.game, "faces", colour)} 0/${STREETS[colour][2].length}`)),
  ];
  return words.length && match.me !== null ? `${t("your_groups")}${t("colon")}${words.join(", ")}` : "";
}

/** Returns the text of a chip that banks a card. @param {With<"match"|"draft">} ctx */
function chip({ match, draft }, use) {
  if (use.verb !== "bank") return null;
  const label = draft.templates.find((one) => one.verb === "bank")?.label ?? "";
  const value = Object.values(match.view.faces).find((face) => face.face === use.option)?.value;
  return value === undefined ? label : `${label} ${value}M`;
}

/** Returns which of my sets the move under way would complete, in words. @param {With<"match"|"draft">} ctx */
function completes({ match, draft }) {
  const { found, isChosen } = completions(match.view, draft);
  if (!found.length) return "";
  if (!isChosen && found.length > 1) return t("n_complete", { n: found.length });
  const [{ card, seat, sets }] = found;
  const what = sets.map((set) => title(match.game, "faces", set)).join(t("or"));
  if (isChosen) return t("completes_your", { what });
  return t("would_complete", { card: match.text("card", card), seat: nameOf(match.head, seat), what });
}

export default {
  name: "monopoly_deal",
  Seat,
  Middle,
  Mine,
  story,
  laidAs,
  reads,
  race,
  goal,
  near,
  doubts,
  attack,
  attackWords,
  adaptAsk,
  cost,
  chip,
  completes,
  groups: true,
  lasts: new Set(["bank"]),
  plays: ({ match }) => (match.view.public.turn === match.me ? { left: match.view.public.plays_left, of: 3 } : null),
  nothingNow: ({ match }) => (match.view.public.plays_left === 0 ? t("no_plays_left") : null),
  racing: "race_groups",
  tells: true,
};
