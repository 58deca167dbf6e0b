/** Founding a league: what is played, how many divisions, who goes up and down, when seasons begin. */

import { post } from "../server/api.js";
import { game as gameOf, games } from "../server/catalog.js";
import { OfClub, useClub } from "../setup/house.js";
import { clockBody, NO_CLOCK } from "../setup/clock.js";
import { ClockForm } from "../setup/clockform.js";
import { faultsOf, GameField, OptionFields, OtherFaults } from "../setup/options.js";
import { ensurePlayer, randomName } from "../setup/start.js";
import { Choice } from "../shell/choice.js";
import { go } from "../shell/router.js";
import { session } from "../shell/session.js";
import { CheckField, NumberField } from "../tournament/fields.js";
import { FORMATS, hasRounds } from "../tournament/form.js";
import { html, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

export default function Founding() {
  const all = games();
  const club = useClub();
  const [name, setName] = useState("");
  const [kept] = useState({ title: "" }); // what does not depend on the game
  const chosen = name || all?.[0]?.game || "";
  const game = chosen ? gameOf(chosen) : undefined;
  if (!all || !game || club === undefined) return html`<main id="main" class="page" aria-busy="true"></main>`;
  return html`<${Form} key=${chosen} club=${club} game=${game} all=${all} setGame=${setName} kept=${kept} />`;
}

/** The body of `POST /leagues`, without the game, its options and the clock. */
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

function Form({ club, game, all, setGame, kept }) {
  const [form, setForm] = useState(() => ({
    title: kept.title, seats: Math.max(2, game.seats.min), format: "round_robin", rounds: 5, divisions: 3, size: 8,
    moving: 2, by_itself: true, pause_days: 7, rated: false, substitutes: true, visibility: "public",
  })); // prettier-ignore
  const [options, setOptions] = useState({});
  const [clock, setClock] = useState({ ...NO_CLOCK, kind: /** @type {"per_move"} */ ("per_move") });
  const [own, setOwn] = useState(false);
  const [faults, setFaults] = useState(/** @type {import("../setup/options.js").Fault[]} */ ([]));
  const set = (changes) => setForm({ ...form, ...changes });
  const found = async (event) => {
    event.preventDefault();
    try {
      await ensurePlayer(session.value.name ?? randomName());
      const shared = { ...bodyOf(form), game: game.game, options, clock: clockBody(clock) };
      const body = club ? { ...shared, club: club.id, visibility: club.visibility } : shared;
      go(`/leagues/${(await post("leagues", body)).id}`);
    } catch (error) {
      setFaults(faultsOf(error));
    }
  };
  return html`<main id="main" class="page">
    <h1>${t("found_league")}</h1>
    <form class="fields" onSubmit=${found}>
      ${club && html`<${OfClub} house=${{ club }} />`}
      <label class="field"
        ><span class="strong">${t("league_title")}</span
        ><input
          name="title"
          required
          minlength="2"
          maxlength="60"
          value=${form.title}
          onInput=${(event) => set({ title: (kept.title = event.target.value) })}
      /></label>
      <${GameField} all=${all} game=${game} onChoose=${setGame} />
      <${Divisions} form=${form} set=${set} seats=${game.seats} /><${Seasons} form=${form} set=${set} />
      <${ClockForm}
        form=${clock}
        set=${(changes) => setClock({ ...clock, ...changes })}
        substitutes=${false}
        own=${own}
        setOwn=${setOwn}
      />
      ${
        !club &&
        html`<${Choice}
          label=${t("visibility")}
          options=${["public", "unlisted"].map((key) => [key, t(`vis_${key}`)])}
          value=${form.visibility}
          set=${(visibility) => set({ visibility })}
        />`
      }
      <${OptionFields} game=${game} options=${options} set=${setOptions} faults=${faults} />
      <${OtherFaults} faults=${faults} />
      <div><button class="act">${t("open_league")}</button></div>
    </form>
  </main>`;
}

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
