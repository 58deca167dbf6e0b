/** When one is written to, and in which hours one plays. */

import { patch } from "../server/api.js";
import { Choice } from "../shell/choice.js";
import { t } from "../words/texts.js";
import { html, useRef, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

const MAILS = ["email_on_turn", "email_on_start", "email_on_over", "email_on_invited"];

const wishesOf = (me) => ({
  email_when: "now",
  ...Object.fromEntries(MAILS.map((name) => [name, false])),
  ...me.notifications,
});

export function Mails({ me, setMe }) {
  const { send, said } = useSaved();
  const wishes = wishesOf(me);
  const wanted = useRef(wishes);
  const saving = useRef(Promise.resolve());
  // All wishes are saved together, one request after another: a second press must not bring back what the first changed.
  const save = (change) => {
    wanted.current = { ...wanted.current, ...change };
    saving.current = saving.current.then(async () => {
      const found = await send(patch("me", { notifications: wanted.current }));
      if (found) setMe(found);
      else wanted.current = wishesOf(me);
    });
  };
  return html`<${Part} name="mails" title=${t("mails")}
    >${!me.email_confirmed && html`<p class="soft small">${t("mails_need_address")}</p>`}
    ${MAILS.map(
      (name) =>
        html`<label class="check" key=${name}
          ><input
            type="checkbox"
            name=${name}
            checked=${Boolean(wishes[name])}
            onChange=${(event) => save({ [name]: event.target.checked })}
          />
          <span>${t(name)}</span></label
        >`,
    )}
    <${Choice}
      label=${t("email_when")}
      options=${["now", "daily"].map((one) => [one, t(`email_${one}`)])}
      value=${wishes.email_when}
      set=${(email_when) => save({ email_when })}
    />${said}<//
  >`;
}

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function PlayWindow({ me, setMe }) {
  const [wish, setWish] = useState(me.play_window ?? { zone: HERE, start: "08:00", end: "23:00" });
  const { send, said } = useSaved();
  const save = async (play_window) => {
    const found = await send(patch("me", { play_window }));
    if (found) setMe(found);
  };
  const hour = (name) =>
    html`<label class="field"
      ><span>${t(`hours_${name}`)}</span
      ><input
        type="time"
        name=${name}
        required
        value=${wish[name]}
        onInput=${(event) => setWish({ ...wish, [name]: event.target.value })}
    /></label>`;
  return html`<${Part} name="hours" title=${t("hours")}
    ><p class="soft small">${t("hours_text")}</p>
    <form
      class="stack"
      onSubmit=${(event) => {
        event.preventDefault();
        save(wish);
      }}
    >
      <div class="row">
        ${hour("start")}${hour("end")}<label class="field grow"
          ><span>${t("hours_zone")}</span
          ><input
            name="zone"
            required
            maxlength="40"
            value=${wish.zone}
            onInput=${(event) => setWish({ ...wish, zone: event.target.value })}
        /></label>
      </div>
      <div class="row">
        <button>${t("save")}</button
        >${me.play_window && html`<button type="button" onClick=${() => save(null)}>${t("hours_all_day")}</button>`}
      </div>
    </form>
    <p class="small">
      ${me.play_window ? t("hours_are", { start: me.play_window.start, end: me.play_window.end, zone: me.play_window.zone }) : t("hours_none")}
    </p>
    ${said}<//
  >`;
}
