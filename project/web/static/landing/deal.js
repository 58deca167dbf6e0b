/** The form to start a match: the game, the opponents, the name, and the button that deals. */

import { CHARACTERS, face, seatColour } from "../cards/faces.js";
import { Link } from "../shell/router.js";
import { prefer, session, settings } from "../shell/session.js";
import { playBots } from "../setup/start.js";
import { html, useRef, useState } from "../vendor/preact.js";
import { aboutTime, firstOptions, minutesOf, wordsOf } from "../words/optionwords.js";
import { t } from "../words/texts.js";

/** The usual number of bots, if the game permits it. */
const BOTS = 3;
const FACES_MOST = 3;

/** @param {{game: import("../types.js").Game, name: string, setName: (name: string) => void}} props */
export function Deal({ game, name, setName }) {
  const { min, max } = game.seats;
  const first = firstOptions(game.length);
  const minutes = minutesOf(game.length, first ?? {});
  const lasts = [first && t("short_match", { what: wordsOf(first) }), minutes !== null && aboutTime(minutes)];
  const [bots, setBots] = useState(Math.max(min - 1, Math.min(max - 1, BOTS)));
  const level = game.levels?.find((one) => one.policy === settings.value.level) ?? game.levels?.[0];
  const [state, setState] = useState({ isBusy: false, fault: "" });
  const start = async (event) => {
    event.preventDefault();
    setState({ isBusy: true, fault: "" });
    await playBots(game.game, bots, name.trim(), first ?? {}, level?.policy).catch((error) =>
      setState({ isBusy: false, fault: error.reasons?.[0] ?? error.message }),
    );
  };
  const counts = Array.from({ length: max - min + 1 }, (_, at) => min - 1 + at);
  return html`<form class="deal" onSubmit=${start}>
    <details class="deal-who">
      <summary>
        <span class="deal-faces" aria-hidden="true"
          >${CHARACTERS.slice(0, Math.min(bots, FACES_MOST)).map(({ id }, at) => face(id, { size: 56, colour: seatColour(at + 1) }))}</span
        >
        <span class="grow"
          ><b>${game.title}</b
          ><br />${t("with_bots", { n: bots })}${level ? `, ${level.title.toLowerCase()}` : ""}${" · "}<u
            >${t("change")}</u
          ></span
        >
      </summary>
      <div class="deal-choices">
        <label
          >${t("opponents")}
          <select name="bots" onChange=${(event) => setBots(Number(event.target.value))}>
            ${counts.map((n) => html`<option value=${n} selected=${n === bots}>${t("n_bots", { n })}</option>`)}
          </select></label
        >
        ${level && html`<${Level} levels=${game.levels} chosen=${level} />`}
        <${Link} to=${`/new/${game.game}?bots=${bots}`}>${t("more_options")}<//>
      </div>
    </details>
    <div class="deal-buttons">
      <button class="act" disabled=${state.isBusy}>${t(state.isBusy ? "laying_table" : "deal_me_in")}</button>
      <${Link} class="button" to=${`/learn/${game.game}`}>${t("learn")}<//>
    </div>
    ${state.fault && html`<p class="fault" role="alert">${state.fault}</p>`}
    <p class="deal-small">
      <${YourName} name=${name} setName=${setName} />${" · "}<span data-length
        >${lasts.filter(Boolean).join(" · ")}</span
      >${" · "}<${Link} to="/verify">${t("shuffle_checked")}<//>
    </p>
  </form>`;
}

/** The level of the bots. */
const Level = ({ levels, chosen }) =>
  html`<label title=${chosen.help}
    >${t("policy")}
    <select name="policy" onChange=${(event) => prefer({ level: event.target.value })}>
      ${levels.map((one) => html`<option value=${one.policy} selected=${one === chosen}>${one.title}</option>`)}
    </select></label
  >`;

/** The player's name; a new player may choose another. */
function YourName({ name, setName }) {
  const known = useRef(session.value.token);
  const [isOpen, open] = useState(false);
  if (known.current) return t("you_are_called", { name: session.value.name ?? "" });
  if (!isOpen)
    return html`${t("you_are_called", { name })}${" · "}<button
        type="button"
        class="link"
        data-own-name
        onClick=${() => open(true)}
      >
        ${t("own_name")}
      </button>`;
  return html`<input
    class="own-name"
    aria-label=${t("your_name")}
    value=${name}
    maxlength="30"
    required
    minlength="2"
    onInput=${(event) => setName(event.target.value)}
  />`;
}
