/** The operator's decisions about me, and my replies to them. */

import { get, postOnce } from "../server/api.js";
import { t, when } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

/** @typedef {import("../types.js").Api["Sanction"]} Decided */

/** The decisions; nothing if there are none. */
export function Sanctions() {
  const [decided, setDecided] = useState(/** @type {Decided[]} */ ([]));
  useEffect(() => {
    get("me/sanctions").then(
      ({ items }) => setDecided(items),
      () => {},
    );
  }, []);
  const replace = (fresh) => setDecided(decided.map((one) => (one.id === fresh.id ? fresh : one)));
  if (!decided.length) return null;
  return html`<${Part} name="sanctions" title=${t("sanctions")}>
    ${decided.map((one) => html`<${Sanction} key=${one.id} one=${one} replace=${replace} />`)}
  <//>`;
}

/** @param {{one: Decided, replace: (fresh: Decided) => void}} props */
function Sanction({ one, replace }) {
  const until = one.until ? t("sanction_until", { time: when(one.until) }) : t("sanction_open");
  const facts = [t(`because_${one.reason}`), when(one.created_at)];
  if (one.kind !== "warning") facts.push(one.in_force ? until : t("sanction_over"));
  return html`<article class="stack" data-sanction=${one.kind}>
    <p><strong>${t(`sanction_${one.kind}`)}</strong> · ${facts.join(" · ")}</p>
    <p>${one.text}</p>
    ${
      one.appeal === null
        ? html`<${Appeal} id=${one.id} replace=${replace} />`
        : html`<p class="soft">${t("your_appeal")}${t("colon")}${one.appeal}</p>
            <p>${one.answer === null ? t("appeal_waits") : html`${t("appeal_answer")}${t("colon")}${one.answer}`}</p>`
    }
  </article>`;
}

function Appeal({ id, replace }) {
  const [text, setText] = useState("");
  const { send, feedback } = useSaved();
  const say = async (event) => {
    event.preventDefault();
    const fresh = await send(postOnce(`me/sanctions/${id}/appeal`, { text }));
    if (fresh) replace(fresh);
  };
  return html`<form class="stack" onSubmit=${say}>
    <label for=${`appeal-${id}`}>${t("appeal_text")}</label>
    <textarea
      id=${`appeal-${id}`}
      required
      maxlength="1000"
      rows="3"
      value=${text}
      onInput=${(event) => setText(event.target.value)}
    ></textarea>
    <div><button class="act">${t("appeal")}</button></div>
    ${feedback}
  </form>`;
}
