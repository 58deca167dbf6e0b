/** The arguments of a move chosen ahead: cards, players and numbers, as far as the table shows them now. */

import { choicesOf, held } from "./shapes.js";
import { valueText, whatOf } from "../words/sentence.js";
import { t } from "../words/texts.js";
import { Stepper } from "../shell/ui.js";
import { html } from "../vendor/preact.js";

/** @import { Props, Table } from "../table/types.js" */

/** @param {{ctx: Table, verb: string, shapes: Record<string, string>, args: Record<string, any>, set: (args: Record<string, any>) => void}} props */
export function Arguments({ ctx, verb, shapes, args, set }) {
  const { match } = ctx;
  return Object.entries(shapes).map(([slot, shape]) => {
    const means = match.game.verbs[verb].slots[slot].means;
    const put = (value) => {
      const { [slot]: _, ...others } = args;
      set(value === undefined ? others : { ...others, [slot]: value });
    };
    return html`<fieldset class="editor" data-argument=${slot} key=${slot}>
      <legend>${whatOf(match.game, verb, slot)}</legend>
      <${Argument} ctx=${ctx} means=${means} shape=${shape} value=${args[slot]} set=${put} />
    </fieldset>`;
  });
}

/** @param {Props<"match">} props */
function Argument({ ctx: { match }, means, shape, value, set }) {
  if (shape === "number")
    return html`<input
      class="short"
      type="number"
      min="0"
      value=${value ?? ""}
      aria-label=${t("order_value")}
      onInput=${(event) => set(event.target.value === "" ? undefined : Math.round(Number(event.target.value)))}
    />`;
  const options = choicesOf(match.game, match.view, means);
  if (!options.length) return html`<p class="soft small">${t("nothing_to_choose")}</p>`;
  if (shape === "counts")
    return html`<div class="steppers">
      ${options.map(
        (face) =>
          html`<div class="stepline" key=${face} data-option=${face}>
            <span class="grow">${valueText(match, "face", face)}</span
            ><${Stepper}
              value=${value?.[face] ?? 0}
              low=${0}
              high=${held(match.view, face)}
              label=${valueText(match, "face", face)}
              onChange=${(number) => set(counted(value, face, number))}
            />
          </div>`,
      )}
    </div>`;
  const many = shape === "several";
  const chosen = (option) => (many ? (value ?? []).includes(option) : value === option);
  const press = (option) => set(!many ? option : chosen(option) ? without(value, option) : [...(value ?? []), option]);
  return html`<div class="options" role=${many ? "group" : "radiogroup"}>
    ${options.map(
      (option) =>
        html`<button
          type="button"
          class="choice dense"
          key=${String(option)}
          role=${many ? "checkbox" : "radio"}
          aria-checked=${String(chosen(option))}
          data-option=${String(option)}
          onClick=${() => press(option)}
        >
          ${valueText(match, means, option)}
        </button>`,
    )}
  </div>`;
}

function without(list, option) {
  const rest = list.filter((one) => one !== option);
  return rest.length ? rest : undefined;
}

function counted(value, face, number) {
  const { [face]: _, ...others } = value ?? {};
  const next = number ? { ...others, [face]: number } : others;
  return Object.keys(next).length ? next : undefined;
}
