/** A verb as a button. A verb that is cooling down counts the seconds and cannot be pressed until then. */

import { serverNow } from "../../server/api.js";
import { help } from "../../server/catalog.js";
import { html, useEffect, useState } from "../../vendor/preact.js";

const TICK_MS = 250;

/** Returns the seconds until a template may be played; 0: now. @param {import("../../types.js").Template} template */
const secondsLeft = (template) =>
  template.available_at ? Math.max(0, Math.ceil((Date.parse(template.available_at) - serverNow()) / 1000)) : 0;

export function VerbButton({
  ctx: { match, sends },
  template,
  look = "",
  number,
  note = undefined,
  children,
  onClick,
  handlers = { onClick },
}) {
  const [left, setLeft] = useState(secondsLeft(template));
  useEffect(() => {
    setLeft(secondsLeft(template));
    if (!template.available_at) return;
    const timer = setInterval(() => setLeft(secondsLeft(template)), TICK_MS);
    return () => clearInterval(timer);
  }, [template.available_at]);
  return html`<button
    class=${look}
    data-verb=${template.verb}
    data-key=${number}
    disabled=${sends.isBusy || left > 0}
    title=${[help(match.game, "verbs", template.verb), note].filter(Boolean).join(" ")}
    ...${handlers}
  >
    ${children}${template.label}${left > 0 && html` <span class="num">· ${left} s</span>`}
  </button>`;
}
