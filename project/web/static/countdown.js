/** The time that is left, by the server's clock. */

import { serverNow } from "./api.js";
import { left, t } from "./texts.js";
import { html, useEffect, useState } from "./vendor/preact.js";

export function Countdown({ at }) {
  const [now, setNow] = useState(serverNow());
  useEffect(() => { const timer = setInterval(() => setNow(serverNow()), 1000); return () => clearInterval(timer); }, []);
  const ms = Date.parse(at) - now;
  return html`<time class=${`num${ms < 10000 ? " strong" : ""}`} datetime=${at} title=${t("until")}>${t("time_left", { time: left(ms) })}</time>`;
}
