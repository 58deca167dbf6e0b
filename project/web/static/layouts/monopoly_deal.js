/** Monopoly Deal: groups as chips with pips, mine as cards in columns; the bank as a sum; the last act in a sentence. */

import { GLYPHS } from "../cards/glyphs.js";
import { STREETS } from "../cards/colours.js";
import { on } from "../cards/paint.js";
import { laidAs } from "../cards/swatch.js";
import { title } from "../server/catalog.js";
import { t } from "../words/texts.js";
import { nameOf } from "../shell/ui.js";
import { TableCard } from "../table/board/card.js";
import { captions } from "../table/log/captions.js";
import { SeatPanel } from "../table/board/seats.js";
import { Pile, zoneKey } from "../table/board/zones.js";
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

/** What a group earns: its ladder, and what stands on it. For the eye; the server reckons the claim. @param {View} view @param {Zone} zone */
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

/** @param {Props} props */
function Chip({ ctx, zone }) {
  const { match, draft } = ctx;
  const [colour, sign] = STREETS[zone.name];
  const { number, full, complete, rent } = standingOf(ctx.match.view, zone);
  const keys = [`zone:${zone.name}:${zone.number ?? ""}`];
  const name = title(match.game, "faces", zone.name);
  const pressable = draft.ask && (draft.isLit(keys) || draft.isChosen(keys)) && draft.verb;
  const body = html`<span class="chipband" style=${{ background: colour, color: on(colour) }}
      ><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${GLYPHS[sign]} fill=${on(colour)} /></svg>${name}</span
    >
    <span class="chipfoot"
      ><span class="pips" aria-hidden="true"
        >${Array.from(
          { length: full },
          (_, at) => html`<i style=${at < number ? { background: colour } : undefined}></i>`,
        )}</span
      ><b class="num">${rent}M</b></span
    >`;
  const said = `${name}, ${number}/${full}, ${rent}M`;
  return pressable
    ? html`<button
        class=${`group lit${complete ? " complete" : ""}${draft.isChosen(keys) ? " chosen" : ""}`}
        data-zone=${zoneKey(zone)}
        aria-label=${said}
        aria-pressed=${String(draft.isChosen(keys))}
        onClick=${() => draft.press(keys)}
      >
        ${body}
      </button>`
    : html`<span class=${`group${complete ? " complete" : ""}`} data-zone=${zoneKey(zone)} role="img" aria-label=${said}
        >${body}</span
      >`;
}

/** Cards of a group open up only while one of them could be chosen. @param {With<"draft">} ctx */
const opened = ({ draft }, zone) =>
  draft.verb && zone.cards.some((card) => draft.isLit([`card:${card}`]) || draft.isChosen([`card:${card}`]));

/** @param {Props} props */
function Group({ ctx, zone }) {
  if (!opened(ctx, zone)) return html`<${Chip} ctx=${ctx} zone=${zone} />`;
  return html`<span class="opened small-cards" data-zone=${zoneKey(zone)}
    >${zone.cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}</span
  >`;
}

/** @param {Props} props */
function Seat({ ctx, seat }) {
  const { match, page } = ctx;
  const groups = groupsOf(ctx, seat);
  const bank = bankOf(ctx, seat);
  return html`<${SeatPanel} ctx=${ctx} seat=${seat}
    ><p class="seatline">
      <button
        class="quiet plainlink"
        data-zone=${`bank:${seat}:`}
        disabled=${!bank?.cards.length}
        onClick=${() => page.showZone(bank)}
      >
        ${t("bank")} <b class="num">${worth(ctx, bank)}M</b>
      </button>
      · ${t("groups_of", { n: race(match.view, seat), of: goal(match.view) })}
    </p>
    ${
      groups.length > 0 &&
      html`<div class="groups">
        ${groups.map((zone) => html`<${Group} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}
      </div>`
    }<//
  >`;
}

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
  ${
    lines.length > 0 &&
    html`<div class="lastact panel">
      <p class="small soft">${t("last_act")}</p>
      ${lines.map(
        (line) =>
          html`<p>
            ${
              line.seat !== null &&
              !line.named &&
              html`<b>${line.seat === match.me ? t("you") : nameOf(match.head, line.seat)}</b> · `
            }${line.body}
          </p>`,
      )}
    </div>`
  }`;
}

/** @param {Props} props */
function Mine({ ctx }) {
  const { match } = ctx;
  const groups = groupsOf(ctx, match.me);
  const bank = bankOf(ctx, match.me);
  return html`<div class="mygroups">
      <h3>${t("your_groups")}</h3>
      <div class="cards-row">
        ${groups.map((zone) => html`<${MyGroup} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}
      </div>
    </div>
    <div class="mybank" data-zone=${`bank:${match.me}:`}>
      <h3>${t("your_bank")} – <b class="num">${worth(ctx, bank)}M</b></h3>
      <div class="cards-row overlap">
        ${(bank?.cards ?? []).map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}
      </div>
    </div>`;
}

/** @param {Props} props */
function MyGroup({ ctx, zone }) {
  const { match, draft } = ctx;
  const { number, full, complete, rent } = standingOf(ctx.match.view, zone);
  const keys = [`zone:${zone.name}:${zone.number ?? ""}`];
  const foot = html`<span class=${`num${complete ? " done" : ""}`}
    >${complete ? "✓ " : ""}${number}/${full} · ${rent}M</span
  >`;
  return html`<div class="place mygroup" data-zone=${zoneKey(zone)}>
    <div class="pileup">${zone.cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}</div>
    ${
      draft.verb && (draft.isLit(keys) || draft.isChosen(keys))
        ? html`<button
            class=${`dense${draft.isChosen(keys) ? " pressed" : ""}`}
            data-lit
            onClick=${() => draft.press(keys)}
          >
            ${title(match.game, "faces", zone.name)} · ${foot}
          </button>`
        : foot
    }
  </div>`;
}

/** A claim in words: who wants what of me. @param {With<"match"|"draft">} ctx */
function story({ match, draft }, prompt) {
  if (prompt.phase === "play" && match.view.public.plays_left === 0) return t("nothing_left");
  const above = match.view.prompts.find((one) => one.id === prompt.parent);
  const data = { ...above?.data, ...prompt.data };
  if (data.owed !== undefined && data.targets === undefined && data.to !== undefined)
    return t("owes", { seat: nameOf(match.head, data.to), n: data.owed });
  if (data.cards === undefined || data.by === undefined || data.by === match.me) return null;
  const words = [nameOf(match.head, data.by) + t("colon") + match.text("word", data.cards)];
  if (data.card !== undefined) words.push(match.text("card", data.card));
  if (data.given !== undefined) words.push(`⇄ ${match.text("card", data.given)}`);
  if (data.owed !== undefined) words.push(`${data.owed}M`);
  if (data.group !== undefined) words.push(match.text("zone", data.group));
  const only = draft.templates.every((template) => template.verb === "accept")
    ? ` · ${t("only_accept", { card: title(match.game, "faces", "just_say_no") })}`
    : "";
  return words.join(" – ") + only;
}

/** The complete groups of a seat, of different colours. @param {View} view @param {number} seat */
const race = (view, seat) =>
  new Set(
    groupsIn(view, seat)
      .filter((zone) => standingOf(view, zone).complete)
      .map((zone) => zone.name),
  ).size;
const goal = ({ options }) => options.sets_to_win ?? 3;

/** Who lacks one group. @param {import("../table/types.js").Match} match */
const near = ({ view }) =>
  Array.from({ length: view.seats }, (_, seat) => ({ seat, n: race(view, seat) }))
    .filter(({ n }) => n >= goal(view) - 1)
    .map(({ seat, n }) => ({ seat, words: t("groups_of", { n, of: goal(view) }) }));

/** To end a turn with plays left, where a card could still be played. @param {With<"match"|"draft">} ctx */
function doubts({ match, draft }, verb) {
  const n = match.view.public.plays_left;
  const plays = draft.templates.some((template) => template.verb !== verb && !REARRANGING.has(template.verb));
  return verb === "end_turn" && n > 0 && plays ? t("still_left", { left: t("plays_left", { n }) }) : null;
}

const REARRANGING = new Set(["recolour", "trade_places", "move_building", "swap_wild"]);
const COLOURS_MOST = 3;

/** Which of my groups a property or a rent is about: how far each is, and what it earns. @param {With<"match">} ctx */
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
  racing: "race_groups",
  tells: true,
};
