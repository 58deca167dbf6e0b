/** A card on the table: art, state, name. A press goes to the sentence; what cannot be used says why. */

import { CardArt } from "../cards/card.js";
import { help, title } from "../catalog.js";
import { t } from "../texts.js";
import { html } from "../vendor/preact.js";
import { chosenCount, standing } from "./things.js";

/** The keys under which a card can be pressed. Only one's own hand answers to faces. */
export function keysOf(ctx, card, own) {
  const face = ctx.view.faces[card]?.face;
  return own && face ? [`card:${card}`, `face:${face}`] : [`card:${card}`];
}

/** A press that was meant for a card which has just ceased to be asked for is nothing. */
const SLIP_MS = 600;
const isSlip = ({ table }) => performance.now() - table.asked < SLIP_MS;

/**
 * @param {{ctx: any, card: number|null, own?: boolean, index?: number, keys?: string[], label?: string, note?: any, tab?: number}} props
 * index: which of several equal cards it is, for blanks that count.
 */
export function TableCard({ ctx, card, own = false, index = 0, keys, label, note, tab }) {
  const face = card === null ? null : (ctx.view.faces[card] ?? null);
  const all = keys ?? (card === null ? [] : keysOf(ctx, card, own));
  const found = ctx.ask && all.length ? standing(all, ctx.uses, ctx.templates, ctx.draft) : "still";
  const state = found === "dim" && !own ? "still" : found;
  const chosen = state !== "still" && chosenCount(all, ctx.uses, ctx.draft) > index;
  const as = face && ctx.layout.laidAs?.(ctx, card);
  const drawn = as ? { ...face, as } : face;
  const name = face ? title(ctx.game, "faces", face.face) : t("face_down");
  const usable = state === "lit" || state === "plain" || chosen;
  const pressable = usable || (own && ctx.ask);
  const said = [
    label ?? name,
    face && help(ctx.game, "faces", face.face),
    chosen ? t("is_chosen") : state === "lit" ? t("can_be_played") : "",
  ]
    .filter(Boolean)
    .map((one) => one.replace(/\.$/, ""))
    .join(". ");
  const listed = tab !== undefined; // only the hand is a listbox
  const look = `card ${state}${chosen ? " chosen" : ""}`;
  const inspect = (event) => {
    event.preventDefault();
    ctx.inspect(card);
  };
  if (!pressable)
    return html`<span
      class=${look}
      data-card=${card ?? undefined}
      role="img"
      aria-label=${said}
      onContextMenu=${face && inspect}
      onClick=${face && ((event) => isSlip(ctx) || inspect(event))}
      ><${CardArt} game=${ctx.game} face=${drawn} />${note}</span
    >`;
  return html`<button
    type="button"
    class=${look}
    data-card=${card}
    tabindex=${tab}
    role=${listed ? "option" : undefined}
    aria-selected=${listed ? String(chosen) : undefined}
    aria-pressed=${listed ? undefined : String(chosen)}
    aria-label=${said}
    aria-disabled=${usable ? undefined : "true"}
    onClick=${() => (usable ? ctx.press(all, card) : ctx.why(card))}
    onContextMenu=${inspect}
  >
    <${CardArt}
      game=${ctx.game}
      face=${drawn}
    />${chosen && html`<span class="tick" aria-hidden="true">✓</span>`}${note}
  </button>`;
}
