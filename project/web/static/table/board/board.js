/** The regions of the table: opponents above, shared things in the middle, my area, my hand. A layout may draw any region. */

import { title } from "../../server/catalog.js";
import { t } from "../../words/texts.js";
import { lazy } from "../../shell/lazy.js";
import { html } from "../../vendor/preact.js";
import { Chips } from "../strip/chips.js";
import { Arrows } from "./arrows.js";
import { Hand } from "./hand.js";
import { GenericSeat, Numbers, others } from "./seats.js";
import { Zones, zonesOf } from "./zones.js";

/** @import { Match, Props } from "../types.js" */

const Offers = lazy(() => import("../offers/offers.js").then((one) => one.Offers));

const PILLS_FROM = 6;
const FACES_FROM = 5;
const PLATES_FROM = 4;

/** Returns the look of the seats: plates on an arc, narrower plates, or pills. @param {number} n */
const lookOf = (n) =>
  n >= PILLS_FROM ? " pills faces" : n >= FACES_FROM ? " narrow faces" : n >= PLATES_FROM ? " narrow" : " arc";

/** The places of the seats of a ring, clockwise from my left, in percent of the area above my hand. */
const FIRST_DEGREES = 207;
const CENTRE = { x: 50, y: 50 };
const RADII = { x: 40, y: 40 };
function ringPlace(at, n) {
  const angle = ((FIRST_DEGREES - (at * (2 * FIRST_DEGREES - 180)) / Math.max(1, n - 1)) * Math.PI) / 180;
  return { "--x": CENTRE.x + RADII.x * Math.cos(angle), "--y": CENTRE.y - RADII.y * Math.sin(angle) };
}

/** The felt and everything on it, in the order of the Tab key. @param {Props} props */
export function Board({ ctx, notices = null }) {
  const { match } = ctx;
  const { layout } = match;
  const seats = layout.order ? layout.order(ctx) : others(ctx);
  const isRing = layout.ring && seats.length >= PILLS_FROM;
  const Seat = layout.Seat ?? GenericSeat;
  const Middle = layout.Middle ?? GenericMiddle;
  const Mine = layout.Mine ?? GenericMine;
  return html`<div
    class=${`board ${layout.name ?? "generic"}${match.me === null ? " watched" : ""}${isRing ? " ring" : ""}`}
  >
    ${match.me !== null && html`<${layout.Hand ?? Hand} ctx=${ctx} />`}
    <${Chips} ctx=${ctx} />
    ${match.me !== null && html`<div class="ownside" tabindex="-1"><${Mine} ctx=${ctx} /></div>`}
    <div class="middle"><${Middle} ctx=${ctx} /></div>
    <div role="group" aria-label=${t("opponents")} class=${`opponents n${seats.length}${lookOf(seats.length)}`}>
      ${seats.map(
        (seat, at) =>
          html`<${Seat}
            key=${seat}
            ctx=${ctx}
            seat=${seat}
            at=${at}
            compact=${seats.length >= FACES_FROM}
            place=${isRing ? ringPlace(at, seats.length) : undefined}
          />`,
      )}
    </div>
    <${Arrows} ctx=${ctx} />
    ${notices && html`<div class="notices">${notices}</div>`}
  </div>`;
}

/** @param {Props} props */
export function GenericMiddle({ ctx, without = [] }) {
  const offers = ctx.match.view.public.offers ?? [];
  return html`<div class="zones"><${Zones} ctx=${ctx} zones=${zonesOf(ctx, null, without)} /></div>
    <${Facts} ctx=${ctx} />${offers.length > 0 && html`<${Offers} ctx=${ctx} />`}`;
}

/** @param {Props} props */
export function GenericMine({ ctx, without = [] }) {
  const { match } = ctx;
  return html`<${Zones} ctx=${ctx} zones=${zonesOf(ctx, match.me, ["hand", ...without])} />
    <${Numbers} ctx=${ctx} seat=${match.me} />`;
}

/**
 * Public values of the whole table: seats by name, words by title, true values as a chip.
 * @param {Props} props
 */
export function Facts({ ctx, only }) {
  const { match } = ctx;
  const facts = Object.entries(match.view.public)
    .map(([name, value]) => ({ name, value, text: factText(match, name, value) }))
    .filter((fact) => fact.text !== null && (!only || only.includes(fact.name)));
  if (!facts.length) return null;
  return html`<dl class="facts">
    ${facts.map(({ name, value, text }) =>
      value === true
        ? html`<div class="truth">${title(match.game, "public", name)}</div>`
        : html`<div>
            <dt>${title(match.game, "public", name)}</dt>
            <dd class="num">${text}</dd>
          </div>`,
    )}
  </dl>`;
}

const SEATLIKE = new Set(["turn", "seller", "buyer", "bidder", "proposer"]);

/** Returns a public value in words, or null if it is drawn elsewhere or has nothing to show. @param {Match} match */
export function factText(match, name, value) {
  const declared = match.game?.public?.[name];
  if (declared?.hidden || match.layout.hiddenPublic?.has(name) || value === null || value === false) return null;
  const type = declared?.type ?? (SEATLIKE.has(name) ? "seat" : undefined);
  if (type === "seat") return name === "turn" || typeof value !== "number" ? null : match.text("seat", value);
  if (value === true) return "";
  if (typeof value === "number" || typeof value === "string") return match.text("word", value);
  if (type === "seats" && Array.isArray(value)) return value.length ? match.text("seat", value) : null;
  return null;
}
