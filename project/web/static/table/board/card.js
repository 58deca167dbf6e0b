/** A card on the table: art, state, name. A press lifts the card or fills a blank. For an unusable card, the strip explains why. */

import { CardArt } from "../../cards/card.js";
import { help, title } from "../../server/catalog.js";
import { t } from "../../words/texts.js";
import { html } from "../../vendor/preact.js";
import { staysOpen } from "./reading.js";
import { whyNot } from "./why.js";

/** @import { Table, With } from "../types.js" */

/** Returns the keys under which a card can be pressed. Only the viewer's own hand responds to face keys. @param {With<"match">} ctx */
export function keysOf({ match }, card, own) {
  const face = match.view.faces[card]?.face;
  return own && face ? [`card:${card}`, `face:${face}`] : [`card:${card}`];
}

/** A press within this time after a question is drawn is ignored: the player meant the previous question. */
const SLIP_MS = 600;
/** @param {With<"match">} ctx */
const isSlip = ({ match: { table } }, event) => event.timeStamp - table.askedAt < SLIP_MS;

/** Returns the place of a card in an ordered choice, from 1; 0: not chosen. @param {With<"draft">} ctx */
function placeIn({ draft }, keys) {
  for (const use of keys.flatMap((key) => draft.uses.get(key) ?? [])) {
    const value = draft.now.args[use.slot];
    if (use.verb !== draft.verb || use.kind?.name !== "sequence" || !value || value.length < 2) continue;
    return value.indexOf(use.option) + 1;
  }
  return 0;
}

/**
 * @param {{ctx: Table, card: number|null, own?: boolean, index?: number, keys?: string[], label?: string, note?: any, tab?: number}} props
 * index: the index of the card among equal cards, for blanks that count.
 */
export function TableCard({ ctx, card, own = false, index = 0, keys, label, note, tab }) {
  const { match, draft, page } = ctx;
  const face = card === null ? null : (match.view.faces[card] ?? null);
  const all = keys ?? (card === null ? [] : keysOf(ctx, card, own));
  const found = draft.ask && all.length ? draft.standing(all) : "still";
  const state = found === "dim" && !own ? "still" : found;
  const chosen = state !== "still" && draft.holds(all) > index;
  const lifted = draft.isLifted(all);
  const target = state === "lit" && !chosen && draft.isTarget(all);
  const as = face && match.layout.laidAs?.(match, card);
  const drawn = as ? { ...face, as } : face;
  const name = face ? title(match.game, "faces", face.face) : t("face_down");
  const usable =
    chosen || ((state === "lit" || state === "plain") && (draft.isTarget(all) || draft.verbsOf(all).length > 0));
  const why = draft.ask && face && !usable && whyNot(ctx, card);
  const pressable = usable || (draft.ask && (own || why));
  const place = chosen ? placeIn(ctx, all) : 0;
  const accessibleName = [
    label ?? name,
    face && help(match.game, "faces", face.face),
    lifted ? t("is_lifted") : chosen ? t("is_chosen") : state === "lit" ? t("can_be_played") : "",
  ]
    .filter(Boolean)
    .map((one) => one.replace(/\.$/, ""))
    .join(". ");
  const listed = tab !== undefined; // only the hand is a listbox
  const look = `card ${state}${chosen ? " chosen" : ""}${lifted ? " lifted" : ""}${target ? " target" : ""}`;
  if (!pressable)
    return html`<span
      class=${look}
      data-card=${card ?? undefined}
      role="img"
      aria-label=${accessibleName}
      onClick=${face && ((event) => isSlip(ctx, event) || page.inspect(card, staysOpen(event)))}
      ><${CardArt} game=${match.game} face=${drawn} />${note}</span
    >`;
  return html`<button
    type="button"
    class=${look}
    data-card=${card}
    data-lifted=${lifted ? "" : undefined}
    tabindex=${tab}
    role=${listed ? "option" : undefined}
    aria-selected=${listed ? String(chosen || lifted) : undefined}
    aria-pressed=${listed ? undefined : String(chosen || lifted)}
    aria-label=${accessibleName}
    aria-disabled=${usable ? undefined : "true"}
    onClick=${(event) => (usable ? draft.press(all, card, event.detail) : page.explain(card, why))}
  >
    <${CardArt}
      game=${match.game}
      face=${drawn}
    />${chosen && !lifted && html`<span class="tick" aria-hidden="true">${place || "✓"}</span>`}${note}
  </button>`;
}
