/** Leagues: mine, and those that everybody may join; one of them, or the form of a new one, as the address says. */

import Founding from "./form.js";
import Page from "./page.js";
import { leagueText, stageText } from "./words.js";
import { get } from "../server/api.js";
import { Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { Sign } from "../shell/ui.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** @typedef {import("./words.js").Line} Line */

/** @param {{league?: string}} props */
export default function Leagues({ league }) {
  if (league === "new") return html`<${Founding} />`;
  return league ? html`<${Page} id=${league} />` : html`<${All} />`;
}

function All() {
  const [lines, setLines] = useState(/** @type {Line[]|null} */ (null));
  const [next, setNext] = useState(/** @type {string|null} */ (null));
  const [fault, setFault] = useState("");
  const load = (path, before) =>
    get(path).then(
      (page) => {
        setLines([...before, ...page.items]);
        setNext(page.next);
      },
      (error) => setFault(error.message),
    );
  useEffect(() => {
    document.title = `${t("leagues")} – Comptoir`;
    load("leagues?limit=60", []);
  }, [session.value.token]);
  const shown = lines ?? [];
  return html`<main id="main" class="page stack">
    <p class="small"><${Link} to="/tournaments">${t("tournaments")}<//></p>
    <div class="row">
      <h1 class="grow">${t("leagues")}</h1>
      ${session.value.token && html`<${Link} class="button dense" to="/leagues/new">${t("found_league")}<//>`}
    </div>
    <p class="soft">${t("leagues_text")}</p>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    ${lines && !lines.length && html`<p class="soft">${t("no_leagues")}</p>`}
    <${Section} heading=${t("my_leagues")} lines=${shown.filter((line) => line.is_member)} />
    <${Section}
      heading=${t("open_leagues")}
      lines=${shown.filter((line) => !line.is_member && line.status === "open")}
    />
    <${Section}
      heading=${t("ended_leagues")}
      lines=${shown.filter((line) => !line.is_member && line.status !== "open")}
    />
    ${
      next &&
      html`<div>
        <button onClick=${() => load(String(next).replace(/^https?:\/\/[^/]+/, ""), shown)}>${t("show_more")}</button>
      </div>`
    }
  </main>`;
}

/** @param {{heading: string, lines: Line[]}} props */
function Section({ heading, lines }) {
  if (!lines.length) return null;
  return html`<section class="stack">
    <h2>${heading} <span class="soft num">${lines.length}</span></h2>
    <div class="cards">${lines.map((line) => html`<${Tile} key=${line.id} line=${line} />`)}</div>
  </section>`;
}

/** @param {{line: Line}} props */
const Tile = ({ line }) =>
  html`<${Link} class="tile" to=${`/leagues/${line.id}`} data-league=${line.id}
    ><span class="row"
      ><strong class="grow breaks">${line.title}</strong
      >${line.is_member && html`<span class="chip"><${Sign} name="check" />${t("in_league")}</span>`}</span
    ><span class="soft small">${leagueText(line)}</span>
    <span class="row small"
      ><span class="grow">${t("n_members", { n: line.number_of_members })}</span
      ><span class="soft">${stageText(line)}</span></span
    ><//
  >`;
