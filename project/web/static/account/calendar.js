/** The address of my calendar, for calendar programs. */

import { get, postOnce } from "../server/api.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

export function OwnCalendar() {
  const [url, setUrl] = useState("");
  const { send, feedback } = useSaved();
  useEffect(() => {
    get("me/calendar").then(
      (found) => setUrl(found.url),
      () => {},
    );
  }, []);
  const renew = async () => {
    const found = await send(postOnce("me/calendar", {}), t("calendar_renewed"));
    if (found) setUrl(found.url);
  };
  return html`<${Part} name="calendar" title=${t("calendar")}
    ><p class="soft small">${t("calendar_text")}</p>
    <label for="calendar-url">${t("calendar_address")}</label>
    <div class="row">
      <input id="calendar-url" class="grow" readonly value=${url} onFocus=${(event) => event.target.select()} /><button
        onClick=${renew}
      >
        ${t("calendar_renew")}
      </button>
    </div>
    ${feedback}<//
  >`;
}
