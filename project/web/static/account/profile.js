/** A player's profile: name and picture, e-mail address, password. */

import { face, faceOfPlayer, FACES } from "../cards/faces.js";
import { patch, postOnce } from "../server/api.js";
import { Link } from "../shell/router.js";
import { prefer, session, signIn } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

/** The current password, which confirms the player's identity if the last sign-in is not recent. A guest has none. */
function CurrentPassword({ me, id, value, setValue, isRequired = false }) {
  return (
    !me.guest &&
    html`<label for=${id}>${t("current_password")}</label
      ><input
        id=${id}
        type="password"
        required=${isRequired}
        autocomplete="current-password"
        value=${value}
        onInput=${(event) => setValue(event.target.value)}
      />`
  );
}

/** @param {string} current */
const proof = (current) => (current ? { current_password: current } : {});

export function Profile({ me, setMe }) {
  const [name, setName] = useState(me.name);
  const [current, setCurrent] = useState("");
  const { send, feedback } = useSaved();
  const show = async (what) => {
    const found = await send(patch("me", what));
    if (!found) return;
    setMe(found);
    prefer({ face: faceOfPlayer(found) });
  };
  const rename = async (event) => {
    event.preventDefault();
    const found = await send(patch("me", { name, ...proof(current) }));
    if (found) {
      setMe(found);
      setCurrent("");
      signIn(session.value.token, found.name);
    }
  };
  return html`<${Part} name="profile" title=${t("profile")}
    ><${FaceChoice} me=${me} set=${(chosen) => show({ face: chosen })} />
    <form class="stack" onSubmit=${rename}>
      ${
        name !== me.name &&
        html`<${CurrentPassword} me=${me} id="password-for-name" value=${current} setValue=${setCurrent} />`
      }
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
    ${feedback}<//
  >`;
}

/** The faces to choose from; the player's own face is marked. */
function FaceChoice({ me, set }) {
  const own = faceOfPlayer(me);
  return html`<div class="faces" role="radiogroup" aria-label=${t("your_face")}>
      ${FACES.map(
        (id, at) =>
          html`<button
            key=${id}
            type="button"
            role="radio"
            data-face=${id}
            aria-checked=${String(id === own)}
            aria-label=${t("face_n", { n: at + 1 })}
            onClick=${() => set(id)}
          >
            ${face(id, { size: 56, mouth: id === own ? "happy" : "calm" })}
          </button>`,
      )}
    </div>
    <p class="small soft">${t("face_text")}</p>`;
}

export function Email({ me, setMe }) {
  const [email, setEmail] = useState(me.email ?? "");
  const [current, setCurrent] = useState("");
  const { send, feedback } = useSaved();
  const save = async (event) => {
    event.preventDefault();
    const change = { email: email.trim() || null, ...proof(current) };
    const found = await send(patch("me", change), change.email ? t("link_sent") : t("saved"));
    if (found) {
      setMe(found);
      setCurrent("");
    }
  };
  return html`<${Part} name="email" title=${t("email")}
    ><p class="soft small">${t("email_text")}</p>
    <form class="stack" onSubmit=${save}>
      ${
        email !== (me.email ?? "") &&
        html`<${CurrentPassword} me=${me} id="password-for-email" value=${current} setValue=${setCurrent} />`
      }
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
          html`<button class="dense" onClick=${() => send(postOnce("email-confirmations", {}), t("link_sent"))}>
            ${t("send_again")}
          </button>`
        }
      </p>`
    }${feedback}<//
  >`;
}

export function Password({ me, setMe }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { send, feedback } = useSaved();
  const save = async (event) => {
    event.preventDefault();
    const found = await send(patch("me", { password, ...proof(current) }));
    if (found) {
      setMe(found);
      setCurrent("");
      setPassword("");
    }
  };
  return html`<${Part} name="password" title=${t("password")}
    ><p class="soft small">${t(me.guest ? "keep_name_text" : "password_text")}</p>
    <form class="stack" onSubmit=${save}>
      <${CurrentPassword} me=${me} id="current-password" value=${current} setValue=${setCurrent} isRequired />
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
    ${feedback}<//
  >`;
}
