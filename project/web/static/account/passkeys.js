/** Passkeys: my passkeys, each with buttons to rename and remove it, and a new passkey for this device. */

import { get, patch, remove } from "../server/api.js";
import { add } from "../shell/passkey.js";
import { t, when } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

const PATH = "me/passkeys";

export function Passkeys() {
  const [passkeys, setPasskeys] = useState(/** @type {any[]} */ ([]));
  const { send, feedback } = useSaved();
  const load = () => get(PATH).then(({ items }) => setPasskeys(items));
  useEffect(() => {
    load().catch(() => {});
  }, []);
  const rename = (id, name) => send(patch(`${PATH}/${id}`, { name })).then((done) => done && load());
  const drop = (id) => send(remove(`${PATH}/${id}`), t("removed")).then((done) => done !== undefined && load());
  return html`<${Part} name="passkeys" title=${t("passkeys")}
    ><p class="soft small">${t("passkeys_text")}</p>
    <ul class="lines">
      ${passkeys.map(
        (passkey) =>
          html`<${Passkey}
            key=${passkey.id}
            passkey=${passkey}
            rename=${(name) => rename(passkey.id, name)}
            drop=${() => drop(passkey.id)}
          />`,
      )}
    </ul>
    <${NewPasskey} make=${(name) => send(add(name).then((made) => made && load().then(() => made)))} />
    ${feedback}<//
  >`;
}

function Passkey({ passkey, rename, drop }) {
  const [name, setName] = useState(passkey.name);
  const times = [t("since", { time: when(passkey.created_at) })];
  if (passkey.used_at) times.push(t("passkey_used", { time: when(passkey.used_at) }));
  const submit = (event) => {
    event.preventDefault();
    rename(name);
  };
  return html`<li class="stack" data-passkey-line=${passkey.name}>
    <form class="row" onSubmit=${submit}>
      <input
        class="grow"
        aria-label=${t("passkey_name")}
        required
        maxlength="40"
        value=${name}
        onInput=${(event) => setName(event.target.value)}
      /><button class="dense" disabled=${name === passkey.name}>${t("rename")}</button
      ><button class="dense" type="button" onClick=${drop}>${t("remove")}</button>
    </form>
    <span class="soft small">${times.join(" · ")}</span>
  </li>`;
}

function NewPasskey({ make }) {
  const [name, setName] = useState("");
  const submit = async (event) => {
    event.preventDefault();
    if (await make(name)) setName("");
  };
  return html`<form class="stack" onSubmit=${submit}>
    <label for="new-passkey">${t("passkey_name")}</label
    ><input
      id="new-passkey"
      name="passkey"
      required
      maxlength="40"
      value=${name}
      onInput=${(event) => setName(event.target.value)}
    />
    <div><button>${t("passkey_add")}</button></div>
  </form>`;
}
