/** Who one is: name and picture, e-mail address, password. */

import { patch, postOnce } from "../server/api.js";
import { Link } from "../shell/router.js";
import { session, signIn } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

export function Profile({ me, setMe }) {
  const [name, setName] = useState(me.name);
  const { send, said } = useSaved();
  const show = async (what) => {
    const found = await send(patch("me", what));
    if (found) setMe(found);
  };
  const rename = async (event) => {
    event.preventDefault();
    const found = await send(patch("me", { name }));
    if (found) {
      setMe(found);
      signIn(session.value.token, found.name);
    }
  };
  return html`<${Part} name="profile" title=${t("profile")}
    ><div class="row">
      <img class="portrait" src=${me.avatar} alt=${t("avatar_of", { name: me.name })} width="64" height="64" /><span
        class="grow"
        ><strong>${me.name}</strong><br /><span class="soft small">${t("avatar_text")}</span></span
      >
    </div>
    <form class="stack" onSubmit=${rename}>
      <label for="new-name">${t("name")}</label>
      <div class="row">
        <input
          id="new-name"
          class="grow"
          required
          minlength="2"
          maxlength="40"
          autocomplete="username"
          value=${name}
          onInput=${(event) => setName(event.target.value)}
        /><button disabled=${name === me.name}>${t("rename")}</button>
      </div>
    </form>
    ${["shows_presence", "shows_results"]
      .filter((name) => me[name] !== undefined)
      .map(
        (name) =>
          html`<label class="check" key=${name}
            ><input
              type="checkbox"
              name=${name}
              checked=${me[name]}
              onChange=${(event) => show({ [name]: event.target.checked })}
            />
            <span>${t(name)}</span></label
          >`,
      )}
    <p><${Link} to=${`/p/${encodeURIComponent(me.name)}`}>${t("my_page")}<//></p>
    ${said}<//
  >`;
}

export function Email({ me, setMe }) {
  const [email, setEmail] = useState(me.email ?? "");
  const { send, said } = useSaved();
  const save = async (event) => {
    event.preventDefault();
    const found = await send(patch("me", { email: email.trim() || null }), email.trim() ? t("link_sent") : t("saved"));
    if (found) setMe(found);
  };
  return html`<${Part} name="email" title=${t("email")}
    ><p class="soft small">${t("email_text")}</p>
    <form class="stack" onSubmit=${save}>
      <label for="email">${t("email")}</label>
      <div class="row">
        <input
          id="email"
          class="grow"
          type="email"
          maxlength="254"
          autocomplete="email"
          value=${email}
          onInput=${(event) => setEmail(event.target.value)}
        /><button>${t("save")}</button>
      </div>
    </form>
    ${
      me.email &&
      html`<p class="row">
        <span class="grow">${t(me.email_confirmed ? "email_confirmed" : "email_unconfirmed", { email: me.email })}</span
        >${
          !me.email_confirmed &&
          html`<button class="dense" onClick=${() => send(postOnce("me/confirmation", {}), t("link_sent"))}>
            ${t("send_again")}
          </button>`
        }
      </p>`
    }${said}<//
  >`;
}

export function Password({ me, setMe }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { send, said } = useSaved();
  const save = async (event) => {
    event.preventDefault();
    const found = await send(patch("me", { password, ...(me.guest ? {} : { current_password: current }) }));
    if (found) {
      setMe(found);
      setCurrent("");
      setPassword("");
    }
  };
  return html`<${Part} name="password" title=${t("password")}
    ><p class="soft small">${t(me.guest ? "keep_name_text" : "password_text")}</p>
    <form class="stack" onSubmit=${save}>
      ${
        !me.guest &&
        html`<label for="current-password">${t("current_password")}</label
          ><input
            id="current-password"
            type="password"
            required
            autocomplete="current-password"
            value=${current}
            onInput=${(event) => setCurrent(event.target.value)}
          />`
      }
      <label for="new-password">${t("new_password")}</label>
      <div class="row">
        <input
          id="new-password"
          class="grow"
          type="password"
          required
          minlength="8"
          maxlength="128"
          autocomplete="new-password"
          value=${password}
          onInput=${(event) => setPassword(event.target.value)}
        /><button>${t("save")}</button>
      </div>
    </form>
    ${said}<//
  >`;
}
