/** Zones by shape: piles, rows, numbered places, groups. The shape comes from the API or is guessed. */

import { title } from "../../server/catalog.js";
import { t } from "../../words/texts.js";
import { html } from "../../vendor/preact.js";
import { TableCard } from "./card.js";

/** @import { Props, With } from "../types.js" */

/** @typedef {import("../../types.js").Zone} Zone */

export const zoneKey = (zone) => `${zone.name}:${zone.seat ?? ""}:${zone.number ?? ""}`;
const OFFERS = /^offer_/;
const ROW_AT_MOST = 12;

/** Returns the shape of a zone: pile, row, places, top or hidden. @param {any} game @param {Zone} zone */
export function shapeOf(game, zone) {
  const declared = game?.zones?.[zone.name];
  if (declared?.shape === "hidden" || zone.name === "box" || OFFERS.test(zone.name) || declared?.numbered === "offer")
    return "hidden";
  if (!zone.cards.length) return "hidden";
  if (declared?.shape === "pile" || zone.cards[0] === null) return "pile";
  if (zone.number !== null) return "place";
  return zone.cards.length > ROW_AT_MOST && declared?.shape !== "row" ? "top" : "row";
}

/** Returns the zones of a seat or of the table, without zones that are drawn elsewhere. @param {With<"match">} ctx */
export const zonesOf = ({ match }, seat, without = []) =>
  match.view.zones.filter(
    (zone) => zone.seat === seat && !without.includes(zone.name) && shapeOf(match.game, zone) !== "hidden",
  );

/** @param {Props} props */
export function ZoneView({ ctx, zone, small }) {
  const { match } = ctx;
  const shape = shapeOf(match.game, zone);
  const name = title(match.game, "zones", zone.name);
  if (shape === "pile" || shape === "top") return html`<${Pile} ctx=${ctx} zone=${zone} name=${name} small=${small} />`;
  return html`<section
    class=${`zone ${shape}${small ? " small-cards" : ""}`}
    data-zone=${zoneKey(zone)}
    aria-label=${t("zone_of", { name, n: zone.cards.length })}
  >
    <h3>${name}${zone.number !== null && shape !== "place" ? ` ${zone.number}` : ""}</h3>
    <div class="cards-row">
      ${zone.cards.map(
        (card) => html`<${TableCard} key=${card} ctx=${ctx} card=${card} own=${zone.seat === match.me} />`,
      )}
    </div>
  </section>`;
}

/** A pile: its top card or a back, and the number of cards. A press shows all visible cards. @param {Props} props */
export function Pile({ ctx, zone, name, small }) {
  const { page } = ctx;
  const top = zone.cards[zone.cards.length - 1] ?? null;
  const seen = zone.cards.some((card) => card !== null);
  const face = top === null ? null : top;
  return html`<section class=${`zone pile${small ? " small-cards" : ""}`} data-zone=${zoneKey(zone)}>
    ${zone.cards.length ? html`<${TableCard} ctx=${ctx} card=${face} />` : html`<span class="card empty"></span>`}
    <h3>
      ${
        seen
          ? html`<button class="quiet plainlink" onClick=${() => page.showZone(zone)}>
              ${name} · <span class="num">${zone.cards.length}</span>
            </button>`
          : html`${name} · <span class="num">${zone.cards.length}</span>`
      }
    </h3>
  </section>`;
}

/** Numbered zones with the same name as places in a row, or as columns of groups. @param {Props} props */
export function Numbered({ ctx, name, zones, small }) {
  const { match } = ctx;
  return html`<section class=${`zone places${small ? " small-cards" : ""}`}>
    <h3>${title(match.game, "zones", name)}</h3>
    <div class="cards-row">${zones.map((zone) => html`<${Place} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} />`)}</div>
  </section>`;
}

/** @param {Props} props */
function Place({ ctx, zone }) {
  const { match } = ctx;
  const keys = zone.seat === null ? [`place:${zone.number}`] : [];
  return html`<div class="place" data-zone=${zoneKey(zone)}>
    <div class="pileup">
      ${zone.cards.map(
        (card, at) =>
          html`<${TableCard}
            key=${card}
            ctx=${ctx}
            card=${card}
            own=${zone.seat === match.me}
            keys=${at === zone.cards.length - 1 && keys.length ? [...keys, `card:${card}`] : undefined}
          />`,
      )}
    </div>
    <span class="placenumber num">${zone.number}</span>
  </div>`;
}

/** Zones side by side; numbered zones with the same name are grouped. @param {Props} props */
export function Zones({ ctx, zones, small }) {
  const { match } = ctx;
  const names = [...new Set(zones.map((zone) => zone.name))];
  return names.map((name) => {
    const same = zones.filter((zone) => zone.name === name);
    const numbered = same.every((zone) => zone.number !== null && shapeOf(match.game, zone) === "place");
    if (numbered) return html`<${Numbered} key=${name} ctx=${ctx} name=${name} zones=${same} small=${small} />`;
    return same.map((zone) => html`<${ZoneView} key=${zoneKey(zone)} ctx=${ctx} zone=${zone} small=${small} />`);
  });
}
