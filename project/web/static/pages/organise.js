/** Organising a tournament: what is played, how rounds are drawn, what counts, who may enter, when it starts. */

import { post } from "../server/api.js";
import { game as gameOf, games } from "../server/catalog.js";
import { OfClub, useClub } from "../setup/house.js";
import { clockBody, NO_CLOCK } from "../setup/clock.js";
import { ClockForm } from "../setup/clockform.js";
import { faultsOf, GameField, OptionFields, OtherFaults } from "../setup/options.js";
import { ensurePlayer, randomName } from "../setup/start.js";
import { go } from "../shell/router.js";
import { session } from "../shell/session.js";
import { EntryFields, FormatFields, ScoreFields } from "../tournament/fields.js";
import { bodyOf, formFor } from "../tournament/form.js";
import { html, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

export default function Organise() {
  const all = games();
  const club = useClub();
  const [name, setName] = useState("");
  const [kept] = useState({ title: "" }); // what does not depend on the game
  const chosen = name || all?.[0]?.game || "";
  const game = chosen ? gameOf(chosen) : undefined;
  if (!all || !game || club === undefined) return html`<main id="main" class="page" aria-busy="true"></main>`;
  return html`<${Form} key=${chosen} club=${club} game=${game} all=${all} setGame=${setName} kept=${kept} />`;
}

function Form({ club, game, all, setGame, kept }) {
  const [form, setForm] = useState(() => ({ ...formFor(game.seats), ...kept }));
  const [options, setOptions] = useState({});
  const [clock, setClock] = useState({ ...NO_CLOCK, kind: /** @type {"per_move"} */ ("per_move") });
  const [own, setOwn] = useState(false);
  const [faults, setFaults] = useState(/** @type {import("../setup/options.js").Fault[]} */ ([]));
  const set = (changes) => setForm({ ...form, ...changes });
  const create = async (event) => {
    event.preventDefault();
    try {
      await ensurePlayer(session.value.name ?? randomName());
      const shared = { ...bodyOf(form), game: game.game, options, clock: clockBody(clock) };
      const body = club ? { ...shared, club: club.id, visibility: club.visibility } : shared;
      go(`/tournaments/${(await post("tournaments", body)).id}`);
    } catch (error) {
      setFaults(faultsOf(error));
    }
  };
  return html`<main id="main" class="page">
    <h1>${t("organise")}</h1>
    <form class="fields" onSubmit=${create}>
      ${club && html`<${OfClub} house=${{ club }} />`}
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
      <${GameField} all=${all} game=${game} onChoose=${setGame} />
      <${FormatFields} form=${form} set=${set} seats=${game.seats} />
      <${ScoreFields} form=${form} set=${set} />
      <${ClockForm}
        form=${clock}
        set=${(changes) => setClock({ ...clock, ...changes })}
        substitutes=${false}
        own=${own}
        setOwn=${setOwn}
      />
      <${EntryFields} form=${form} set=${set} />
      <${OptionFields} game=${game} options=${options} set=${setOptions} faults=${faults} />
      <${OtherFaults} faults=${faults} />
      <div><button class="act">${t("open_tournament")}</button></div>
    </form>
  </main>`;
}
