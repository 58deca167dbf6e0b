/** The name of a new player. A name is enough to play. */

import { ensurePlayer } from "./start.js";
import { t } from "../words/texts.js";
import { html, useState } from "../vendor/preact.js";

export const GuestName = ({ name, setName }) =>
  html`<label for="guest">${t("your_name")}</label
    ><input
      id="guest"
      required
      minlength="2"
      maxlength="40"
      value=${name}
      onInput=${(event) => setName(event.target.value)}
    />`;

/** A form that creates a guest, for pages that need a player. */
export function NewGuest() {
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  const begin = (event) => {
    event.preventDefault();
    ensurePlayer(name).catch((error) => setFault(error.message));
  };
  return html`<form class="stack" data-part="guest" onSubmit=${begin}>
    <h2>${t("new_here")}</h2>
    <p class="soft">${t("new_here_text")}</p>
    <${GuestName} name=${name} setName=${setName} />
    <div><button>${t("go_on_as_guest")}</button></div>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </form>`;
}
