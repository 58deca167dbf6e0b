/** A trial of an order before it is saved: with the open question, and with the questions answered so far. */

import { post } from "../server/api.js";
import { Link } from "../shell/router.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** A form passes through many states. The client queries the server only about the state at which the form rests. */
const REST_MS = 400;
const MOST_SHOWN = 4;

/** @typedef {import("../types.js").Api["OrderTrialNow"]} Now */

/** @param {{id: string, path: string, order: object, seq: number}} props */
export function Trial({ id, path, order, seq }) {
  const [tried, setTried] = useState(/** @type {import("../types.js").Api["OrderTrial"]|null} */ (null));
  const body = JSON.stringify(order);
  useEffect(() => {
    let gone = false;
    const ask = () =>
      post(path, JSON.parse(body)).then(
        (found) => gone || setTried(found),
        () => gone || setTried(null), // errors are shown when the order is saved
      );
    const timer = setTimeout(ask, REST_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [path, body, seq]);
  if (!tried) return null;
  const given = tried.past.filter(({ text }) => text !== null);
  const alike = given.filter(({ text, played_text }) => text === played_text);
  const others = given.filter((one) => !alike.includes(one)).slice(0, MOST_SHOWN);
  return html`<div class="small stack" data-trial role="status">
    ${tried.now.map((one) => html`<span key=${one.prompt}>${nowText(one)}</span>`)}
    ${
      tried.past.length > 0 &&
      html`<span>${t("trial_past", { n: tried.past.length, given: given.length, alike: alike.length })}</span>`
    }
    ${
      others.length > 0 &&
      html`<ul>
        ${others.map(
          (one) =>
            html`<li key=${one.seq}>
              <${Link} to=${`/m/${id}/replay#${one.seq}`}>${t("order_answered", { n: one.seq })}<//>${t("colon")}${t(
                "trial_other",
                { text: one.text, played: one.played_text },
              )}
            </li>`,
        )}
      </ul>`
    }
  </div>`;
}

/** @param {Now} one */
const nowText = ({ text, earlier }) =>
  earlier !== null
    ? t("trial_earlier", { n: earlier + 1 })
    : text === null
      ? t("trial_silent")
      : t("trial_now", { text });
