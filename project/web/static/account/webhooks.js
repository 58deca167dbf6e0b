/** Webhooks: addresses to which the server posts notices, and the outcome of each delivery. */

import { get, patch, postOnce, remove } from "../server/api.js";
import { KINDS } from "../notices/notices.js";
import { listed, t, when } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

const FORMS = ["standard", "discord", "slack", "matrix"];

/** Returns the text of a posted notice: its kind, or the line that a chat receives. */
const postedText = ({ type, content, text }) => (type ? t(`kind_${type}`) : (content ?? text));

export function Webhooks() {
  const [hooks, setHooks] = useState(/** @type {any[]} */ ([]));
  const load = () => get("me/webhooks").then(({ items }) => setHooks(items));
  useEffect(() => {
    load().catch(() => {});
  }, []);
  return html`<${Part} name="webhooks" title=${t("webhooks")}
    ><p class="soft small">${t("webhooks_text")}</p>
    ${hooks.map((hook) => html`<${Webhook} key=${hook.id} hook=${hook} changed=${load} />`)}<${NewWebhook} done=${load}
  /><//>`;
}

function Webhook({ hook, changed }) {
  const path = `me/webhooks/${hook.id}`;
  const [sent, setSent] = useState(/** @type {any[]|null} */ (null));
  const { send, feedback } = useSaved();
  const [active, setActive] = useState(hook.is_active);
  const toggle = () => {
    setActive(!active);
    send(patch(path, { is_active: !active })).then((done) => (done ? changed() : setActive(active)));
  };
  const end = () => send(remove(path)).then((done) => done !== undefined && changed());
  const show = () =>
    sent ? setSent(null) : send(get(`${path}/deliveries?limit=10`), "").then((page) => page && setSent(page.items));
  return html`<div class="stack webhook" data-webhook=${hook.url}>
    <span class="breaks"
      ><strong>${hook.url}</strong><br /><span class="soft small"
        >${hook.form !== "standard" && `${t(`form_${hook.form}`)} · `}${listed(hook.kinds.map((kind) => t(`kind_${kind}`)))}${
          hook.failing_since ? html` · ${t("failing_since", { time: when(hook.failing_since) })}` : ""
        }</span
      ></span
    >
    <div class="row">
      <label class="check"
        ><input type="checkbox" checked=${active} onChange=${toggle} /> <span>${t("webhook_active")}</span></label
      ><span class="grow"></span
      ><button class="dense" aria-expanded=${String(sent !== null)} onClick=${show}>${t("deliveries")}</button
      ><button class="dense" onClick=${end}>${t("delete")}</button>
    </div>
    ${
      sent &&
      (sent.length
        ? html`<ul class="lines small">
            ${sent.map(
              (one) =>
                html`<li class="row" key=${one.id}>
                  <span class="grow breaks">${postedText(one.body)} · <${Time} delivery=${one} /></span
                  ><span>${t(`delivery_${one.state}`)}${one.status ? ` (${one.status})` : ""}</span>
                </li>`,
            )}
          </ul>`
        : html`<p class="small">${t("no_deliveries")}</p>`)
    }${feedback}
  </div>`;
}

/** The time of a delivery, or of its next attempt. A chat message contains no time of its own. */
function Time({ delivery: { body, done_at: done, next_at: next } }) {
  const at = body.timestamp ?? done ?? next;
  return at && html`<time datetime=${at}>${when(at)}</time>`;
}

function NewWebhook({ done }) {
  const [url, setUrl] = useState("");
  const [form, setForm] = useState(FORMS[0]);
  const [kinds, setKinds] = useState(KINDS.slice(0, 1));
  const [secret, setSecret] = useState("");
  const { send, feedback } = useSaved();
  const make = async (event) => {
    event.preventDefault();
    const found = await send(postOnce("me/webhooks", { url, kinds, form }));
    if (found) {
      setSecret(found.secret);
      setUrl("");
      done();
    }
  };
  const choose = (kind, on) => setKinds(KINDS.filter((one) => (one === kind ? on : kinds.includes(one))));
  return html`<details>
    <summary>${t("new_webhook")}</summary>
    <form class="stack" onSubmit=${make}>
      <label for="webhook-url">${t("webhook_url")}</label
      ><input
        id="webhook-url"
        type="url"
        required
        placeholder="https://"
        value=${url}
        onInput=${(event) => setUrl(event.target.value)}
      />
      <label class="field"
        ><span>${t("webhook_form")}</span
        ><select name="form" onChange=${(event) => setForm(event.target.value)}>
          ${FORMS.map((one) => html`<option key=${one} value=${one} selected=${one === form}>${t(`form_${one}`)}</option>`)}
        </select></label
      >
      <div role="group" aria-label=${t("webhook_kinds")}>
        ${KINDS.map(
          (kind) =>
            html`<label class="check" key=${kind}
              ><input
                type="checkbox"
                name=${`kind-${kind}`}
                checked=${kinds.includes(kind)}
                onChange=${(event) => choose(kind, event.target.checked)}
              />
              <span>${t(`kind_${kind}`)}</span></label
            >`,
        )}
      </div>
      <div><button disabled=${!kinds.length}>${t("make_webhook")}</button></div>
    </form>
    ${
      secret &&
      html`<label class="field"
        ><span>${t("secret_once")}</span
        ><input readonly class="mono" data-secret value=${secret} onFocus=${(event) => event.target.select()}
      /></label>`
    }${feedback}
  </details>`;
}
