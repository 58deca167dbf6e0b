/** The blanks of a sentence, and what opens to fill one: radios, steppers, meters. Nothing depends on the table's drawing. */

import { blanks as blanksOf, completed, matching, press } from "../slots/draft.js";
import { kindOf } from "../slots/kinds.js";
import { meaning, offered } from "../slots/meaning.js";
import { begun } from "../pattern.js";
import { facesOf, leadOf, openPieces, valueText, whatOf } from "../sentence.js";
import { t } from "../texts.js";
import { Stepper } from "../ui.js";
import { html } from "../vendor/preact.js";
import { Swatch, swatchOf } from "../cards/swatch.js";
import { CountsEditor, PayEditor, PickEditor, Meter } from "./editors.js";

/** Each blank with what it means and where it leads. */
export function described(ctx) {
  return blanksOf(ctx.templates, ctx.draft)
    .map((blank) => {
      const means = meaning(ctx.game, ctx.view, ctx.draft.verb, blank.slot, blank.specs[0]);
      return {
        ...blank,
        means,
        kind: blank.specs[0].slot,
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
  const { specs, value, lead, slot } = blank;
  const set = (next) => ctx.setDraft(completedWith(ctx, slot, next));
  if (blank.kind === "integer") {
    const [low, high] = [Math.min(...specs.map((spec) => spec.low)), Math.max(...specs.map((spec) => spec.high))];
    return html`<span class="blankwrap"
      >${lead}
      <${Stepper}
        value=${value ?? low}
        low=${low}
        high=${high}
        label=${lead || blank.what || slot}
        onChange=${set}
      />${blank.means === "coins" && html` ${t("unit_coins", { n: value ?? low })}`}</span
    >`;
  }
  if (blank.kind === "text")
    return html`<label class="blankwrap grow"
      >${lead} <input value=${value ?? ""} maxlength=${specs[0].longest} onInput=${(event) => set(event.target.value)}
    /></label>`;
  if (isFew(blank)) return html`<${Segments} ctx=${ctx} blank=${blank} set=${set} />`;
  const empty = value === undefined;
  const faces = empty ? [] : facesOf(ctx.context, blank.means, value);
  const words = empty ? emptyWords(ctx, blank) : valueText(ctx.context, blank.means, value);
  const toggle = () => ctx.setOpen(ctx.open === slot ? "" : slot);
  return html`<span class="blankwrap"
    >${!empty && lead}
    <button
      type="button"
      class=${`blank${empty ? " open" : ""}`}
      data-blank=${slot}
      aria-expanded=${String(ctx.open === slot)}
      aria-haspopup="listbox"
      onClick=${toggle}
    >
      ${faces.slice(0, 1).map((face) => html`<${Swatch} game=${ctx.game} face=${face} />`)}${words}${blank.only ? "" : html`<span class="caret" aria-hidden="true"> ▾</span>`}
    </button></span
  >`;
}

const FEW = 4;
const ON_TABLE = new Set(["card", "seat", "place", "zone"]);
const optionsOf = ({ specs }) => [...new Set(specs.flatMap((spec) => spec.options ?? []))];

/** A choice between few words stands in the sentence itself. */
const isFew = (blank) =>
  blank.kind === "one_of" &&
  !blank.only &&
  !ON_TABLE.has(blank.means) &&
  blank.means !== "face" &&
  optionsOf(blank).length <= FEW;

function Segments({ ctx, blank, set }) {
  return html`<span class="blankwrap"
    >${blank.lead}
    <span class=${`segments${blank.value === undefined ? " open" : ""}`} role="radiogroup" aria-label=${blank.what}
      >${optionsOf(blank).map(
        (option) =>
          html`<button
            type="button"
            key=${String(option)}
            role="radio"
            class="choice"
            data-option=${String(option)}
            aria-checked=${String(blank.value === option)}
            onClick=${() => set(option)}
          >
            ${swatchOf(ctx, blank.means, option)}${valueText(ctx.context, blank.means, option)}
          </button>`,
      )}</span
    ></span
  >`;
}

/** What an empty blank says: its options where they are few, else what is to be chosen. */
function emptyWords(ctx, { specs, means, required, what }) {
  const options = optionsOf({ specs });
  if (required && options.length > 1 && options.length <= FEW)
    return options.map((option) => valueText(ctx.context, means, option)).join(" / ");
  return t(required ? "choose_what" : "perhaps", { what });
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

/** What is open to be filled: the blank pressed, else the first that the table does not show; counts stand side by side. */
export function Editors({ ctx }) {
  if (!ctx.draft.verb) return null;
  const all = described(ctx);
  const chosen = all.find((blank) => blank.slot === ctx.open);
  const compound = all.filter((blank) => needsEditor(ctx, blank));
  const shown = chosen && !compound.includes(chosen) ? [...compound, chosen] : compound;
  return shown.length
    ? html`<div class=${`editors n${shown.length}`}>
        ${shown.map((blank) => html`<${Editor} key=${blank.slot} ctx=${ctx} blank=${blank} />`)}
      </div>`
    : null;
}

const ALWAYS = new Set(["payment", "goods_payment", "pick", "counts", "subset", "sequence"]);

/** Compound blanks always show their editor, unless the hand itself is one; others while they are empty and off the table. */
function needsEditor(ctx, blank) {
  if (blank.kind === "integer" || blank.kind === "text" || blank.only || isFew(blank)) return false;
  const visible = offered(blank.specs[0]).every((option) => ctx.onTable(blank.means, option));
  if (blank.kind === "counts" && visible) return false;
  return ALWAYS.has(blank.kind) || (blank.value === undefined && blank.required && !visible && ctx.open === "");
}

function Editor({ ctx, blank }) {
  const { specs, value, slot, kind } = blank;
  const set = (next) => ctx.setDraft(completedWith(ctx, slot, next));
  const spec = specs.find((one) => value !== undefined && kindOf(one).fits(one, value)) ?? specs[0];
  const hand = offered(spec).every((option) => ctx.inHand(option)) && ctx.open !== slot;
  const props = { ctx, spec, specs, value, set, blank, brief: hand };
  if (hand && ["subset", "sequence"].includes(kind))
    return html`<div class="editor brief" data-editor=${slot}><${Meter} sum=${kindOf(spec).sum(spec, value)} /></div>`;
  const body =
    kind === "counts" || kind === "goods_payment"
      ? html`<${CountsEditor} ...${props} />`
      : kind === "payment"
        ? html`<${PayEditor} ...${props} />`
        : kind === "pick"
          ? html`<${PickEditor} ...${props} />`
          : html`<${Options} ...${props} />`;
  return html`<fieldset class=${`editor ${kind}`} data-editor=${slot}>
    <legend>${blank.lead || blank.what}</legend>
    ${body}
  </fieldset>`;
}

/** Radios for one of several, checkboxes for some, numbers for an order. */
function Options({ ctx, specs, value, set, blank }) {
  const options = [...new Map(specs.flatMap(offered).map((option) => [JSON.stringify(option), option])).values()];
  const many = blank.kind !== "one_of";
  const draft = (option) => press(ctx.templates, ctx.draft, blank.slot, option);
  const choose = (option) => {
    const next = draft(option);
    set(next.args[blank.slot]);
    if (!many) ctx.setOpen("");
  };
  const chosen = (option) => (many ? (value ?? []).includes(option) : value === option);
  const everybody =
    many &&
    blank.means === "seat" &&
    options.length > 1 &&
    kindOf(specs[0]).fits(specs[0], options) &&
    !options.every(chosen);
  return html`<div class="options" role=${many ? "group" : "radiogroup"}>
      ${options.map(
        (option) =>
          html`<button
            type="button"
            key=${String(option)}
            class="choice dense"
            role=${many ? "checkbox" : "radio"}
            aria-checked=${String(chosen(option))}
            data-option=${String(option)}
            onClick=${() => choose(option)}
          >
            ${swatchOf(ctx, blank.means, option)}${blank.kind === "sequence" && chosen(option) ? html`<b class="num">${value.indexOf(option) + 1}.</b> ` : ""}${valueText(ctx.context, blank.means, option)}
          </button>`,
      )}${everybody && html`<button type="button" class="choice dense" data-everybody onClick=${() => set(options)}>${t("everybody")}</button>`}
    </div>
    ${many && html`<${Meter} sum=${kindOf(specs[0]).sum(specs[0], value)} />`}`;
}
