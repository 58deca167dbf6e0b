/** Settings, each saved at once; also signing in and out. */

import { useTitle } from "../shell/title.js";
import { Tabs } from "../account/tabs.js";
import { get, patch, remove } from "../server/api.js";
import { Link } from "../shell/router.js";
import { LANGUAGES, prefer, session, settings, signIn } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Choice } from "../shell/choice.js";
import { sound } from "../shell/hear.js";
import { PACES } from "../table/state/pace.js";

/** The settings with only a few values each, by the prefix of their text keys. @type {[string, any[], ((value: any) => string)?][]} */
const LOOKS = [
  ["theme", ["auto", "light", "dark"]],
  ["vision", ["usual", "other"]],
  ["motion", ["auto", "on", "off"]],
  ["pace", Object.keys(PACES)],
  ["sound", ["off", "on"]],
  ["size", [100, 115, 130, 150], (value) => `${value} %`],
  ["confirm", ["clock", "always", "never"]],
];

const LABELS = { size: "text_size" };

export default function Settings() {
  const { keys, spoken, language } = settings.value;
  const choose = (key, value) => {
    prefer({ [key]: value });
    if (key === "sound") sound("turn"); // the player hears the new setting at once
  };
  const speak = (code) => {
    prefer({ language: code });
    if (session.value.token) patch("me", { language: code }).catch(() => {});
  };
  useTitle(t("settings"));
  return html`<main id="main" class="page stack">
    <h1>${t("settings")}</h1>
    ${session.value.token && html`<${Tabs} tab="settings" />`}
    <div class="fields sections">
      <section class="panel stack">
        <h2>${t("name_and_language")}</h2>
        ${session.value.token ? html`<${Account} />` : html`<p><${Link} class="button act" to="/login?to=/settings">${t("sign_in")}<//></p>`}
        <${Choice}
          label=${t("language")}
          options=${LANGUAGES.map(({ code, name }) => [code, name])}
          value=${language}
          set=${speak}
        />
      </section>
      <section class="panel stack">
        <h2>${t("looks")}</h2>
        ${LOOKS.map(
          ([key, values, words = (value) => t(`${key}_${value}`)]) =>
            html`<${Choice}
                key=${key}
                label=${t(LABELS[key] ?? key)}
                options=${values.map((one) => [one, words(one)])}
                value=${settings.value[key]}
                set=${(value) => choose(key, value)}
              />${key === "vision" && html`<p class="small soft">${t("vision_text")}</p>`}`,
        )}
        <label class="check"
          ><input type="checkbox" checked=${keys} onChange=${(event) => prefer({ keys: event.target.checked })} />
          ${t("single_keys")}</label
        >
        <label class="check"
          ><input type="checkbox" checked=${spoken} onChange=${(event) => prefer({ spoken: event.target.checked })} />
          ${t("text_tables")}</label
        >
      </section>
    </div>
  </main>`;
}

function Account() {
  const [me, setMe] = useState(null);
  useEffect(() => {
    get("me").then(setMe, () => {});
  }, [session.value.token]);
  const out = async () => {
    await remove("tokens").catch(() => {});
    signIn(null, null);
  };
  return html`<p>${t("signed_in_as", { name: session.value.name })}</p>
    <div class="row">
      <button onClick=${out}>${t(me && (!me.guest || me.passkeys) ? "sign_out" : "sign_out_guest")}</button>
    </div>
    <p class="small soft" data-offline>
      ${t(document.documentElement.dataset.bundle === undefined ? "offline_modules" : "offline_bundled")}
    </p>`;
}
