/** Changing a league: its name at any time, the settings of seasons only between seasons. */

import { patch } from "../server/api.js";
import { useSaved } from "../account/saved.js";
import { html, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** Returns a time in the format of its input field, in the page's time zone. @param {string|null} moment */
function localTime(moment) {
  if (!moment) return "";
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @param {{league: import("./words.js").League, changed: () => Promise<any>}} props */
export function Change({ league, changed }) {
  const [form, setForm] = useState({
    title: league.title,
    pause_days: league.pause_days ?? "",
    sizes: league.sizes.join(", "),
    moving: league.moving,
    starts_at: localTime(league.starts_at),
  });
  const { send, feedback } = useSaved();
  const isBetween = league.season_status === "proposed";
  const save = (event) => {
    event.preventDefault();
    const own = { title: form.title.trim(), pause_days: form.pause_days === "" ? null : Number(form.pause_days) };
    const between = {
      sizes: form.sizes
        .split(/[^0-9]+/)
        .filter(Boolean)
        .map(Number),
      moving: Number(form.moving),
      starts_at: form.starts_at ? new Date(form.starts_at).toISOString() : null,
    };
    send(patch(`leagues/${league.id}`, isBetween ? { ...own, ...between } : own)).then(
      (done) => done !== undefined && changed(),
    );
  };
  const field = (name, label, type, more = {}) =>
    html`<label class="field"
      ><span>${t(label)}</span
      ><input
        name=${`change_${name}`}
        type=${type}
        value=${form[name]}
        onInput=${(event) => setForm({ ...form, [name]: event.target.value })}
        ...${more}
    /></label>`;
  return html`<form class="fields" onSubmit=${save}>
    ${field("title", "league_title", "text", { required: true, minlength: 2, maxlength: 60 })}
    ${field("pause_days", "pause_label", "number", { min: 0, max: 365 })}
    ${isBetween && html`${field("sizes", "places_each", "text", { required: true, inputmode: "numeric" })}${field("moving", "moving_label", "number", { min: 1, max: 28 })}${field("starts_at", "season_start_at", "datetime-local")}`}
    <div><button data-change>${t("change_tournament")}</button></div>
    ${feedback}
  </form>`;
}
