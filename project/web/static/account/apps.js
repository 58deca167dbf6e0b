/** Apps of other developers that may act for me, each with a button to sign it out; and the apps that I have registered. */

import { get, postOnce, remove } from "../server/api.js";
import { listed, t, when } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

const load = (path, set) => get(path).then(({ items }) => set(items));

export function SignedInApps() {
  const [apps, setApps] = useState(/** @type {any[]} */ ([]));
  const { send, feedback } = useSaved();
  useEffect(() => {
    load("me/apps", setApps).catch(() => {});
  }, []);
  const end = (app) =>
    send(remove(`me/apps/${app.client_id}`), t("revoked")).then(
      (done) => done !== undefined && load("me/apps", setApps),
    );
  if (!apps.length) return feedback;
  return html`<${Part} name="signed-in-apps" title=${t("apps_of_others")}
    ><ul class="lines">
      ${apps.map(
        (app) =>
          html`<li class="row" key=${app.client_id}>
            <span class="grow"
              ><strong>${app.name}</strong> <span class="soft">${t("app_by", { name: app.owner })}</span><br />
              <span class="soft small"
                >${listed(app.scopes.map((scope) => t(`scope_${scope}`)))} ·
                ${t("app_since", { time: when(app.since) })}</span
              ></span
            ><button class="dense" onClick=${() => end(app)}>${t("revoke")}</button>
          </li>`,
      )}
    </ul>
    ${feedback}<//
  >`;
}

export function OwnApps() {
  const [apps, setApps] = useState(/** @type {any[]} */ ([]));
  const { send, feedback } = useSaved();
  useEffect(() => {
    load("apps", setApps).catch(() => {});
  }, []);
  const drop = (app) =>
    send(remove(`apps/${app.client_id}`), t("removed")).then((done) => done !== undefined && load("apps", setApps));
  return html`<${Part} name="apps" title=${t("own_apps")}
    ><p class="soft small">${t("own_apps_text")}</p>
    <ul class="lines">
      ${apps.map(
        (app) =>
          html`<li class="row" key=${app.client_id}>
            <span class="grow"
              ><strong>${app.name}</strong> <span class="chip">${t(`app_${app.kind}`)}</span><br />
              <span class="mono small" data-client>${app.client_id}</span></span
            ><button class="dense" onClick=${() => drop(app)}>${t("remove")}</button>
          </li>`,
      )}
    </ul>
    <${NewApp}
      register=${(app) => send(postOnce("apps", app), t("saved")).then((done) => done && load("apps", setApps))}
    />
    ${feedback}<//
  >`;
}

function NewApp({ register }) {
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const submit = async (event) => {
    event.preventDefault();
    const app = address ? { name, kind: "page", redirect_uris: [address] } : { name, kind: "device" };
    if ((await register(app)) !== undefined) {
      setName("");
      setAddress("");
    }
  };
  return html`<details>
    <summary>${t("new_app")}</summary>
    <form class="stack" onSubmit=${submit}>
      <label for="app-name">${t("name")}</label
      ><input
        id="app-name"
        required
        minlength="2"
        maxlength="40"
        value=${name}
        onInput=${(event) => setName(event.target.value)}
      />
      <label for="app-address">${t("app_address")}</label
      ><input
        id="app-address"
        type="url"
        maxlength="300"
        value=${address}
        onInput=${(event) => setAddress(event.target.value)}
      />
      <div><button>${t("new_app")}</button></div>
    </form>
  </details>`;
}
