/** The form to organise a tournament: its game, the draw of rounds, scoring, entry, and start. */

import { ofAGame, useOrganising } from "../setup/organising.js";
import { EntryFields, FormatFields, ScoreFields } from "../tournament/fields.js";
import { bodyOf, formFor } from "../tournament/form.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";

export default ofAGame((props) => {
  const { seats } = props.game;
  const wanted = { first: formFor(seats), path: "tournaments", title: "tournament_title", longest: 80, bodyOf };
  const { form, set, send, what, time, rules } = useOrganising(props, wanted);
  return html`<main id="main" class="page">
    <h1>${t("organise")}</h1>
    <form class="fields" onSubmit=${send}>
      ${what}
      <${FormatFields} form=${form} set=${set} seats=${seats} />
      <${ScoreFields} form=${form} set=${set} />
      ${time}
      <${EntryFields} form=${form} set=${set} />
      ${rules}
      <div><button class="act">${t("open_tournament")}</button></div>
    </form>
  </main>`;
});
