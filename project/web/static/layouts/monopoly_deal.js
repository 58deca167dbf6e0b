/** Monopoly Deal: groups as chips with pips, mine as cards in columns; the bank as a sum; the last act in a sentence. */

import { GLYPHS } from "../cards/glyphs.js";
import { STREETS } from "../cards/colours.js";
import { on } from "../cards/paint.js";
import { laidAs } from "../cards/swatch.js";
import { title } from "../catalog.js";
import { t } from "../texts.js";
import { nameOf } from "../ui.js";
import { TableCard } from "../table/card.js";
import { captions } from "../table/rail.js";
import { SeatPanel } from "../table/seats.js";
import { Pile, zoneKey } from "../table/zones.js";
import { html } from "../vendor/preact.js";

const groupsOf = (ctx, seat) =>
  ctx.view.zones.filter((zone) => zone.seat === seat && STREETS[zone.name] && zone.cards.length);
const bankOf = (ctx, seat) => ctx.view.zones.find((zone) => zone.seat === seat && zone.name === "bank");
const worth = (ctx, zone) => (zone?.cards ?? []).reduce((sum, card) => sum + (ctx.view.faces[card]?.value ?? 0), 0);
const properties = (ctx, zone) => zone.cards.filter((card) => !["house", "hotel"].includes(ctx.view.faces[card]?.face));

/** What a group earns: its ladder, and what stands on it. For the eye; the server reckons the claim. */
function standingOf(ctx, zone) {
  const [, , rents] = STREETS[zone.name];
  const number = properties(ctx, zone).length;
  const faces = zone.cards.map((card) => ctx.view.faces[card]?.face);
  const only = properties(ctx, zone).every((card) => ctx.view.faces[card]?.face === "wild_any");
  const more = (faces.includes("house") ? 3 : 0) + (faces.includes("hotel") ? 4 : 0);
  return {
    number,
    full: rents.length,
    complete: number >= rents.length && !only,
    rent: only ? 0 : (rents[Math.min(number, rents.length) - 1] ?? 0) + more,
  };
}

function Chip({ ctx, zone }) {
  const [colour, sign] = STREETS[zone.name];
  const { number, full, complete, rent } = standingOf(ctx, zone);
  const keys = [`zone:${zone.name}:${zone.number ?? ""}`];
  const name = title(ctx.game, "faces", zone.name);
  const pressable = ctx.ask && (ctx.isLit(keys) || ctx.isChosen(keys)) && ctx.draft.verb;
  const body = html`<span class="chipband" style=${{ background: colour, color: on(colour) }}
      ><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${GLYPHS[sign]} fill=${on(colour)} /></svg>${name}</span
    >
    <span class="chipfoot"
      ><span class="pips" aria-hidden="true"
        >${Array.from({ length: full }, (_, at) => html`<i style=${at < number ? { background: colour } : undefined}></i>`)}</span
      ><b class="num">${rent}M</b></span
    >`;
  const said = `${name}, ${number}/${full}, ${rent}M`;
  return pressable
    ? html`<button
        class=${`group lit${complete ? " complete" : ""}${ctx.isChosen(keys) ? " chosen" : ""}`}
        data-zone=${zoneKey(zone)}
        aria-label=${said}
        aria-pressed=${String(ctx.isChosen(keys))}
        onClick=${() => ctx.press(keys)}
      >
        ${body}
      </button>`
    : html`<span class=${`group${complete ? " complete" : ""}`} data-zone=${zoneKey(zone)} role="img" aria-label=${said}
        >${body}</span
      >`;
}

/** Cards of a group open up only while one of them could be chosen. */
const opened = (ctx, zone) =>
  ctx.draft.verb && zone.cards.some((card) => ctx.isLit([`card:${card}`]) || ctx.isChosen([`card:${card}`]));

function Group({ ctx, zone }) {
  if (!opened(ctx, zone)) return html`<${Chip} ctx=${ctx} zone=${zone} />`;
  return html`<span class="opened small-cards" data-zone=${zoneKey(zone)}
    >${zone.cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}</span
  >`;
}

function Seat({ ctx, seat }) {
  const groups = groupsOf(ctx, seat);
  const bank = bankOf(ctx, seat);
  const complete = new Set(groups.filter((zone) => standingOf(ctx, zone).complete).map((zone) => zone.name)).size;
  return html`<${SeatPanel} ctx=${ctx} seat=${seat}
    ><p class="seatline">
      <button
        class="quiet plainlink"
        data-zone=${`bank:${seat}:`}
        disabled=${!bank?.cards.length}
        onClick=${() => ctx.showZone(bank)}
      >
        ${t("bank")} <b class="num">${worth(ctx, bank)}M</b>
      </button>
      · ${t("groups_of", { n: complete, of: ctx.view.options.sets_to_win ?? 3 })}
    </p>
    ${groups.length > 0 && html`<div class="groups">${groups.map((zone) => html`<${Group} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}</div>`}<//
  >`;
}

function Middle({ ctx }) {
  const pile = ctx.view.zones.find((zone) => zone.name === "draw_pile");
  const centre = ctx.view.zones.find((zone) => zone.name === "centre");
  const last = ctx.past().findLast(({ row }) => row.type === "move");
  const lines = last ? captions(ctx, last) : [];
  return html`${pile && html`<${Pile} ctx=${ctx} zone=${pile} name=${ctx.game.zones.draw_pile.title} />`}${centre && html`<${Pile} ctx=${ctx} zone=${centre} name=${ctx.game.zones.centre.title} />`}
  ${
    lines.length > 0 &&
    html`<div class="lastact panel">
      <p class="small soft">${t("last_act")}</p>
      ${lines.map((line) => html`<p>${line.seat !== null && !line.named && html`<b>${line.seat === ctx.me ? t("you") : nameOf(ctx.head, line.seat)}</b> · `}${line.body}</p>`)}
    </div>`
  }`;
}

function Mine({ ctx }) {
  const groups = groupsOf(ctx, ctx.me);
  const bank = bankOf(ctx, ctx.me);
  return html`<div class="mygroups">
      <h3>${t("your_groups")}</h3>
      <div class="cards-row">
        ${groups.map((zone) => html`<${MyGroup} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}
      </div>
    </div>
    <div class="mybank" data-zone=${`bank:${ctx.me}:`}>
      <h3>${t("your_bank")} – <b class="num">${worth(ctx, bank)}M</b></h3>
      <div class="cards-row overlap">
        ${(bank?.cards ?? []).map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}
      </div>
    </div>`;
}

function MyGroup({ ctx, zone }) {
  const { number, full, complete, rent } = standingOf(ctx, zone);
  const keys = [`zone:${zone.name}:${zone.number ?? ""}`];
  const foot = html`<span class=${`num${complete ? " done" : ""}`}
    >${complete ? "✓ " : ""}${number}/${full} · ${rent}M</span
  >`;
  return html`<div class="place mygroup" data-zone=${zoneKey(zone)}>
    <div class="pileup">${zone.cards.map((card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} />`)}</div>
    ${ctx.draft.verb && (ctx.isLit(keys) || ctx.isChosen(keys)) ? html`<button class=${`dense${ctx.isChosen(keys) ? " pressed" : ""}`} data-lit onClick=${() => ctx.press(keys)}>${title(ctx.game, "faces", zone.name)} · ${foot}</button>` : foot}
  </div>`;
}

/** A claim in words: who wants what of me. */
function story(ctx, prompt) {
  if (prompt.phase === "play" && ctx.view.public.plays_left === 0) return t("nothing_left");
  const above = ctx.view.prompts.find((one) => one.id === prompt.parent);
  const data = { ...above?.data, ...prompt.data };
  if (data.owed !== undefined && data.targets === undefined && data.to !== undefined)
    return t("owes", { seat: nameOf(ctx.head, data.to), n: data.owed });
  if (data.cards === undefined || data.by === undefined || data.by === ctx.me) return null;
  const words = [nameOf(ctx.head, data.by) + t("colon") + ctx.text("word", data.cards)];
  if (data.card !== undefined) words.push(ctx.text("card", data.card));
  if (data.given !== undefined) words.push(`⇄ ${ctx.text("card", data.given)}`);
  if (data.owed !== undefined) words.push(`${data.owed}M`);
  if (data.group !== undefined) words.push(ctx.text("zone", data.group));
  const only = ctx.templates.every((template) => template.verb === "accept")
    ? ` · ${t("only_accept", { card: title(ctx.game, "faces", "just_say_no") })}`
    : "";
  return words.join(" – ") + only;
}

export default { name: "monopoly_deal", Seat, Middle, Mine, story, laidAs, tells: true };
