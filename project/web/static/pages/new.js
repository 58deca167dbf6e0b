/** Opening a table: seats, clock, and options, which come from the game's own schema. */

import { useTitle } from "../shell/title.js";
import { post } from "../server/api.js";
import { game as gameOf, games } from "../server/catalog.js";
import { forClub } from "../club/words.js";
import { OfClub, useHouse } from "../setup/house.js";
import { allowedSteps, clockBody, clockForm } from "../setup/clock.js";
import { ClockForm } from "../setup/clockform.js";
import { faultsOf, GameField, OptionFields, OtherFaults, starts, visibilities } from "../setup/options.js";
import { formOf, Presets } from "../setup/presets.js";
import { openSeat, SeatFields } from "../setup/seats.js";
import { ensurePlayer, nonce, randomName } from "../setup/start.js";
import { Choice } from "../shell/choice.js";
import { go } from "../shell/router.js";
import { session } from "../shell/session.js";
import { html, useState } from "../vendor/preact.js";
import { aboutTime, changedOptions, firstOptions, minutesOf, wordsOf } from "../words/optionwords.js";
import { span, t } from "../words/texts.js";

export default function NewTable({ game: name }) {
  const all = games();
  const game = gameOf(name);
  const house = useHouse(name);
  if (!all || !game || house === undefined) return html`<main id="main" class="page"></main>`;
  return html`<${Form} key=${name} game=${game} all=${all} house=${house} />`;
}

/** Returns the seats at first: as many bots as the address states, or open seats. */
function seatsAtFirst(game) {
  const { seats } = game;
  const bots = Math.min(Number(new URLSearchParams(location.search).get("bots")) || 0, seats.max - 1);
  const others = bots
    ? Array.from({ length: bots }, () => "bot")
    : Array.from({ length: Math.max(seats.min, 3) - 1 }, () => "open");
  return ["me", ...others].slice(0, seats.max).map((kind) => ({ ...openSeat(game), kind }));
}

/** Returns the terms of a new table. A club's table belongs to the club; in a private club the table is private. */
const termsOf = (house) => (house ? { ...TERMS, club: house.club.id, visibility: house.club.visibility } : TERMS);

const TERMS = {
  title: null,
  visibility: "public",
  start: "when_full",
  rated: false,
  substitutes: false,
  spectator_delay: 0,
};

/** Returns the table that is being set up, and the functions that change it: by a preset, or by hand, which deselects the preset. */
function useTable(game, house) {
  const [seats, setSeats] = useState(() => seatsAtFirst(game));
  const [options, setOptions] = useState(house?.options ?? {});
  const [clock, setClock] = useState(() => clockForm(house?.clock));
  const [own, setOwn] = useState(false);
  const [terms, setTerms] = useState(() => termsOf(house));
  const [preset, setPreset] = useState("");
  const take = (name) => {
    const form = formOf(game, name);
    setPreset(name);
    setSeats(form.seats);
    setClock(form.clock);
    setOptions({ ...house?.options, ...form.options });
    setTerms({ ...terms, ...form.terms, ...(house && termsOf(house)) });
    setOwn(false);
  };
  const byHand = (set) => (value) => {
    setPreset("");
    set(value);
  };
  const choose = (key, value) => {
    if (key !== "title") setPreset("");
    setTerms({ ...terms, [key]: value });
    if (key === "substitutes") setClock({ ...clock, ladder: allowedSteps(clock.ladder, value) });
  };
  return {
    ...{ seats, options, clock, own, setOwn, terms, preset, take, choose },
    setSeats: byHand(setSeats),
    setOptions: byHand(setOptions),
    setClock: byHand((changes) => setClock({ ...clock, ...changes })),
  };
}

function Form({ game, all, house }) {
  const { seats, options, clock, own, setOwn, terms, preset, take, choose, ...set } = useTable(game, house);
  const [faults, setFaults] = useState([]);
  useTitle(t("open_a_table"));
  const create = async (event) => {
    event.preventDefault();
    try {
      await ensurePlayer(session.value.name ?? randomName());
      const body = { game: game.game, options, seats: seats.map(bodyOfSeat), clock: clockBody(clock), ...terms };
      go(`/m/${(await post("matches", { ...body, nonce: nonce() })).id}`);
    } catch (error) {
      setFaults(faultsOf(error));
    }
  };
  return html`<main id="main" class="page">
    <h1>${t("open_a_table")}</h1>
    <form class="fields" onSubmit=${create}>
      <${GameField} all=${all} game=${game} onChoose=${(name) => go(`/new/${name}${house ? forClub(house.club) : ""}`)}
        ><small>${game.summary}</small><//
      >
      ${house && html`<${OfClub} house=${house} />`}
      <${Presets} chosen=${preset} choose=${take} />
      <${SeatFields} game=${game} seats=${seats} set=${set.setSeats} />
      <${ClockForm} form=${clock} set=${set.setClock} substitutes=${terms.substitutes} own=${own} setOwn=${setOwn} />
      <fieldset class="panel stack">
        <legend class="strong">${t("the_table_itself")}</legend>
        <label class="field"
          ><span>${t("table_title")}</span
          ><input
            name="title"
            maxlength="80"
            value=${terms.title}
            onInput=${(event) => choose("title", event.target.value || null)}
        /></label>
        <${Terms} terms=${terms} choose=${choose} closed=${house?.club.visibility === "private"} />
      </fieldset>
      <${Changed} game=${game} options=${options} set=${set.setOptions} />
      <${OptionFields} game=${game} options=${options} set=${set.setOptions} faults=${faults} />
      <${OtherFaults} faults=${faults} />
      <div class="create"><button class="act">${t("create")}</button></div>
    </form>
  </main>`;
}

/** Returns the request body of a seat. */
const bodyOfSeat = ({ kind, policy, name }) => ({
  kind,
  ...(kind === "bot" ? { policy } : {}),
  ...(kind === "player" ? { name } : {}),
});

/** The terms of a table: its viewers, its start, whether the match is rated. */
const Terms = ({ terms, choose, closed }) =>
  html`${
      !closed &&
      html`<${Choice}
        label=${t("visibility")}
        options=${visibilities()}
        value=${terms.visibility}
        set=${(value) => choose("visibility", value)}
      />`
    }
    <${Choice}
      label=${t("start_when")}
      options=${starts()}
      value=${terms.start}
      set=${(value) => choose("start", value)}
    />
    <div class="stack">
      ${["rated", "substitutes"].map(
        (key) =>
          html`<label class="check"
            ><input
              type="checkbox"
              name=${key}
              checked=${terms[key]}
              onChange=${(event) => choose(key, event.target.checked)}
            />
            ${t(terms.club && key === "rated" ? "new_rated_club" : `new_${key}`)}</label
          >`,
      )}
    </div>
    <${Choice}
      label=${t("spectator_delay")}
      options=${[0, 60, 300, 900, 3600].map((seconds) => [seconds, seconds ? span(seconds) : t("no_delay")])}
      value=${terms.spectator_delay}
      set=${(seconds) => choose("spectator_delay", seconds)}
    />`;

/** The options that differ from the defaults, the length of the match, and the button for a short match. */
function Changed({ game, options, set }) {
  const changed = changedOptions(game.options, options);
  const minutes = minutesOf(game.length, options);
  const first = firstOptions(game.length);
  return html`<p class="notice">
    ${t("changed_options")}${t("colon")}${changed.length ? changed.join(" · ") : t("none_changed")}${
      minutes !== null && html`<br /><span data-length>${t("match_takes", { time: aboutTime(minutes) })}</span>`
    }${
      first &&
      !changed.length &&
      html` <button type="button" class="quiet dense" data-short onClick=${() => set(first)}>
        ${t("short_match", { what: wordsOf(first) })}
      </button>`
    }
  </p>`;
}
