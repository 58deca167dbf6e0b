/** The blanks of a sentence, and what opens to fill one: each kind of slot draws its own. */

import { blanks as blanksOf, completed, matching, press } from "../slots/draft.js";
import { kindOf } from "../slots/kinds.js";
import { meaning } from "../slots/meaning.js";
import { begun } from "../pattern.js";
import { facesOf, leadOf, openPieces, whatOf } from "../sentence.js";
import { html } from "../vendor/preact.js";
import { Swatch, swatchOf } from "../cards/swatch.js";

/** Each blank with what it means and where it leads. */
export function described(ctx) {
  return blanksOf(ctx.templates, ctx.draft)
    .map((blank) => {
      const means = meaning(ctx.game, ctx.view, ctx.draft.verb, blank.slot, blank.specs[0]);
      return {
        ...blank,
        means,
        kind: kindOf(blank.specs[0]),
        lead: leadOf(ctx.game, ctx.draft.verb, blank.slot),
        what: whatOf(ctx.game, ctx.draft.verb, blank.slot),
      };
    })
    .filter((blank) => blank.means !== "version" && blank.means !== "offer");
}

export function Blanks({ ctx }) {
  const label = matching(ctx.templates, { verb: ctx.draft.verb, args: {} })[0]?.label ?? ctx.draft.verb;
  const all = described(ctx);
  const said = openPieces(ctx.context, ctx.draft.verb, new Map(all.map((blank) => [blank.slot, blank.value])));
  if (said) {
    const inside = new Set(said.map((piece) => (typeof piece === "string" ? "" : piece.name)));
    return html`<span class="verb"
        >${said.map((piece) => (typeof piece === "string" ? piece : piece.name === "seat" ? begun(piece.text) : html`<${BlankView} key=${piece.name} ctx=${ctx} blank=${{ ...all.find((blank) => blank.slot === piece.name), lead: "" }} />`))}</span
      >
      ${all.filter((blank) => !inside.has(blank.slot)).map((blank) => html`<${BlankView} key=${blank.slot} ctx=${ctx} blank=${blank} />`)}`;
  }
  return html`<strong class="verb">${label}</strong
    >${all.map((blank) => html`<${BlankView} key=${blank.slot} ctx=${ctx} blank=${blank} />`)}`;
}

function BlankView({ ctx, blank }) {
  const { kind, slot, value, means } = blank;
  const [face] = value === undefined ? [] : facesOf(ctx.context, means, value);
  return html`<${kind.Blank}
    blank=${blank}
    set=${(next) => ctx.setDraft(completedWith(ctx, slot, next))}
    text=${ctx.text}
    swatch=${(...thing) => swatchOf(ctx, ...thing)}
    mark=${face && html`<${Swatch} game=${ctx.game} face=${face} />`}
    isOpen=${ctx.open === slot}
    toggle=${() => ctx.setOpen(ctx.open === slot ? "" : slot)}
  />`;
}

/** The draft with one slot set, and whatever then has one way only. */
export function completedWith(ctx, slot, value) {
  const { [slot]: _, ...others } = ctx.draft.args;
  const args = value === undefined ? others : { ...others, [slot]: value };
  let draft = { verb: ctx.draft.verb, args };
  if (!matching(ctx.templates, draft).length)
    draft = { verb: draft.verb, args: value === undefined ? {} : { [slot]: value } };
  return completed(ctx.templates, draft);
}

/** What is open to be filled: what its kind opens by itself, then the blank that was pressed. */
export function Editors({ ctx }) {
  if (!ctx.draft.verb) return null;
  const all = described(ctx);
  const open = all.filter((blank) => isOpen(ctx, blank));
  const pressed = all.find((blank) => blank.slot === ctx.open);
  const shown = pressed && !open.includes(pressed) ? [...open, pressed] : open;
  return shown.length
    ? html`<div class=${`editors n${shown.length}`}>
        ${shown.map((blank) => html`<${Editor} key=${blank.slot} ctx=${ctx} blank=${blank} />`)}
      </div>`
    : null;
}

function isOpen(ctx, blank) {
  const [spec] = blank.specs;
  const onTable = blank.kind.things(spec).every((thing) => ctx.onTable(blank.means, thing));
  return blank.kind.opens({ blank, onTable, elsewhere: ctx.open !== "" });
}

function Editor({ ctx, blank }) {
  const { specs, value, slot, kind } = blank;
  const set = (next) => ctx.setDraft(completedWith(ctx, slot, next));
  const spec = specs.find((one) => value !== undefined && kindOf(one).fits(one, value)) ?? specs[0];
  return html`<${kind.Editor}
    blank=${blank}
    spec=${spec}
    value=${value}
    set=${set}
    choose=${(thing) => set(press(ctx.templates, ctx.draft, slot, thing).args[slot])}
    close=${() => ctx.setOpen("")}
    text=${ctx.text}
    swatch=${(...thing) => swatchOf(ctx, ...thing)}
    faceOf=${(card) => ctx.view.faces[card]?.face ?? null}
    inHand=${ctx.open !== slot && kind.things(spec).every(ctx.inHand)}
  />`;
}
