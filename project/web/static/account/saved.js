/** A request of the account page, with its result shown beside it. */

import { t } from "../words/texts.js";
import { html, useState } from "../vendor/preact.js";

/** @returns {{send: (promise: Promise<any>, words?: string) => Promise<any>, feedback: any}} `send` resolves to undefined if the server refuses */
export function useSaved() {
  const [notice, setNotice] = useState("");
  const [fault, setFault] = useState("");
  const send = (promise, words = t("saved")) =>
    promise.then(
      (answer) => {
        setFault("");
        setNotice(words);
        return answer ?? null;
      },
      (error) => {
        setNotice("");
        setFault(error.reasons?.join(" ") || error.message);
      },
    );
  const feedback = html`${notice && html`<p role="status">${notice}</p>`}${fault && html`<p class="fault" role="alert">${fault}</p>`}`;
  return { send, feedback };
}

/** A section of the page with its heading. */
export const Part = ({ title, children, name }) =>
  html`<section class="panel stack" data-part=${name}>
    <h2>${title}</h2>
    ${children}
  </section>`;
