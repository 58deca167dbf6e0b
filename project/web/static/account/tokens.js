/** Tokens: a player's sign-ins with their permissions, and new tokens for programs. */

import { get, postOnce, remove } from "../server/api.js";
import { session } from "../shell/session.js";
import { listed, t, when } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

const SCOPES = ["read", "play"];

export function Tokens({ me }) {
  const [tokens, setTokens] = useState(/** @type {any[]} */ ([]));
  const { send, feedback } = useSaved();
  const load = () => get("tokens").then(({ items }) => setTokens(items));
  useEffect(() => {
    load().catch(() => {});
  }, []);
  const revoke = (id) => send(remove(`tokens/${id}`), t("revoked")).then((done) => done !== undefined && load());
  return html`<${Part} name="tokens" title=${t("tokens")}
    ><p class="soft small">${t("tokens_text")}</p>
    <ul class="lines">
      ${tokens.map(
        (token) =>
          html`<li class="row" key=${token.id} data-token=${token.label}>
            <span class="grow"
              ><strong>${token.label || t("token_plain")}</strong
              >${token.current && html` <span class="chip">${t("token_current")}</span>`}<br />
              <span class="soft small"
                >${listed(token.scopes.map((scope) => t(`scope_${scope}`)))} ·
                ${t("token_until", { time: when(token.expires_at) })}</span
              ></span
            >
            ${!token.current && html`<button class="dense" onClick=${() => revoke(token.id)}>${t("revoke")}</button>`}
          </li>`,
      )}
    </ul>
    ${me.guest ? html`<p class="small">${t("token_needs_password")}</p>` : html`<${NewToken} done=${load} />`}${feedback}<//
  >`;
}

function NewToken({ done }) {
  const [label, setLabel] = useState("");
  const [password, setPassword] = useState("");
  const [scopes, setScopes] = useState(["read"]);
  const [made, setMade] = useState("");
  const { send, feedback } = useSaved();
  const make = async (event) => {
    event.preventDefault();
    const found = await send(
      postOnce("tokens", { name: session.value.name, password, label, scopes }),
      t("token_made"),
    );
    if (found) {
      setMade(found.token);
      setLabel("");
      setPassword("");
      done();
    }
  };
  return html`<details>
    <summary>${t("new_token")}</summary>
    <form class="stack" onSubmit=${make}>
      <label for="token-label">${t("token_label")}</label
      ><input
        id="token-label"
        maxlength="40"
        required
        value=${label}
        onInput=${(event) => setLabel(event.target.value)}
      />
      <${Scopes} scopes=${scopes} set=${setScopes} />
      <label for="token-password">${t("password")}</label
      ><input
        id="token-password"
        type="password"
        required
        autocomplete="current-password"
        value=${password}
        onInput=${(event) => setPassword(event.target.value)}
      />
      <div><button disabled=${!scopes.length}>${t("make_token")}</button></div>
    </form>
    ${
      made &&
      html`<label class="field"
        ><span>${t("token_once")}</span
        ><input readonly class="mono" data-secret value=${made} onFocus=${(event) => event.target.select()}
      /></label>`
    }${feedback}
  </details>`;
}

/** The permissions of a new token. */
function Scopes({ scopes, set }) {
  const choose = (scope, on) => set(SCOPES.filter((one) => (one === scope ? on : scopes.includes(one))));
  return html`<div role="group" aria-label=${t("token_scopes")}>
    ${SCOPES.map(
      (scope) =>
        html`<label class="check" key=${scope}
          ><input
            type="checkbox"
            name=${`scope-${scope}`}
            checked=${scopes.includes(scope)}
            onChange=${(event) => choose(scope, event.target.checked)}
          />
          <span>${t(`scope_${scope}`)}</span></label
        >`,
    )}
  </div>`;
}
