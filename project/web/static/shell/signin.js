/** The forms of the sign-in page: a name and a password or a passkey, a new account, an e-mail with a new password. */

import { postOnce, repeated } from "../server/api.js";
import { usePaths } from "../server/served.js";
import { canPasskey, enter as enterByPasskey } from "./passkey.js";
import { session, signIn } from "./session.js";
import { Sign } from "./ui.js";
import { t } from "../words/texts.js";
import { html, useState } from "../vendor/preact.js";

/** Returns the state of a form: its fields, a single submission, its error. @param {(values: any) => Promise<any>} act */
function useForm(act) {
  const [values, setValues] = useState(/** @type {Record<string, string>} */ ({ name: session.value.name ?? "" }));
  const [{ isBusy, fault }, setState] = useState({ isBusy: false, fault: "" });
  const send = (promise) => {
    setState({ isBusy: true, fault: "" });
    return promise.then(
      () => setState({ isBusy: false, fault: "" }),
      (error) => setState({ isBusy: false, fault: error.reasons?.[0] ?? error.message }),
    );
  };
  const field = (name, label, more = {}) =>
    html`<label for=${name}>${label}</label
      ><input
        id=${name}
        name=${name}
        required
        value=${values[name] ?? ""}
        onInput=${(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
        ...${more}
      />`;
  const onSubmit = (event) => {
    event.preventDefault();
    send(act(values));
  };
  const faultLine = fault && html`<p class="fault" role="alert">${fault}</p>`;
  return { field, onSubmit, isBusy, faultLine, send };
}

const PASSWORD = { type: "password", minlength: 8 };

/** @param {{done?: () => void}} props */
export function SignIn({ done = () => {} }) {
  const known = usePaths();
  const { field, onSubmit, isBusy, faultLine, send } = useForm(async ({ name, password }) => {
    const { token } = await repeated(() => postOnce("tokens", { name, password }), ["busy"]); // other passwords are being checked
    signIn(token, name);
    done();
  });
  const byPasskey = () =>
    send(
      enterByPasskey().then((found) => {
        if (!found) return;
        signIn(found.token, found.name);
        done();
      }),
    );
  return html`<form class="stack" onSubmit=${onSubmit}>
    ${field("name", t("name"), { autocomplete: "username" })}
    ${field("password", t("password"), { type: "password", autocomplete: "current-password" })}
    <button class="act" disabled=${isBusy}>${t("sign_in")}</button>
    ${
      known.has("/passkey-tokens") &&
      canPasskey &&
      html`<button type="button" data-passkey onClick=${byPasskey}>
        <${Sign} name="key" /> ${t("sign_in_passkey")}
      </button>`
    }
    ${faultLine}
  </form>`;
}

/** @param {{done: () => void}} props */
export function Create({ done }) {
  const { field, onSubmit, isBusy, faultLine } = useForm(async ({ name, password, email }) => {
    const player = await postOnce("players", { name, password, ...(email ? { email } : {}) });
    signIn(player.token, player.name);
    done();
  });
  return html`<form class="stack" onSubmit=${onSubmit}>
    ${field("name", t("name"), { autocomplete: "username", minlength: 2, maxlength: 40 })}
    ${field("password", t("password"), { ...PASSWORD, autocomplete: "new-password" })}
    ${field("email", t("email_for_recovery"), { type: "email", autocomplete: "email", required: false })}
    <button class="act" disabled=${isBusy}>${t("form_create")}</button>
    <p class="small soft">${t("create_text")}</p>
    ${faultLine}
  </form>`;
}

export function Forgotten() {
  const [isSent, setSent] = useState(false);
  const { field, onSubmit, isBusy, faultLine } = useForm(async ({ email }) => {
    await postOnce("password-resets", { email });
    setSent(true);
  });
  if (isSent) return html`<p class="notice" role="status">${t("recovery_sent")}</p>`;
  return html`<form class="stack" onSubmit=${onSubmit}>
    <p class="soft">${t("recovery_text")}</p>
    ${field("email", t("email"), { type: "email", autocomplete: "email" })}
    <button class="act" disabled=${isBusy}>${t("send_link")}</button>
    ${faultLine}
  </form>`;
}
