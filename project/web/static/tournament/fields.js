/** The parts of a tournament's form: the pairing of rounds, the scoring, who may enter and when it starts. */

import { Choice } from "../shell/choice.js";
import { Stepper } from "../shell/ui.js";
import { starts, visibilities } from "../setup/options.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { FORMATS, hasRounds, scoringsOf, tiesOf, USUAL } from "./form.js";

/** @typedef {{form: any, set: (changes: Record<string, any>) => void}} Props */

/** @param {Props & {name: string, label: string, low: number, high: number}} props */
export const NumberField = ({ form, set, name, label, low, high }) =>
  html`<div class="row">
    <span class="grow">${label}</span
    ><${Stepper}
      value=${form[name]}
      low=${low}
      high=${high}
      label=${label}
      onChange=${(value) => set({ [name]: value })}
    />
  </div>`;

/** @param {Props & {name: string, label: string}} props */
export const CheckField = ({ form, set, name, label }) =>
  html`<label class="check"
    ><input
      type="checkbox"
      name=${name}
      checked=${form[name]}
      onChange=${(event) => set({ [name]: event.target.checked })}
    />
    ${label}</label
  >`;

/** @param {Props & {seats: {min: number, max: number}}} props */
export function FormatFields({ form, set, seats }) {
  const formats = FORMATS.filter((format) => format !== "knock_out" || form.seats === 2);
  const number = (name, label, low, high) =>
    html`<${NumberField} form=${form} set=${set} name=${name} label=${label} low=${low} high=${high} />`;
  return html`<fieldset class="panel stack">
    <legend class="strong">${t("format")}</legend>
    ${number("seats", t("seats_of_a_table"), seats.min, seats.max)}
    <${Choice}
      hidden
      label=${t("format")}
      options=${formats.map((format) => [format, t(`format_${format}`)])}
      value=${form.format}
      set=${(format) => set({ format })}
    />
    <p class="soft small">${t(`about_${form.format}`)}</p>
    ${hasRounds(form) && number("rounds", t("rounds"), 1, 30)}${form.seats === 2 && number("team_size", t("players_of_a_team"), 1, 8)}${(form.seats !== 2 || form.team_size === 1) && number("deals_per_round", t("deals_per_round"), 1, 8)}
    ${form.format === "knock_out" && !form.duplicate && number("replays", t("replays_at_most"), 0, 5)}
    <${CheckField} form=${form} set=${set} name="duplicate" label=${t("duplicate_text")} />
    ${number("max_players", t("max_players"), 2, 64)}
  </fieldset>`;
}

/** @param {{name: string, label: string, ties: string[], value: string, set: (tie: string) => void}} props */
const TieField = ({ name, label, ties, value, set }) =>
  html`<label class="field"
    ><span>${label}</span
    ><select name=${name} onChange=${(event) => set(event.target.value)}>
      ${["", ...ties].map(
        (tie) => html`<option value=${tie} selected=${tie === value}>${t(tie ? `tie_${tie}` : "no_tie")}</option>`,
      )}
    </select></label
  >`;

/** @param {Props} props */
export function ScoreFields({ form, set }) {
  const { tie1, tie2 } = form;
  const ties = tiesOf(form);
  return html`<fieldset class="panel stack">
    <legend class="strong">${t("what_counts")}</legend>
    <${Choice}
      hidden
      label=${t("what_counts")}
      options=${scoringsOf(form).map((scoring) => [scoring, t(`scoring_${scoring}`)])}
      value=${form.scoring}
      set=${(scoring) => set({ scoring })}
    />
    <${TieField}
      name="tie1"
      label=${t("first_tie")}
      ties=${[USUAL, ...ties]}
      value=${tie1}
      set=${(tie) => set({ tie1: tie })}
    />
    ${
      tie1 &&
      tie1 !== USUAL &&
      html`<${TieField}
        name="tie2"
        label=${t("second_tie")}
        ties=${ties.filter((tie) => tie !== tie1)}
        value=${tie2}
        set=${(tie) => set({ tie2: tie })}
      />`
    }
    <${CheckField} form=${form} set=${set} name="rated" label=${t("new_rated")} />
  </fieldset>`;
}

/** @param {Props} props */
export const EntryFields = ({ form, set }) =>
  html`<${Choice}
      label=${t("visibility")}
      options=${visibilities()}
      value=${form.visibility}
      set=${(visibility) => set({ visibility })}
    />
    ${
      form.visibility === "private" &&
      html`<label class="field"
        ><span class="strong">${t("invited_names")}</span
        ><input name="invited" value=${form.invited} onInput=${(event) => set({ invited: event.target.value })}
      /></label>`
    }
    <${Choice} label=${t("start_when")} options=${starts()} value=${form.start} set=${(start) => set({ start })} />
    ${
      form.format === "swiss" &&
      form.rounds > 1 &&
      form.team_size === 1 &&
      html`<${NumberField}
        form=${form}
        set=${set}
        name="late_entry"
        label=${t("late_until")}
        low=${1}
        high=${form.rounds}
      />`
    }
    <${CheckField} form=${form} set=${set} name="substitutes" label=${t("may_substitute")} />
    <label class="field"
      ><span class="strong">${t("start_at")}</span
      ><input
        name="starts_at"
        type="datetime-local"
        value=${form.starts_at}
        onInput=${(event) => set({ starts_at: event.target.value })}
      /><small>${t("start_at_text")}</small></label
    >
    ${form.starts_at && form.start !== "when_full" && html`<${NumberField} form=${form} set=${set} name="check_in" label=${t("check_in_minutes")} low=${0} high=${120} />`}
    ${form.starts_at && html`<${CheckField} form=${form} set=${set} name="weekly" label=${t("weekly_text")} />`}
    <${NumberField} form=${form} set=${set} name="round_minutes" label=${t("round_minutes")} low=${0} high=${240} />`;
