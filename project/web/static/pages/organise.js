/** Organising a tournament: what is played, how rounds are drawn, what counts, who may enter, when it starts. */

import { post } from "../server/api.js";
import { game as gameOf, games } from "../server/catalog.js";
import { clockBody, NO_CLOCK } from "../setup/clock.js";
import { go } from "../shell/router.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { Stepper } from "../shell/ui.js";
import { html, useState } from "../vendor/preact.js";
import { Choice } from "../shell/choice.js";
import { ClockForm } from "../setup/clockform.js";
import { Field } from "../setup/fields.js";
import { ensurePlayer, randomName } from "../setup/start.js";
import { bodyOf, formFor, FORMATS, hasRounds, scoringsOf, TIES } from "../tournament/form.js";

export default function Organise() {
  const all = games();
  const [name, setName] = useState("");
  const [kept] = useState({ title: "" }); // what does not depend on the game
  const chosen = name || all?.[0]?.game || "";
  const game = chosen ? gameOf(chosen) : undefined;
  if (!all || !game) return html`<main id="main" class="page" aria-busy="true"></main>`;
  return html`<${Form} key=${chosen} game=${game} all=${all} setGame=${setName} kept=${kept} />`;
}

function Form({ game, all, setGame, kept }) {
  const [form, setForm] = useState(() => ({ ...formFor(game.seats), ...kept }));
  const [options, setOptions] = useState({});
  const [clock, setClock] = useState({ ...NO_CLOCK, kind: /** @type {"per_move"} */ ("per_move") });
  const [own, setOwn] = useState(false);
  const [faults, setFaults] = useState(/** @type {{pointer: string, detail: string}[]} */ ([]));
  const set = (changes) => setForm({ ...form, ...changes });
  const number = (key, label, low, high) =>
    html`<div class="row">
      <span class="grow">${label}</span
      ><${Stepper}
        value=${form[key]}
        low=${low}
        high=${high}
        label=${label}
        onChange=${(value) => set({ [key]: value })}
      />
    </div>`;
  const check = (key, label) =>
    html`<label class="check"
      ><input
        type="checkbox"
        name=${key}
        checked=${form[key]}
        onChange=${(event) => set({ [key]: event.target.checked })}
      />
      ${label}</label
    >`;
  const create = async (event) => {
    event.preventDefault();
    try {
      await ensurePlayer(session.value.name ?? randomName());
      go(
        `/tournaments/${(await post("tournaments", { ...bodyOf(form), game: game.game, options, clock: clockBody(clock) })).id}`,
      );
    } catch (error) {
      setFaults(error.body?.errors?.length ? error.body.errors : [{ pointer: "", detail: error.message }]);
    }
  };
  const faultOf = (name) =>
    faults
      .filter((one) => one.pointer === `/options/${name}`)
      .map((one) => one.detail)
      .join(" ");
  const rest = faults.filter((one) => !one.pointer?.startsWith("/options/")).map((one) => one.detail);
  const properties = Object.entries(game.options.properties ?? {});
  const option = (name) => (value) =>
    setOptions(
      value === undefined
        ? Object.fromEntries(Object.entries(options).filter(([other]) => other !== name))
        : { ...options, [name]: value },
    );
  const formats = FORMATS.filter((format) => format !== "knock_out" || form.seats === 2);
  return html`<main id="main" class="page">
    <h1>${t("organise")}</h1>
    <form class="fields" onSubmit=${create}>
      <label class="field"
        ><span class="strong">${t("tournament_title")}</span
        ><input
          name="title"
          required
          minlength="2"
          maxlength="80"
          value=${form.title}
          onInput=${(event) => set({ title: (kept.title = event.target.value) })}
      /></label>
      <div class="field">
        <label for="game">${t("game")}</label
        ><select id="game" onChange=${(event) => setGame(event.target.value)}>
          ${all.map((one) => html`<option value=${one.game} selected=${one.game === game.game}>${one.title}</option>`)}
        </select>
      </div>
      <fieldset class="panel stack">
        <legend class="strong">${t("format")}</legend>
        ${number("seats", t("seats_of_a_table"), game.seats.min, game.seats.max)}
        <${Choice}
          hidden
          label=${t("format")}
          options=${formats.map((format) => [format, t(`format_${format}`)])}
          value=${form.format}
          set=${(format) => set({ format })}
        />
        <p class="soft small">${t(`about_${form.format}`)}</p>
        ${hasRounds(form) && number("rounds", t("rounds"), 1, 30)}${number("deals_per_round", t("deals_per_round"), 1, 8)}
        ${check("duplicate", t("duplicate_text"))}${number("max_players", t("max_players"), 2, 64)}
      </fieldset>
      <fieldset class="panel stack">
        <legend class="strong">${t("what_counts")}</legend>
        <${Choice}
          hidden
          label=${t("what_counts")}
          options=${scoringsOf(form).map((scoring) => [scoring, t(`scoring_${scoring}`)])}
          value=${form.scoring}
          set=${(scoring) => set({ scoring })}
        />
        <label class="field"
          ><span>${t("first_tie")}</span
          ><select name="tie1" onChange=${(event) => set({ tie1: event.target.value })}>
            ${["", ...TIES].map((tie) => html`<option value=${tie} selected=${tie === form.tie1}>${t(tie ? `tie_${tie}` : "no_tie")}</option>`)}
          </select></label
        >
        ${
          form.tie1 &&
          html`<label class="field"
            ><span>${t("second_tie")}</span
            ><select name="tie2" onChange=${(event) => set({ tie2: event.target.value })}>
              ${["", ...TIES.filter((tie) => tie !== form.tie1)].map((tie) => html`<option value=${tie} selected=${tie === form.tie2}>${t(tie ? `tie_${tie}` : "no_tie")}</option>`)}
            </select></label
          >`
        }
        ${check("rated", t("new_rated"))}
      </fieldset>
      <${ClockForm}
        form=${clock}
        set=${(changes) => setClock({ ...clock, ...changes })}
        substitutes=${false}
        own=${own}
        setOwn=${setOwn}
      />
      <${Choice}
        label=${t("visibility")}
        options=${["public", "unlisted", "private"].map((key) => [key, t(`vis_${key}`)])}
        value=${form.visibility}
        set=${(visibility) => set({ visibility })}
      />
      ${form.visibility === "private" && html`<label class="field"><span class="strong">${t("invited_names")}</span><input name="invited" value=${form.invited} onInput=${(event) => set({ invited: event.target.value })} /></label>`}
      <${Choice}
        label=${t("start_when")}
        options=${["when_full", "manual"].map((key) => [key, t(key)])}
        value=${form.start}
        set=${(start) => set({ start })}
      />
      <label class="field"
        ><span class="strong">${t("start_at")}</span
        ><input
          name="starts_at"
          type="datetime-local"
          value=${form.starts_at}
          onInput=${(event) => set({ starts_at: event.target.value })}
        /><small>${t("start_at_text")}</small></label
      >
      <details>
        <summary>${t("options")} (${properties.length})</summary>
        <div class="fields">
          ${properties.map(([name, schema]) => html`<${Field} key=${name} name=${name} schema=${schema} value=${options[name]} fault=${faultOf(name)} set=${option(name)} />`)}
        </div>
      </details>
      ${rest.length > 0 && html`<p class="fault" role="alert">${rest.join(" ")}</p>`}
      <div><button class="act">${t("open_tournament")}</button></div>
    </form>
  </main>`;
}
