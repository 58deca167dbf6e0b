/** Leagues: mine, and those that everybody may join; or one league, or the form of a new league, depending on the address. */

import Founding from "./form.js";
import Page from "./page.js";
import { leagueText, stageText } from "./words.js";
import { ListNotice, More, Section, useListed } from "../shell/listed.js";
import { Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { Sign } from "../shell/ui.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** @typedef {import("./words.js").Line} Line */

/** @param {{league?: string}} props */
export default function Leagues({ league }) {
  if (league === "new") return html`<${Founding} />`;
  return league ? html`<${Page} id=${league} />` : html`<${All} />`;
}

function All() {
  const listed = useListed("leagues?limit=60", t("leagues"));
  /** @type {Line[]} */
  const shown = listed.lines ?? [];
  return html`<main id="main" class="page stack">
    <p class="small"><${Link} to="/tournaments">${t("tournaments")}<//></p>
    <div class="row">
      <h1 class="grow">${t("leagues")}</h1>
      ${session.value.token && html`<${Link} class="button dense" to="/leagues/new">${t("found_league")}<//>`}
    </div>
    <p class="soft">${t("leagues_text")}</p>
    <${ListNotice} listed=${listed} nothing=${t("no_leagues")} />
    <${Section} Tile=${Tile} heading=${t("my_leagues")} lines=${shown.filter((line) => line.is_member)} />
    <${Section}
      Tile=${Tile}
      heading=${t("open_leagues")}
      lines=${shown.filter((line) => !line.is_member && line.status === "open")}
    />
    <${Section}
      Tile=${Tile}
      heading=${t("ended_leagues")}
      lines=${shown.filter((line) => !line.is_member && line.status !== "open")}
    />
    <${More} listed=${listed} />
  </main>`;
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
