/** The first minute: the games on a counter, one sentence, one button. */

import { CardArt } from "../cards/card.js";
import { games } from "../server/catalog.js";
import { Link } from "../shell/router.js";
import { prefer, session, settings } from "../shell/session.js";
import { Sign } from "../shell/ui.js";
import { seatsText, t } from "../words/texts.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { aboutTime, firstOptions, minutesOf, wordsOf } from "../words/optionwords.js";
import { OpenTables } from "./lobby.js";
import { useMine } from "./mine.js";
import { playBots, randomName } from "../setup/start.js";

/** Three cards that show what a game looks like; a game that we do not know shows its first ones. */
const FANS = {
  great_dalmuti: ["12", "jester", "1"],
  monopoly_deal: ["orange", "just_say_no", "wild_dark_blue_green"],
  dale_of_merchants: ["acorn", "swift_broker", "flexible_shopkeeper"],
  dealmaker: ["peanuts", "diamond", "carpet"],
  negoces2: ["wine", "jade", "contraband"],
};
const BOTS = { great_dalmuti: 4, monopoly_deal: 3, dale_of_merchants: 2, dealmaker: 3, negoces2: 3 };

export default function Landing() {
  useMine();
  const [name, setName] = useState(session.value.name ?? randomName());
  const all = inOrder(games());
  const chosen = all?.find((game) => game.game === settings.value.game) ?? all?.[0];
  useEffect(() => {
    document.title = `Comptoir – ${t("slogan")}`;
  }, [settings.value.language]);
  return html`<main id="main" class="page">
    <div class="hero">
      <h1>${t("slogan_1")}<br />${t("slogan_2")}</h1>
      <p>${t("promise")}</p>
    </div>
    <div class="counter" role="radiogroup" aria-label=${t("choose_game")}>
      ${all?.map((game) => html`<${Pick} key=${game.game} game=${game} chosen=${game === chosen} all=${all} />`)}
    </div>
    ${chosen && html`<${Start} key=${chosen.game} game=${chosen} all=${all} name=${name} setName=${setName} />`}
    ${
      all &&
      html`<div class="two">
        <${OpenTables} most=${5} />
        <section class="stack">
          <h2>${t("shuffle_title")}</h2>
          <p class="soft">${t("shuffle_text")}</p>
          <p>
            <${Link} to="/verify" class="row strong"><${Sign} name="shield" /> ${t("verify_a_match")}<//>
          </p>
        </section>
      </div>`
    }
  </main>`;
}

/** The games that we have a fan for come first, in its order. */
const inOrder = (all) => all && [...all].sort((a, b) => place(a) - place(b));
const place = ({ game }) => Object.keys(FANS).indexOf(game) + 1 || 99;

function Pick({ game, chosen, all }) {
  const choose = () => prefer({ game: game.game });
  const faces = (FANS[game.game] ?? Object.keys(game.faces)).slice(0, 3).filter((face) => face in game.faces);
  const onKey = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = all[(all.indexOf(game) + step + all.length) % all.length];
    prefer({ game: next.game });
    event.currentTarget.parentElement.children[all.indexOf(next)].focus();
  };
  return html`<button
    class="gamepick"
    role="radio"
    aria-checked=${String(chosen)}
    tabindex=${chosen ? 0 : -1}
    onClick=${choose}
    onKeyDown=${onKey}
  >
    <span class="fan"
      >${faces.map((face) => html`<${CardArt} game=${game} face=${{ face, ...game.faces[face] }} />`)}</span
    >
    <span class="about"
      ><strong>${game.title}</strong><span class="seats">${seatsText(game.seats)}</span>
      <p>${game.summary}</p></span
    >
  </button>`;
}

function Start({ game, all, name, setName }) {
  const { min, max } = game.seats;
  const first = firstOptions(game.length);
  const minutes = minutesOf(game.length, first ?? {});
  const [bots, setBots] = useState(Math.max(min - 1, Math.min(max - 1, BOTS[game.game] ?? min - 1)));
  const level = game.levels?.find((one) => one.policy === settings.value.level) ?? game.levels?.[0];
  const [state, setState] = useState({ busy: false, fault: "" });
  const start = async (event) => {
    event.preventDefault();
    setState({ busy: true, fault: "" });
    await playBots(game.game, bots, name.trim(), first ?? {}, level?.policy).catch((error) =>
      setState({ busy: false, fault: error.reasons?.[0] ?? error.message }),
    );
  };
  return html`<form class="start" onSubmit=${start}>
    <div class="words">
      <span class="pick-game">${t("play_words")}</span>
      <select
        class="pick-game"
        aria-label=${t("game")}
        value=${game.game}
        onChange=${(event) => prefer({ game: event.target.value })}
      >
        ${all.map((one) => html`<option value=${one.game} selected=${one === game}>${one.title}</option>`)}
      </select>
      <span class="pick-game">${t("against")}</span>
      <select aria-label=${t("opponents")} value=${bots} onChange=${(event) => setBots(Number(event.target.value))}>
        ${Array.from({ length: max - min + 1 }, (_, at) => min - 1 + at).map(
          (n) => html`<option value=${n} selected=${n === bots}>${t("n_bots", { n })}</option>`,
        )}
      </select>
      ${level && html`<${Level} levels=${game.levels} chosen=${level} />`}
      <span>${t("as")}</span>
      <${YourName} name=${name} setName=${setName} />
      <span class="small soft" data-length
        >${[first && t("short_match", { what: wordsOf(first) }), minutes !== null && aboutTime(minutes)].filter(Boolean).join(" · ")}</span
      >
      <${Link} class="small" to=${`/learn/${game.game}`}>${t("learn")}<//>
      <${Link} class="small" to=${`/new/${game.game}?bots=${bots}`}>${t("more_options")}<//>
      ${state.fault && html`<p class="fault" role="alert">${state.fault}</p>`}
    </div>
    <button class="act" disabled=${state.busy}>
      ${t(state.busy ? "laying_table" : "start")}<span class="on-phone"> · ${game.title}</span>
    </button>
  </form>`;
}

/** How well the bots play. */
function Level({ levels, chosen }) {
  return html`<select
    aria-label=${t("policy")}
    title=${chosen.help}
    onChange=${(event) => prefer({ level: event.target.value })}
  >
    ${levels.map((one) => html`<option value=${one.policy} selected=${one === chosen}>${one.title}</option>`)}
  </select>`;
}

/** The player's name, to be chosen by somebody who was not known when this came up. */
function YourName({ name, setName }) {
  const known = useRef(session.value.token);
  return known.current
    ? html`<strong>${session.value.name}</strong>`
    : html`<input
        aria-label=${t("your_name")}
        value=${name}
        maxlength="30"
        required
        minlength="2"
        onInput=${(event) => setName(event.target.value)}
      />`;
}
