/** Signing in with a name and a password, or with a passkey. */

import { postOnce } from "../server/api.js";
import { usePaths } from "../server/served.js";
import { canPasskey, enter as enterByPasskey } from "./passkey.js";
import { session, signIn } from "./session.js";
import { t } from "../words/texts.js";
import { html, useState } from "../vendor/preact.js";

export function SignIn() {
  const [name, setName] = useState(session.value.name ?? "");
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState("");
  const known = usePaths();
  const byPasskey = () =>
    enterByPasskey().then(
      (found) => found && signIn(found.token, found.name),
      (error) => setFault(error.message),
    );
  const enter = (event) => {
    event.preventDefault();
    postOnce("tokens", { name, password }).then(
      ({ token }) => signIn(token, name),
      (error) => setFault(error.message),
    );
  };
  return html`<form class="stack" onSubmit=${enter}>
    <label for="name">${t("name")}</label
    ><input
      id="name"
      required
      autocomplete="username"
      value=${name}
      onInput=${(event) => setName(event.target.value)}
    />
    <label for="password">${t("password")}</label
    ><input
      id="password"
      type="password"
      required
      autocomplete="current-password"
      value=${password}
      onInput=${(event) => setPassword(event.target.value)}
    />
    <div class="row">
      <button class="act">${t("sign_in")}</button>
      ${
        known.has("/passkey-tokens") &&
        canPasskey &&
        html`<button type="button" data-passkey onClick=${byPasskey}>${t("sign_in_passkey")}</button>`
      }
    </div>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </form>`;
}
