/** The blanks of a sentence, and what opens to fill one: each kind of slot draws its own. */

import { blanks as blanksOf, completed, matching, press } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { meaning, thingOf } from "../../slots/meaning.js";
import { begun } from "../../words/pattern.js";
import { facesOf, leadOf, openPieces, whatOf } from "../../words/sentence.js";
import { html } from "../../vendor/preact.js";
import { Swatch, swatchOf } from "../../cards/swatch.js";

/** @import { Props, Table, With } from "../types.js" */

/** Each blank with what it means and where it leads. @param {With<"match"|"draft">} ctx */
export function described({ match, draft }) {
  return blanksOf(draft.templates, draft.now)
    .map((blank) => {
      const means = meaning(match.game, match.view, draft.verb, blank.slot, blank.specs[0]);
      return {
        ...blank,
        means,
        kind: kindOf(blank.specs[0]),
        lead: leadOf(match.game, draft.verb, blank.slot),
        what: whatOf(match.game, draft.verb, blank.slot),
      };
    })
    .filter((blank) => blank.means !== "version" && blank.means !== "offer");
}

/** @param {Props} props */
export function Blanks({ ctx }) {
  const { match, draft } = ctx;
  const label = matching(draft.templates, { verb: draft.verb, args: {} })[0]?.label ?? draft.verb;
  const all = described(ctx);
  const said = openPieces(match, draft.verb, new Map(all.map((blank) => [blank.slot, blank.value])));
  if (said) {
    const inside = new Set(said.map((piece) => (typeof piece === "string" ? "" : piece.name)));
    return html`<span class="verb"
        >${said.map((piece) =>
          typeof piece === "string"
            ? piece
            : piece.name === "seat"
              ? begun(piece.text)
              : html`<${BlankView}
                  key=${piece.name}
                  ctx=${ctx}
                  blank=${{ ...all.find((blank) => blank.slot === piece.name), lead: "" }}
                />`,
        )}</span
      >
      ${all
        .filter((blank) => !inside.has(blank.slot))
        .map((blank) => html`<${BlankView} key=${blank.slot} ctx=${ctx} blank=${blank} />`)}`;
  }
  return html`<strong class="verb">${label}</strong
    >${all.map((blank) => html`<${BlankView} key=${blank.slot} ctx=${ctx} blank=${blank} />`)}`;
}

/** @param {Props} props */
function BlankView({ ctx, blank }) {
  const { match, draft } = ctx;
  const { kind, slot, value, means } = blank;
  const [face] = value === undefined ? [] : facesOf(match, means, value);
  return html`<${kind.Blank}
    blank=${blank}
    set=${(next) => draft.set(completedWith(ctx, slot, next))}
    text=${match.text}
    swatch=${(...thing) => swatchOf(match, ...thing)}
    mark=${face && html`<${Swatch} game=${match.game} face=${face} />`}
    isOpen=${draft.open === slot}
    toggle=${() => draft.setOpen(draft.open === slot ? "" : slot)}
  />`;
}

/** The draft with one slot set, and whatever then has one way only. @param {With<"draft">} ctx */
export function completedWith({ draft }, slot, value) {
  const { verb, templates } = draft;
  const { [slot]: _, ...others } = draft.now.args;
  const own = value === undefined ? {} : { [slot]: value };
  const next = { verb, args: { ...others, ...own } };
  return completed(templates, matching(templates, next).length ? next : { verb, args: own });
}

/**
 * What is open to be filled: what its kind opens by itself, then the blank that was pressed.
 * @param {Props} props
 */
export function Editors({ ctx }) {
  const { draft } = ctx;
  if (!draft.verb) return null;
  const all = described(ctx);
  const open = all.filter((blank) => isOpen(ctx, blank));
  const pressed = all.find((blank) => blank.slot === draft.open);
  const shown = pressed && !open.includes(pressed) ? [...open, pressed] : open;
  return shown.length
    ? html`<div class=${`editors n${shown.length}`}>
        ${shown.map((blank) => html`<${Editor} key=${blank.slot} ctx=${ctx} blank=${blank} />`)}
      </div>`
    : null;
}

/** @param {Table} ctx */
function isOpen(ctx, blank) {
  const { draft } = ctx;
  const [spec] = blank.specs;
  const onTable = blank.kind.things(spec).every((thing) => isDrawn(ctx, blank.means, thing));
  return blank.kind.opens({ blank, onTable, elsewhere: draft.open !== "" });
}

/** Whether the table shows a thing, so that it can be pressed there. @param {With<"match"|"draft">} ctx */
function isDrawn({ match: { game, view }, draft: { uses } }, means, thing) {
  if (typeof thing === "string" && uses.has(`face:${thing}`)) return true;
  if (means === "card")
    return view.zones.some(
      (zone) => zone.cards.includes(thing) && !/^(box|discard|market_discard|centre)/.test(zone.name),
    );
  return ["seat", "place", "zone"].includes(means) && thingOf(means, thing, game) !== null;
}

const isInHand = ({ zones, viewer }, thing) =>
  zones.some(
    (zone) => zone.seat === viewer && zone.cards.includes(thing) && ["hand", "shown", "drawn"].includes(zone.name),
  );

/** @param {Props} props */
function Editor({ ctx, blank }) {
  const { match, draft } = ctx;
  const { specs, value, slot, kind } = blank;
  const set = (next) => draft.set(completedWith(ctx, slot, next));
  const spec = specs.find((one) => value !== undefined && kindOf(one).fits(one, value)) ?? specs[0];
  return html`<${kind.Editor}
    blank=${blank}
    spec=${spec}
    value=${value}
    set=${set}
    choose=${(thing) => set(press(draft.templates, draft.now, slot, thing).args[slot])}
    close=${() => draft.setOpen("")}
    text=${match.text}
    swatch=${(...thing) => swatchOf(match, ...thing)}
    faceOf=${(card) => match.view.faces[card]?.face ?? null}
    inHand=${draft.open !== slot && kind.things(spec).every((thing) => isInHand(match.view, thing))}
  />`;
}
