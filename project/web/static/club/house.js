/** The defaults for a club's new tables, by game. The club's leaders can change them. */

import { Part, useSaved } from "../account/saved.js";
import { get, put, remove } from "../server/api.js";
import { brief, game as gameOf, games } from "../server/catalog.js";
import { clockBody, clockForm } from "../setup/clock.js";
import { ClockForm } from "../setup/clockform.js";
import { faultsOf, GameField, OptionFields, OtherFaults } from "../setup/options.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { changedOptions } from "../words/optionwords.js";
import { clockText, t } from "../words/texts.js";
import { leads } from "./words.js";

export function House({ club }) {
  const [lines, setLines] = useState(/** @type {any[]|null} */ (null));
  const load = () => get(`clubs/${club.id}/defaults`).then(({ items }) => setLines(items));
  useEffect(() => {
    load().catch(() => {});
  }, [club.id]);
  if (!lines || (!lines.length && !leads(club.role))) return null;
  return html`<${Part} name="house" title=${t("club_house")}>
    <p class="soft small">${t("club_house_text")}</p>
    <ul class="lines">
      ${lines.map((line) => html`<${Line} key=${line.game} line=${line} />`)}
    </ul>
    ${leads(club.role) && html`<${Change} club=${club} lines=${lines} changed=${load} />`}<//
  >`;
}

function Line({ line }) {
  const game = gameOf(line.game);
  const changed = game ? changedOptions(game.options, line.options) : [];
  return html`<li data-house=${line.game}>
    <strong>${brief(line.game)?.title ?? line.game}</strong
    >${t("colon")}${[...changed, clockText(line.clock)].join(" · ")}
  </li>`;
}

/** The form for one game. */
function Change({ club, lines, changed }) {
  const all = games();
  const [name, setName] = useState("");
  const chosen = name || all?.[0]?.game || "";
  const game = chosen ? gameOf(chosen) : undefined;
  if (!all || !game) return null;
  const line = lines.find((one) => one.game === chosen);
  return html`<details>
    <summary>${t("club_house_change")}</summary>
    <${Form} key=${chosen} club=${club} game=${game} all=${all} line=${line} choose=${setName} changed=${changed} />
  </details>`;
}

function Form({ club, game, all, line, choose, changed }) {
  const path = `clubs/${club.id}/defaults/${game.game}`;
  const [options, setOptions] = useState(line?.options ?? {});
  const [clock, setClock] = useState(() => clockForm(line?.clock));
  const [own, setOwn] = useState(false);
  const [faults, setFaults] = useState(/** @type {import("../setup/options.js").Fault[]} */ ([]));
  const { send, feedback } = useSaved();
  const save = (event) => {
    event.preventDefault();
    const body = { options, clock: clock.kind === "none" ? null : clockBody(clock) };
    send(
      put(path, body).then(
        () => setFaults([]),
        (error) => {
          setFaults(faultsOf(error));
          throw error;
        },
      ),
    ).then((done) => done !== undefined && changed());
  };
  const clear = () => send(remove(path)).then((done) => done !== undefined && changed());
  return html`<form class="fields" onSubmit=${save}>
    <${GameField} all=${all} game=${game} onChoose=${choose} />
    <${ClockForm}
      form=${clock}
      set=${(changes) => setClock({ ...clock, ...changes })}
      substitutes=${false}
      own=${own}
      setOwn=${setOwn}
    />
    <${OptionFields} game=${game} options=${options} set=${setOptions} faults=${faults} />
    <${OtherFaults} faults=${faults} />
    <div class="row">
      <button>${t("save")}</button
      >${line && html`<button type="button" onClick=${clear}>${t("club_house_clear")}</button>`}
    </div>
    ${feedback}
  </form>`;
}
