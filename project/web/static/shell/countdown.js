/** The time left, by the server's clock. */

import { serverNow } from "../server/api.js";
import { left, t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** @param {{at: string, bare?: boolean}} props bare: whether words are omitted, because a sign explains the time */
export function Countdown({ at, bare = false }) {
  const [now, setNow] = useState(serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const ms = Date.parse(at) - now;
  return html`<time class=${`num${ms < 10000 ? " strong" : ""}`} datetime=${at} title=${t("until")}
    >${
      bare
        ? html`<span class="hidden-text">${t("time_left", { time: "" })}</span>${left(ms)}`
        : t("time_left", { time: left(ms) })
    }</time
  >`;
}
