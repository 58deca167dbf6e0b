/** Editors of compound blanks: a number of each, cards that pay, cards with a meaning; each with its running total. */

import { valueText } from "../sentence.js";
import { kindOf } from "../slots/kinds.js";
import { withCount } from "../slots/choices.js";
import { goodsPayment, justEnough, pick } from "../slots/payments.js";
import { t } from "../texts.js";
import { Stepper } from "../ui.js";
import { html } from "../vendor/preact.js";
import { swatchOf } from "../cards/swatch.js";

/** What is chosen, what is required, what is missing or too much. */
export function Meter({ sum }) {
  if (!sum) return null;
  const { chosen, low, high, unit } = sum;
  const [short, over] = [low - chosen, unit === "worth" ? chosen - low : high === null ? 0 : chosen - high];
  const amount = (n) => t(`amount_${unit}`, { n });
  const required =
    high === null
      ? low
        ? amount(low)
        : ""
      : low === high
        ? t("exactly", { n: amount(low) })
        : t("from_to", { low, high });
  const state =
    short > 0
      ? t("short_of", { n: amount(short) })
      : over > 0
        ? t(unit === "worth" ? "no_change" : "too_many", { n: amount(over) })
        : t(unit === "sum" ? "sum_fits" : "enough");
  const full = Math.max(1, high ?? low);
  return html`<div class=${`meter ${short > 0 ? "short" : over > 0 ? "over" : "enough"}`}>
    ${low > 0 && html`<div class="gauge" role="meter" aria-valuemin="0" aria-valuemax=${full} aria-valuenow=${Math.min(chosen, full)} aria-label=${t("chosen_of", { n: amount(chosen), of: required })}><i style=${{ width: `${Math.min(100, (100 * chosen) / full)}%` }}></i></div>`}
    <p class="row small">
      <span class="grow"
        >${required ? t("chosen_of", { n: amount(chosen), of: required }) : t("chosen", { n: amount(chosen) })}</span
      ><strong>${low > 0 || over > 0 ? state : ""}</strong>
    </p>
  </div>`;
}

/** A stepper for each thing; a payment in goods lists its prices too. */
export function CountsEditor({ ctx, spec, specs, value, set }) {
  const names = Object.keys(spec.of).filter((name) => spec.of[name][1] > 0);
  const prices = spec.slot === "goods_payment" ? goodsPayment.affordable(spec) : [];
  return html`${prices.length > 0 && html`<div class="options" role="radiogroup">${prices.slice(0, 6).map((price) => html`<button type="button" class="choice dense" role="radio" aria-checked=${String(goodsPayment.same(price, value))} onClick=${() => set(price)}>${valueText(ctx.context, "word", price)}</button>`)}</div>`}
    <div class="steppers">
      ${names.map(
        (name) =>
          html`<div class="stepline" key=${name}>
            ${swatchOf(ctx, "face", name)}<span class="grow">${valueText(ctx.context, "word", name)}</span>
            <${Stepper}
              value=${value?.[name] ?? 0}
              low=${0}
              high=${most(spec, value, name)}
              label=${valueText(ctx.context, "word", name)}
              onChange=${(number) => set(orNothing(withCount(value, name, number)))}
            />
          </div>`,
      )}
    </div>
    <${Meter} sum=${kindOf(specs[0]).sum?.(spec, value)} />`;
}

const orNothing = (value) => (Object.keys(value).length ? value : undefined);

function most(spec, value, name) {
  const others = Object.entries(value ?? {}).reduce((sum, [other, number]) => sum + (other === name ? 0 : number), 0);
  return Math.min(spec.of[name][1], (spec.total?.[1] ?? Infinity) - others);
}

const toggled = (spec, value, option) => {
  const next = kindOf(spec).press(spec, value, option);
  return next.length ? next : undefined;
};

export function PayEditor({ ctx, spec, value = [], set }) {
  return html`<${Meter} sum=${kindOf(spec).sum(spec, value)} />
    <div class="options" role="group">
      ${Object.entries(spec.worth).map(
        ([card, worth]) =>
          html`<button
            type="button"
            key=${card}
            class="choice dense"
            role="checkbox"
            aria-checked=${String(value.includes(Number(card)))}
            data-option=${card}
            onClick=${() => set(toggled(spec, value, Number(card)))}
          >
            ${swatchOf(ctx, "card", Number(card))}${valueText(ctx.context, "card", Number(card))}
            <span class="soft num">${t("amount_worth", { n: worth })}</span>
          </button>`,
      )}
    </div>
    <div class="row">
      <button type="button" class="dense" data-just-enough onClick=${() => set(justEnough(spec))}>
        ${t("just_enough")}</button
      ><span class="small soft">${t("change_hint")}</span>
    </div>`;
}

/** Cards used with a meaning; a card with several lets one choose which. */
export function PickEditor({ ctx, spec, value = [], set, brief }) {
  const text = (choice) => {
    const own = ctx.context.view.faces[choice.card]?.face;
    return choice.as === own ? "" : valueText(ctx.context, "word", choice.as);
  };
  return html`<${Meter} sum=${pick.sum(spec, value)} />
    <div class="options" role="group">
      ${kindOf(spec)
        .things(spec)
        .filter((card) => !brief || value.some((item) => item.card === card))
        .map((card) => {
          const at = value.findIndex((item) => item.card === card);
          const meanings = pick.meanings(spec, card);
          const shown = at >= 0 ? pick.choice(spec, value[at]) : meanings[0];
          return html`<span class="pickitem" key=${card}
            ><button
              type="button"
              class="choice dense"
              role="checkbox"
              aria-checked=${String(at >= 0)}
              data-option=${card}
              onClick=${() => set(toggled(spec, value, card))}
            >
              ${swatchOf(ctx, "card", card)}${spec.ordered && at >= 0 ? html`<b class="num">${at + 1}.</b>` : ""}
              ${valueText(ctx.context, "card", card)}
              <span class="soft num">${shown?.value}${shown?.slack ? ` ± ${shown.slack}` : ""}</span>
            </button>
            ${
              at >= 0 &&
              meanings.length > 1 &&
              html`<select
                aria-label=${t("used_as")}
                value=${value[at].as}
                onChange=${(event) => set(pick.turn(spec, value, card, event.target.value))}
              >
                ${meanings.map((choice) => html`<option value=${choice.as} selected=${choice.as === value[at].as}>${text(choice) || valueText(ctx.context, "card", card)} · ${choice.value}</option>`)}
              </select>`
            }</span
          >`;
        })}
    </div>
    ${spec.ordered && html`<p class="small soft">${t("order_hint")}</p>`}`;
}
