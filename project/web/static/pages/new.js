/** Opening a table: seats, clock, options as the game's own schema describes them. */

import { post } from "../server/api.js";
import { game as gameOf, games } from "../server/catalog.js";
import { allowedSteps, clockBody, NO_CLOCK } from "../setup/clock.js";
import { go } from "../shell/router.js";
import { session } from "../shell/session.js";
import { span, t } from "../words/texts.js";
import { html, useState } from "../vendor/preact.js";
import { aboutTime, changedOptions, firstOptions, minutesOf, wordsOf } from "../words/optionwords.js";
import { Field } from "../setup/fields.js";
import { Choice } from "../shell/choice.js";
import { ClockForm } from "../setup/clockform.js";
import { ensurePlayer, nonce, randomName } from "../setup/start.js";

export default function NewTable({ game: name }) {
  const all = games();
  const game = gameOf(name);
  if (!all || !game) return html`<main id="main" class="page"></main>`;
  return html`<${Form} key=${name} game=${game} all=${all} />`;
}

/** As many bots as the address asks for, else open seats. */
function seatsAtFirst({ seats }) {
  const bots = Math.min(Number(new URLSearchParams(location.search).get("bots")) || 0, seats.max - 1);
  const others = bots
    ? Array.from({ length: bots }, () => "bot")
    : Array.from({ length: Math.max(seats.min, 3) - 1 }, () => "open");
  return ["me", ...others].slice(0, seats.max).map((kind) => ({ kind, policy: "greedy", name: "" }));
}

function Form({ game, all }) {
  const [seats, setSeats] = useState(() => seatsAtFirst(game));
  const [options, setOptions] = useState({});
  const [clock, setClock] = useState(NO_CLOCK);
  const [own, setOwn] = useState(false);
  const [visibility, setVisibility] = useState("public");
  const [start, setStart] = useState("when_full");
  const [more, setMore] = useState({ rated: false, substitutes: false, spectator_delay: 0 });
  const [faults, setFaults] = useState([]);
  const create = async (event) => {
    event.preventDefault();
    const requests = seats.map(({ kind, policy, name }) => ({
      kind,
      ...(kind === "bot" ? { policy } : {}),
      ...(kind === "player" ? { name } : {}),
    }));
    try {
      await ensurePlayer(session.value.name ?? randomName());
      const match = await post("matches", {
        game: game.game,
        options,
        seats: requests,
        clock: clockBody(clock),
        visibility,
        start,
        ...more,
        nonce: nonce(),
      });
      go(`/m/${match.id}`);
    } catch (error) {
      setFaults(error.body?.errors?.length ? error.body.errors : [{ pointer: "", detail: error.message }]);
    }
  };
  const choose = (key, value) => {
    setMore({ ...more, [key]: value });
    if (key === "substitutes") setClock({ ...clock, ladder: allowedSteps(clock.ladder, value) });
  };
  const fault = (pointer) =>
    faults
      .filter((one) => one.pointer === pointer)
      .map((one) => one.detail)
      .join(" ");
  const rest = faults.filter((one) => !one.pointer?.startsWith("/options/")).map((one) => one.detail);
  const setSeat = (at, changes) =>
    setSeats(seats.map((seat, place) => (place === at ? { ...seat, ...changes } : seat)));
  const properties = Object.entries(game.options.properties ?? {});
  const changed = changedOptions(game.options, options);
  const minutes = minutesOf(game.length, options);
  const first = firstOptions(game.length);
  return html`<main id="main" class="page">
    <h1>${t("open_a_table")}</h1>
    <form class="fields" onSubmit=${create}>
      <div class="field">
        <label for="game">${t("game")}</label
        ><select id="game" onChange=${(event) => go(`/new/${event.target.value}`)}>
          ${all.map((one) => html`<option value=${one.game} selected=${one.game === game.game}>${one.title}</option>`)}</select
        ><small>${game.summary}</small>
      </div>
      <fieldset class="panel stack">
        <legend class="strong">${t("more_seats")}</legend>
        ${seats.map((seat, at) => html`<${SeatRow} key=${at} seat=${seat} at=${at} game=${game} set=${(changes) => setSeat(at, changes)} />`)}
        <div class="row">
          <button
            type="button"
            class="dense"
            disabled=${seats.length >= game.seats.max}
            onClick=${() => setSeats([...seats, { kind: "open", policy: "greedy", name: "" }])}
          >
            ${t("add_seat")}</button
          ><button
            type="button"
            class="dense"
            disabled=${seats.length <= game.seats.min}
            onClick=${() => setSeats(seats.slice(0, -1))}
          >
            ${t("drop_seat")}
          </button>
        </div>
      </fieldset>
      <${ClockForm}
        form=${clock}
        set=${(changes) => setClock({ ...clock, ...changes })}
        substitutes=${more.substitutes}
        own=${own}
        setOwn=${setOwn}
      />
      <${Choice}
        label=${t("visibility")}
        options=${["public", "unlisted", "private"].map((key) => [key, t(`vis_${key}`)])}
        value=${visibility}
        set=${setVisibility}
      />
      <${Choice}
        label=${t("start_when")}
        options=${["when_full", "manual"].map((key) => [key, t(key)])}
        value=${start}
        set=${setStart}
      />
      <div class="stack">
        ${["rated", "substitutes"].map((key) => html`<label class="check"><input type="checkbox" name=${key} checked=${more[key]} onChange=${(event) => choose(key, event.target.checked)} /> ${t(`new_${key}`)}</label>`)}
      </div>
      <${Choice}
        label=${t("spectator_delay")}
        options=${[0, 60, 300, 900, 3600].map((seconds) => [seconds, seconds ? span(seconds) : t("no_delay")])}
        value=${more.spectator_delay}
        set=${(seconds) => choose("spectator_delay", seconds)}
      />
      <p class="notice">
        ${t("changed_options")}${t("colon")}${changed.length ? changed.join(" · ") : t("none_changed")}${minutes !== null && html`<br /><span data-length>${t("match_takes", { time: aboutTime(minutes) })}</span>`}${first && !changed.length && html` <button type="button" class="quiet dense" data-short onClick=${() => setOptions(first)}>${t("short_match", { what: wordsOf(first) })}</button>`}
      </p>
      <details>
        <summary>${t("options")} (${properties.length})</summary>
        <div class="fields">
          ${properties.map(
            ([name, schema]) =>
              html`<${Field}
                key=${name}
                name=${name}
                schema=${schema}
                value=${options[name]}
                fault=${fault(`/options/${name}`)}
                set=${(value) => setOptions(value === undefined ? Object.fromEntries(Object.entries(options).filter(([other]) => other !== name)) : { ...options, [name]: value })}
              />`,
          )}
        </div>
      </details>
      ${rest.length > 0 && html`<p class="fault" role="alert">${rest.join(" ")}</p>`}
      <div><button class="act">${t("create")}</button></div>
    </form>
  </main>`;
}

function SeatRow({ seat, at, game, set }) {
  const kinds = at === 0 ? ["me"] : ["open", "bot", "player"];
  const policies = game.policies.map((policy) => [
    policy,
    game.levels?.find((level) => level.policy === policy)?.title ?? t(policy),
  ]);
  return html`<div class="row">
    <span class="num strong">${at + 1}.</span
    >${at === 0 ? html`<span>${t("seat_me")}</span>` : html`<${Choice} hidden label=${t("seat_n", { n: at + 1 })} options=${kinds.map((kind) => [kind, t(`seat_${kind}`)])} value=${seat.kind} set=${(kind) => set({ kind })} />`}
    ${
      seat.kind === "bot" &&
      html`<select aria-label=${t("policy")} class="grow" onChange=${(event) => set({ policy: event.target.value })}>
        ${policies.map(([policy, label]) => html`<option value=${policy} selected=${policy === seat.policy}>${label}</option>`)}
      </select>`
    }
    ${seat.kind === "player" && html`<input class="grow" aria-label=${t("name")} required minlength="2" value=${seat.name} onInput=${(event) => set({ name: event.target.value })} />`}
  </div>`;
}
