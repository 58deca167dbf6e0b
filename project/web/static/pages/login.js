/** Signing in, creating an account, requesting a new password: one page that shows one form at a time. */

import { useTitle } from "../shell/title.js";
import { CardArt } from "../cards/card.js";
import { fanOf } from "../cards/fans.js";
import { felt } from "../cards/felts.js";
import { brief } from "../server/catalog.js";
import { Create, Forgotten, SignIn } from "../shell/signin.js";
import { go, Link } from "../shell/router.js";
import { session, settings } from "../shell/session.js";
import { Mark } from "../shell/topbar.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

const FORMS = { "sign-in": SignIn, create: Create, forgotten: Forgotten };

/** Returns the address of this site to open after signing in; by default the player's matches. */
function after() {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  return /^\/(?!\/)/.test(to) ? to : "/play";
}

const named = () => (location.hash.slice(1) in FORMS ? location.hash.slice(1) : "sign-in");

export default function Login() {
  const [form, setForm] = useState(named);
  const { token, name } = session.value;
  const Form = FORMS[form];
  const game = brief(settings.value.game);
  const turn = (next) => {
    history.replaceState(null, "", `${location.pathname}${location.search}#${next}`);
    setForm(next);
  };
  useTitle(t(`form_${form}`));
  useEffect(() => {
    const onHash = () => setForm(named());
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  return html`<main id="main" class="page login">
    <section class="login-side" aria-hidden="true">
      ${felt(settings.value.game)}
      <div class="fan">
        ${game && fanOf(game).map((face) => html`<span><${CardArt} game=${game} face=${face} /></span>`)}
      </div>
      <p>${t("login_promise")}</p>
    </section>
    <section class="login-form stack">
      <p class="brand"><${Mark} /> Comptoir</p>
      ${
        token
          ? html`<h1>${t("signed_in_as", { name })}</h1>
              <p class="row">
                <${Link} class="button act" to=${after()}>${t("go_on")}<//
                ><${Link} class="button" to="/account">${t("account")}<//>
              </p>`
          : html`<h1>${t(`form_${form}`)}</h1>
              <${Form} key=${form} done=${() => go(after())} />
              <p class="login-ways">
                ${Object.keys(FORMS)
                  .filter((one) => one !== form)
                  .map(
                    (one) =>
                      html`<button key=${one} class="link" data-form=${one} onClick=${() => turn(one)}>
                        ${t(`to_${one}`)}
                      </button>`,
                  )}
              </p>`
      }
    </section>
  </main>`;
}
