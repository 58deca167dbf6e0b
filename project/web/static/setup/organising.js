/** Shared parts of organising a tournament and founding a league: the game comes first, and the server validates the form. */

import { post } from "../server/api.js";
import { game as gameOf, games } from "../server/catalog.js";
import { go } from "../shell/router.js";
import { session } from "../shell/session.js";
import { html, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { clockBody, NO_CLOCK } from "./clock.js";
import { ClockForm } from "./clockform.js";
import { OfClub, useClub } from "./house.js";
import { faultsOf, GameField, OptionFields, OtherFaults } from "./options.js";
import { ensurePlayer, randomName } from "./start.js";

/** Returns a page with a form that is reset for each game; values that do not depend on the game are kept. */
export const ofAGame = (Form) =>
  function Organising() {
    const all = games();
    const club = useClub();
    const [name, setName] = useState("");
    const [kept] = useState({ title: "" });
    const chosen = name || all?.[0]?.game || "";
    const game = chosen ? gameOf(chosen) : undefined;
    if (!all || !game || club === undefined) return html`<main id="main" class="page" aria-busy="true"></main>`;
    return html`<${Form} key=${chosen} club=${club} game=${game} all=${all} setGame=${setName} kept=${kept} />`;
  };

/**
 * Returns a form and its common fields: the club with the title and the game, the clock, the options.
 * @param {{club: any, game: any, all: any, setGame: (name: string) => void, kept: {title: string}}} props
 * @param {{first: any, path: string, title: string, longest: number, bodyOf: (form: any) => object}} wanted
 *   first: the initial settings; path: the API path of the request, and of the new page; title: the text key of the title's label
 */
export function useOrganising({ club, game, all, setGame, kept }, { first, path, title, longest, bodyOf }) {
  const [form, setForm] = useState(() => ({ ...first, ...kept }));
  const [options, setOptions] = useState({});
  const [clock, setClock] = useState({ ...NO_CLOCK, kind: /** @type {"per_move"} */ ("per_move") });
  const [own, setOwn] = useState(false);
  const [faults, setFaults] = useState(/** @type {import("./options.js").Fault[]} */ ([]));
  const set = (changes) => setForm({ ...form, ...changes });
  const send = async (event) => {
    event.preventDefault();
    try {
      await ensurePlayer(session.value.name ?? randomName());
      const shared = { ...bodyOf(form), game: game.game, options, clock: clockBody(clock) };
      const body = club ? { ...shared, club: club.id, visibility: club.visibility } : shared;
      go(`/${path}/${(await post(path, body)).id}`);
    } catch (error) {
      setFaults(faultsOf(error));
    }
  };
  const what = html`${club && html`<${OfClub} house=${{ club }} />`}
    <label class="field"
      ><span class="strong">${t(title)}</span
      ><input
        name="title"
        required
        minlength="2"
        maxlength=${longest}
        value=${form.title}
        onInput=${(event) => set({ title: (kept.title = event.target.value) })}
    /></label>
    <${GameField} all=${all} game=${game} onChoose=${setGame} />`;
  const time = html`<${ClockForm}
    form=${clock}
    set=${(changes) => setClock({ ...clock, ...changes })}
    substitutes=${false}
    own=${own}
    setOwn=${setOwn}
  />`;
  const rules = html`<${OptionFields} game=${game} options=${options} set=${setOptions} faults=${faults} />
    <${OtherFaults} faults=${faults} />`;
  return { form, set, send, what, time, rules };
}
