/** The table's regions: opponents above, common things in the middle, what is mine; a layout may draw any of them itself. */

import { title } from "../../server/catalog.js";
import { t } from "../../words/texts.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { GenericSeat, Numbers, others } from "./seats.js";
import { Zones, zonesOf } from "./zones.js";

/** @import { Match, Props } from "../types.js" */

const TWO_ROWS_FROM = 5;

/** @param {Props} props */
export function Board({ ctx }) {
  const { match } = ctx;
  const { layout } = match;
  const seats = layout.order ? layout.order(ctx) : others(ctx);
  const Seat = layout.Seat ?? GenericSeat;
  const Middle = layout.Middle ?? GenericMiddle;
  const Mine = layout.Mine ?? GenericMine;
  const row = useRef(null);
  useEffect(() => {
    if (layout.scrolls) toMe(row.current);
  }, [seats.join()]);
  return html`<div class=${`board ${layout.name ?? "generic"}`}>
    <div
      ref=${row}
      role="group"
      aria-label=${t("opponents")}
      tabindex=${layout.scrolls ? 0 : undefined}
      class=${`opponents n${seats.length}${seats.length >= TWO_ROWS_FROM ? " many" : ""}`}
    >
      ${seats.map(
        (seat, at) => html`<${Seat} key=${seat} ctx=${ctx} seat=${seat} at=${at} compact=${seats.length >= 7} />`,
      )}
    </div>
    <div class="middle"><${Middle} ctx=${ctx} /></div>
    ${match.me !== null && html`<div class="ownside"><${Mine} ctx=${ctx} /></div>`}
  </div>`;
}

/** Where the seats do not fit side by side, my own comes to the middle of what is seen. */
function toMe(row) {
  const own = /** @type {HTMLElement|null} */ (row?.querySelector(".isme"));
  if (own) row.scrollLeft = own.offsetLeft - row.offsetLeft - (row.clientWidth - own.offsetWidth) / 2;
}

/** @param {Props} props */
export function GenericMiddle({ ctx, without = [] }) {
  return html`<${Zones} ctx=${ctx} zones=${zonesOf(ctx, null, without)} /><${Facts} ctx=${ctx} />`;
}

/** @param {Props} props */
export function GenericMine({ ctx, without = [] }) {
  const { match } = ctx;
  return html`<${Zones} ctx=${ctx} zones=${zonesOf(ctx, match.me, ["hand", ...without])} />
    <${Numbers} ctx=${ctx} seat=${match.me} />`;
}

/**
 * Public numbers of the whole table: seats by name, words by title; true things as a chip.
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

/** What a public number says, or null where it is drawn elsewhere or says nothing. @param {Match} match */
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
