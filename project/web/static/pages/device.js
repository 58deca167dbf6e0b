/** The page on which a player types the code of a program that has no page of its own. */

import { Consent } from "../account/consent.js";
import { get, postOnce } from "../server/api.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";

export default function Device() {
  const [code, setCode] = useState(() => new URLSearchParams(location.search).get("user_code") ?? "");
  const [request, setRequest] = useState(/** @type {any} */ (null));
  const [done, setDone] = useState("");
  const [fault, setFault] = useState("");
  useEffect(() => {
    document.title = `${t("device")} – Comptoir`;
  }, []);
  const path = `devices/${encodeURIComponent(code.trim())}`;
  const refused = (error) => setFault(error.status === 404 ? t("device_unknown") : error.message);
  const load = (event) => {
    event.preventDefault();
    setFault("");
    get(path).then(setRequest, refused);
  };
  const answer = (allow) =>
    postOnce(path, { allow }).then(() => setDone(t(allow ? "device_allowed" : "device_refused")), refused);
  if (request || !session.value.token)
    return html`<${Consent} request=${request} fault=${fault} answer=${answer} done=${done} />`;
  return html`<main id="main" class="page stack">
    <h1>${t("device")}</h1>
    <form class="panel stack" onSubmit=${load}>
      <label for="code">${t("device_code")}</label
      ><input
        id="code"
        class="mono"
        required
        maxlength="12"
        autocomplete="off"
        autocapitalize="characters"
        value=${code}
        onInput=${(event) => setCode(event.target.value)}
      />
      <div><button class="act">${t("go_on")}</button></div>
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    </form>
  </main>`;
}
