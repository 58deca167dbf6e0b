/** Tournaments: those open for entries first, then running and finished ones. */

import { brief } from "../server/catalog.js";
import { ListNotice, More, Section, useListed } from "../shell/listed.js";
import { Link } from "../shell/router.js";
import { usePaths } from "../server/served.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { Sign } from "../shell/ui.js";
import { html } from "../vendor/preact.js";
import { isMine, shapeText, whenText } from "../tournament/words.js";

/** @typedef {import("../tournament/words.js").Line} Line */

const SECTIONS = [
  ["open", "tournaments_open"],
  ["running", "tournaments_running"],
  ["over", "finished"],
];
const sectionOf = ({ status }) => (status === "open" || status === "running" ? status : "over");

export default function Tournaments() {
  const known = usePaths();
  const listed = useListed("tournaments?limit=60", t("tournaments"));
  return html`<main id="main" class="page stack">
    <div class="row">
      <h1 class="grow">${t("tournaments")}</h1>
      ${known.has("/leagues") && html`<${Link} class="button dense" to="/leagues">${t("leagues")}<//>`}
      ${
        known.has("/tournaments") &&
        session.value.token &&
        html`<${Link} class="button dense" to="/tournaments/new">${t("organise")}<//>`
      }
    </div>
    <p class="soft">${t("tournaments_text")}</p>
    <${ListNotice} listed=${listed} nothing=${t("no_tournaments")} />
    ${SECTIONS.map(
      ([key, heading]) =>
        html`<${Section}
          key=${key}
          heading=${t(heading)}
          Tile=${Tile}
          lines=${(listed.lines ?? []).filter((line) => sectionOf(line) === key)}
        />`,
    )}
    <${More} listed=${listed} />
  </main>`;
}

/** @param {{line: Line}} props */
function Tile({ line }) {
  return html`<${Link} class="tile" to=${`/tournaments/${line.id}`} data-tournament=${line.id}
    ><span class="row"
      ><strong class="grow breaks">${line.title}</strong>${
        line.entry !== null
          ? html`<span class="chip"><${Sign} name="check" />${t("you_take_part")}</span>`
          : isMine(line) && html`<span class="chip">${t("you_organise")}</span>`
      }</span
    >
    <span class="small">${brief(line.game)?.title ?? line.game}</span><span class="soft small">${shapeText(line)}</span>
    <span class="row small"
      ><span class="grow">${t("entries_of", { n: line.number_of_entries, of: line.max_players })}</span
      ><span class="soft">${whenText(line)}</span></span
    ><//
  >`;
}
