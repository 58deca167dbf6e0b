/** The consent page of an app: the requested permissions in plain words, with two answers. It signs the player in first. */

import { NewGuest } from "../setup/guest.js";
import { SignIn } from "../shell/signin.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useState } from "../vendor/preact.js";

export function Consent({ request, fault, answer, done = "" }) {
  const [busy, setBusy] = useState(false);
  const say = async (allow) => {
    setBusy(true);
    await answer(allow);
    setBusy(false);
  };
  return html`<main id="main" class="page stack">
    <h1>${t("consent")}</h1>
    <section class="panel stack">
      ${
        done
          ? html`<p role="status">${done}</p>`
          : !session.value.token
            ? html`<p>${t("consent_sign_in")}</p>
                <${SignIn} />
                <${NewGuest} />`
            : request && html`<${Question} request=${request} busy=${busy} say=${say} />`
      }
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    </section>
  </main>`;
}

function Question({ request: { name, owner, scopes, host }, busy, say }) {
  return html`<p>${t("consent_asks", { app: name, owner, name: session.value.name })}</p>
    <ul class="lines">
      ${scopes.map((scope) => html`<li key=${scope}>${t(`consent_${scope}`)}</li>`)}
    </ul>
    <p class="soft small">${host ? t("consent_host", { host }) : t("consent_device")} ${t("consent_never")}</p>
    <div class="row">
      <button class="act" disabled=${busy} onClick=${() => say(true)}>${t("allow")}</button>
      <button disabled=${busy} onClick=${() => say(false)}>${t("refuse")}</button>
    </div>`;
}
