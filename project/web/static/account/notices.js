/** Settings of notices: the kinds that I receive, how and when they arrive, and the hours in which I play. */

import { patch } from "../server/api.js";
import { usePaths } from "../server/served.js";
import { Choice } from "../shell/choice.js";
import { t } from "../words/texts.js";
import { html, useRef, useState } from "../vendor/preact.js";
import { HERE, Hour, QuietHours, Zone } from "./quiet.js";
import { Part, useSaved } from "./saved.js";
import { EMAILS, Ways } from "./ways.js";

const wishesOf = (me) => ({
  email_when: "now",
  ...Object.fromEntries(Object.values(EMAILS).map((name) => [name, false])),
  ...me.notifications,
});

export function Notices({ me, setMe }) {
  const { send, feedback } = useSaved();
  const hasDevices = usePaths().has("/me/push-subscriptions");
  const wishes = wishesOf(me);
  const wanted = useRef(wishes);
  const saving = useRef(Promise.resolve());
  // The settings are saved together, one request after another, so that a second press does not restore a value that the first press changed.
  const save = (change) => {
    wanted.current = { ...wanted.current, ...change };
    saving.current = saving.current.then(async () => {
      const found = await send(patch("me", { notifications: wanted.current }));
      if (found) setMe(found);
      else wanted.current = wishesOf(me);
    });
  };
  return html`<${Part} name="mails" title=${t("notices")}
    ><p class="soft small">${t("ways_text")}</p>
    <${Ways} wishes=${wishes} save=${save} send=${send} hasDevices=${hasDevices} />
    ${!me.email_confirmed && html`<p class="soft small">${t("mails_need_address")}</p>`}
    <${Choice}
      label=${t("email_when")}
      options=${["now", "daily"].map((one) => [one, t(`email_${one}`)])}
      value=${wishes.email_when}
      set=${(email_when) => save({ email_when, ...(email_when === "daily" && { ...DAILY, ...timesOf(wishes) }) })} />
    ${wishes.email_when === "daily" && html`<${Daily} wishes=${wishes} save=${save} />`}${feedback}
    <${QuietHours} me=${me} setMe=${setMe}
  /><//>`;
}

const DAILY = { email_at: "07:00", email_zone: HERE };
const timesOf = ({ email_at, email_zone }) => ({ ...(email_at && { email_at }), ...(email_zone && { email_zone }) });

/** The time of the daily e-mail. */
function Daily({ wishes, save }) {
  const [wish, setWish] = useState({ ...DAILY, email_zone: "UTC", ...timesOf(wishes) });
  return html`<form
    class="row"
    data-daily
    onSubmit=${(event) => {
      event.preventDefault();
      save(wish);
    }}
  >
    <${Hour}
      name="email_at"
      label=${t("email_at")}
      value=${wish.email_at}
      set=${(email_at) => setWish({ ...wish, email_at })}
    /><${Zone}
      name="email_zone"
      value=${wish.email_zone}
      set=${(email_zone) => setWish({ ...wish, email_zone })}
    /><button>${t("save")}</button>
  </form>`;
}

export function PlayWindow({ me, setMe }) {
  const [wish, setWish] = useState(me.play_window ?? { zone: HERE, start: "08:00", end: "23:00" });
  const { send, feedback } = useSaved();
  const save = async (play_window) => {
    const found = await send(patch("me", { play_window }));
    if (found) setMe(found);
  };
  const hour = (name) =>
    html`<${Hour}
      name=${name}
      label=${t(`hours_${name}`)}
      value=${wish[name]}
      set=${(time) => setWish({ ...wish, [name]: time })}
    />`;
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
        ${hour("start")}${hour("end")}<${Zone}
          name="zone"
          value=${wish.zone}
          set=${(zone) => setWish({ ...wish, zone })}
        />
      </div>
      <div class="row">
        <button>${t("save")}</button
        >${me.play_window && html`<button type="button" onClick=${() => save(null)}>${t("hours_all_day")}</button>`}
      </div>
    </form>
    <p class="small">
      ${me.play_window ? t("hours_are", { start: me.play_window.start, end: me.play_window.end, zone: me.play_window.zone }) : t("hours_none")}
    </p>
    ${feedback}<//
  >`;
}
