/** The form to found a league: its game, divisions, promotion, and the start of seasons. */

import { ofAGame, useOrganising } from "../setup/organising.js";
import { Choice } from "../shell/choice.js";
import { CheckField, NumberField } from "../tournament/fields.js";
import { FORMATS, hasRounds } from "../tournament/form.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** Returns the body of `POST /leagues`, without the game, its options and the clock. */
function bodyOf(form) {
  const { title, seats, moving, rated, substitutes } = form;
  const format = form.format === "knock_out" && seats !== 2 ? "swiss" : form.format;
  return {
    title: title.trim(),
    seats,
    format,
    sizes: Array(form.divisions).fill(form.size),
    moving,
    rated,
    substitutes,
    visibility: form.visibility,
    ...(hasRounds({ ...form, format }) ? { rounds: form.rounds } : {}),
    ...(form.by_itself ? { pause_days: form.pause_days } : {}),
  };
}

/** Returns the initial settings. */
const formFor = (seats) => ({
  seats: Math.max(2, seats.min), format: "round_robin", rounds: 5, divisions: 3, size: 8, moving: 2, by_itself: true,
  pause_days: 7, rated: false, substitutes: true, visibility: "public",
}); // prettier-ignore

export default ofAGame((props) => {
  const { club, game } = props;
  const wanted = { first: formFor(game.seats), path: "leagues", title: "league_title", longest: 60, bodyOf };
  const { form, set, send, what, time, rules } = useOrganising(props, wanted);
  return html`<main id="main" class="page">
    <h1>${t("found_league")}</h1>
    <form class="fields" onSubmit=${send}>
      ${what}
      <${Divisions} form=${form} set=${set} seats=${game.seats} /><${Seasons} form=${form} set=${set} />
      ${time}
      ${
        !club &&
        html`<${Choice}
          label=${t("visibility")}
          options=${["public", "unlisted"].map((key) => [key, t(`vis_${key}`)])}
          value=${form.visibility}
          set=${(visibility) => set({ visibility })}
        />`
      }
      ${rules}
      <div><button class="act">${t("open_league")}</button></div>
    </form>
  </main>`;
});

function Divisions({ form, set, seats }) {
  const formats = FORMATS.filter((format) => format !== "knock_out" || form.seats === 2);
  const number = (name, label, low, high) =>
    html`<${NumberField} form=${form} set=${set} name=${name} label=${label} low=${low} high=${high} />`;
  return html`<fieldset class="panel stack">
    <legend class="strong">${t("divisions")}</legend>
    ${number("divisions", t("how_many_divisions"), 1, 8)}
    ${number("size", t("places_of_each"), Math.max(2, form.seats), 56)}
    ${form.divisions > 1 && number("moving", t("moving_label"), 1, Math.floor(form.size / 2))}
    <p class="soft small">${t("league_rules", { n: form.moving })}</p>
    ${number("seats", t("seats_of_a_table"), seats.min, seats.max)}
    <${Choice}
      hidden
      label=${t("format")}
      options=${formats.map((format) => [format, t(`format_${format}`)])}
      value=${form.format}
      set=${(format) => set({ format })}
    />
    <p class="soft small">${t(`about_${form.format}`)}</p>
    ${hasRounds(form) && number("rounds", t("rounds"), 1, 30)}
    <${CheckField} form=${form} set=${set} name="substitutes" label=${t("may_substitute")} />
    <${CheckField} form=${form} set=${set} name="rated" label=${t("new_rated")} />
  </fieldset>`;
}

const Seasons = ({ form, set }) =>
  html`<fieldset class="panel stack">
    <legend class="strong">${t("seasons")}</legend>
    <${CheckField} form=${form} set=${set} name="by_itself" label=${t("season_by_itself")} />
    ${form.by_itself && html`<${NumberField} form=${form} set=${set} name="pause_days" label=${t("pause_days_label")} low=${0} high=${365} />`}
    <p class="soft small">${t("first_season_text")}</p>
  </fieldset>`;
