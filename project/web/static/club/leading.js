/** The name and the description of a club, and the button to close it. */

import { Part, useSaved } from "../account/saved.js";
import { patch, remove } from "../server/api.js";
import { go } from "../shell/router.js";
import { html, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { addressOf } from "./words.js";

export function Leading({ club, changed }) {
  const [name, setName] = useState(club.name);
  const [about, setAbout] = useState(club.about);
  const [sure, setSure] = useState(false);
  const { send, feedback } = useSaved();
  const save = (event) => {
    event.preventDefault();
    send(patch(`clubs/${club.id}`, { name, about: about || null })).then((now) => {
      if (!now) return;
      if (addressOf(now) === addressOf(club)) changed();
      else go(addressOf(now));
    });
  };
  const end = () => send(remove(`clubs/${club.id}`)).then((done) => done !== undefined && go("/clubs"));
  return html`<${Part} name="leading" title=${t("club_settings")}>
    <form class="stack" onSubmit=${save}>
      <label class="field"
        ><span class="strong">${t("club_name")}</span
        ><input required minlength="2" maxlength="40" value=${name} onInput=${(event) => setName(event.target.value)}
      /></label>
      <label class="field"
        ><span class="strong">${t("club_about")}</span
        ><input maxlength="400" value=${about} onInput=${(event) => setAbout(event.target.value)}
      /></label>
      <div><button>${t("save")}</button></div>
    </form>
    ${
      club.role === "owner" &&
      html`<div class="row">
        ${
          sure
            ? html`<span class="grow">${t("club_dissolve_sure")}</span
                ><button onClick=${end}>${t("club_dissolve")}</button
                ><button onClick=${() => setSure(false)}>${t("cancel")}</button>`
            : html`<button class="quiet" onClick=${() => setSure(true)}>${t("club_dissolve")}</button>`
        }
      </div>`
    }
    ${feedback}<//
  >`;
}
