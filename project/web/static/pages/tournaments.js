/** Tournaments: those that take entries first, then running ones, then what is over. */

import { get } from "../server/api.js";
import { brief } from "../server/catalog.js";
import { Link } from "../shell/router.js";
import { usePaths } from "../server/served.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { Sign } from "../shell/ui.js";
import { html, useEffect, useState } from "../vendor/preact.js";
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
    document.title = `${t("tournaments")} – Comptoir`;
    load("tournaments?limit=60", []);
  }, [session.value.token]);
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
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    ${lines && !lines.length && html`<p class="soft">${t("no_tournaments")}</p>`}
    ${SECTIONS.map(
      ([key, heading]) =>
        html`<${Section}
          key=${key}
          heading=${t(heading)}
          lines=${(lines ?? []).filter((line) => sectionOf(line) === key)}
        />`,
    )}
    ${
      next &&
      html`<div>
        <button onClick=${() => load(String(next).replace(/^https?:\/\/[^/]+/, ""), lines)}>${t("show_more")}</button>
      </div>`
    }
  </main>`;
}

function Section({ heading, lines }) {
  if (!lines.length) return null;
  return html`<section class="stack">
    <h2>${heading} <span class="soft num">${lines.length}</span></h2>
    <div class="cards">${lines.map((line) => html`<${Tile} key=${line.id} line=${line} />`)}</div>
  </section>`;
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
