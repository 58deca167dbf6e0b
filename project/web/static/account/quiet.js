/** The hours in which no notices are sent to me, in my time zone. */

import { patch } from "../server/api.js";
import { html, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { useSaved } from "./saved.js";

/** The time zone of this browser. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zones that the browser knows, as suggestions. The list appears once on a page. */
export const Zones = () =>
  html`<datalist id="zones">
    ${(Intl.supportedValuesOf?.("timeZone") ?? []).map((zone) => html`<option key=${zone} value=${zone} />`)}
  </datalist>`;

/** A field for a time zone by its name. */
export function Zone({ name, value, set }) {
  return html`<label class="field grow"
    ><span>${t("hours_zone")}</span
    ><input
      name=${name}
      list="zones"
      required
      maxlength="40"
      value=${value}
      onInput=${(event) => set(event.target.value)}
  /></label>`;
}

/** A field for a time of day. */
export const Hour = ({ name, label, value, set }) =>
  html`<label class="field"
    ><span>${label}</span
    ><input type="time" name=${name} required value=${value} onInput=${(event) => set(event.target.value)}
  /></label>`;

export function QuietHours({ me, setMe }) {
  const [wish, setWish] = useState(
    me.quiet_hours ?? { zone: me.play_window?.zone ?? HERE, start: "22:00", end: "07:30", deadlines: true },
  );
  const { send, feedback } = useSaved();
  const save = async (quiet_hours) => {
    const found = await send(patch("me", { quiet_hours }));
    if (found) setMe(found);
  };
  const hour = (name) =>
    html`<${Hour}
      name=${`quiet_${name}`}
      label=${t(`hours_${name}`)}
      value=${wish[name]}
      set=${(time) => setWish({ ...wish, [name]: time })}
    />`;
  return html`<form
    class="stack"
    data-quiet
    onSubmit=${(event) => {
      event.preventDefault();
      save(wish);
    }}
  >
    <h3>${t("quiet")}</h3>
    <p class="soft small">${t("quiet_text")}</p>
    <div class="row">
      ${hour("start")}${hour("end")}<${Zone}
        name="quiet_zone"
        value=${wish.zone}
        set=${(zone) => setWish({ ...wish, zone })}
      />
    </div>
    <label class="check"
      ><input
        type="checkbox"
        name="quiet_deadlines"
        checked=${wish.deadlines}
        onChange=${(event) => setWish({ ...wish, deadlines: event.target.checked })}
      />
      <span>${t("quiet_deadlines")}</span></label
    >
    <div class="row">
      <button>${t("save")}</button
      >${me.quiet_hours && html`<button type="button" onClick=${() => save(null)}>${t("quiet_end")}</button>`}
    </div>
    <p class="small">${me.quiet_hours ? t("quiet_are", me.quiet_hours) : t("quiet_none")}</p>
    ${feedback}
  </form>`;
}
