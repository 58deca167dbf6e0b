/** The clock of a new table: a limit for each move or a time bank, the hours that count, vacations, and the consequences of a missed deadline. */

import { inUnits, MOST_STEPS, STEPS, UNITS } from "./clock.js";
import { t } from "../words/texts.js";
import { Stepper } from "../shell/ui.js";
import { html, useState } from "../vendor/preact.js";
import { Choice } from "../shell/choice.js";

/** @type {[string, string, number][]} */
const PRESETS = [
  ["clock_live", "per_move", 60],
  ["clock_fast", "per_move", 3600],
  ["clock_slow", "per_move", 86400],
  ["clock_week", "per_move", 259200],
];
const MOST_VACATION = 30;

/** @param {{form: import("./clock.js").ClockForm, set: (changes: Partial<import("./clock.js").ClockForm>) => void, substitutes: boolean, own: boolean, setOwn: (own: boolean) => void}} props */
export function ClockForm({ form, set, substitutes, own, setOwn }) {
  const preset = PRESETS.find(([, kind, seconds]) => form.kind === kind && form.per_move === seconds && !own)?.[0];
  const chosen = form.kind === "none" ? "clock_none" : form.kind === "bank" ? "clock_bank" : (preset ?? "clock_own");
  const choose = (key) => {
    const found = PRESETS.find(([name]) => name === key);
    setOwn(key === "clock_own");
    if (found) set({ kind: "per_move", per_move: found[2] });
    else set({ kind: key === "clock_none" ? "none" : key === "clock_bank" ? "bank" : "per_move" });
  };
  return html`<fieldset class="panel stack clockform">
    <legend class="strong">${t("clock")}</legend>
    <${Choice}
      hidden
      label=${t("clock")}
      options=${["clock_none", ...PRESETS.map(([key]) => key), "clock_own", "clock_bank"].map((key) => [key, t(key)])}
      value=${chosen}
      set=${choose}
    />
    ${
      chosen === "clock_own" &&
      html`<${Span}
        name="per_move"
        label=${t("time_per_move")}
        value=${form.per_move}
        set=${(per_move) => set({ per_move })}
      />`
    }
    ${form.kind === "bank" && html`<${Bank} form=${form} set=${set} />`}
    ${
      form.kind !== "none" &&
      html`<label class="check"
          ><input
            type="checkbox"
            name="play_window"
            checked=${form.play_window}
            onChange=${(event) => set({ play_window: event.target.checked })}
          />
          <span>${t("play_window_counts")}</span></label
        >
        <div class="row">
          <span>${t("vacation_days")}</span
          ><${Stepper}
            value=${form.vacation_days}
            low=${0}
            high=${MOST_VACATION}
            label=${t("vacation_days")}
            onChange=${(vacation_days) => set({ vacation_days })}
          />
        </div>
        <${Ladder} steps=${form.ladder} set=${(ladder) => set({ ladder })} substitutes=${substitutes} />`
    }
  </fieldset>`;
}

/** The time for the whole match, and the time that each move adds. */
function Bank({ form, set }) {
  return html`<p class="soft small">${t("bank_help")}</p>
    <${Span} name="bank" label=${t("bank_at_first")} value=${form.bank} set=${(bank) => set({ bank })} />
    <${Span}
      name="increment"
      label=${t("bank_increment")}
      value=${form.increment}
      set=${(increment) => set({ increment })}
    />`;
}

/** A number and its unit, as the player typed them. */
function Span({ name, label, value, set }) {
  const [written, setWritten] = useState(() => inUnits(value));
  const { amount, unit } = written;
  const write = (changes) => {
    const next = { ...written, ...changes };
    setWritten(next);
    set(next.amount * UNITS[next.unit]);
  };
  return html`<div class="field">
    <label for=${`clock-${name}`}>${label}</label
    ><span class="row"
      ><input
        id=${`clock-${name}`}
        class="short"
        type="number"
        min="1"
        max="999"
        required
        value=${amount}
        onInput=${(event) => write({ amount: Math.max(1, Math.round(Number(event.target.value) || 1)) })}
      />
      <select aria-label=${t("unit")} class="short" onChange=${(event) => write({ unit: event.target.value })}>
        ${Object.keys(UNITS).map(
          (one) => html`<option value=${one} selected=${one === unit}>${t(`unit_${one}`)}</option>`,
        )}
      </select></span
    >
  </div>`;
}

/** The consequences of the first missed deadline, the second in a row, and so on. */
function Ladder({ steps, set, substitutes }) {
  const offered = STEPS.filter((step) => step !== "substitute" || substitutes);
  const change = (at, step) => set(steps.map((one, place) => (place === at ? step : one)));
  return html`<div class="stack" role="group" aria-label=${t("ladder")}>
    <span class="strong">${t("ladder")}</span>
    ${steps.map(
      (step, at) =>
        html`<label class="row ladderstep" key=${at}
          ><span>${t(at + 1 < steps.length || at === 0 ? "missed_nth" : "missed_last", { n: at + 1 })}</span
          ><select class="grow" onChange=${(event) => change(at, event.target.value)}>
            ${offered.map((one) => html`<option value=${one} selected=${one === step}>${t(`step_${one}`)}</option>`)}
          </select></label
        >`,
    )}
    <div class="row">
      <button
        type="button"
        class="dense"
        disabled=${steps.length >= MOST_STEPS}
        onClick=${() => set([...steps, "bot"])}
      >
        ${t("add_step")}</button
      ><button type="button" class="dense" disabled=${steps.length <= 1} onClick=${() => set(steps.slice(0, -1))}>
        ${t("drop_step")}
      </button>
    </div>
  </div>`;
}
