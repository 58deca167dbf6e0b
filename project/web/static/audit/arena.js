/** The standings of a programs' arena, loaded from a file. This browser checks the arena's matches. Nothing is sent. */

import { check } from "./check.js";
import { brief } from "../server/catalog.js";
import { t } from "../words/texts.js";
import { say } from "../shell/ui.js";
import { html, useEffect, useState } from "../vendor/preact.js";

const FORMAT = "comptoir-arena/1";
const COMMAND = "python -m bots.series.recount arena.json";

export default function Arena() {
  const { file, checked, fault, take } = useFile();
  useEffect(() => {
    document.title = `${t("arena")} – Comptoir`;
  }, []);
  return html`<main id="main" class="page stack">
    <h1>${t("arena")}</h1>
    <p class="soft">${t("arena_text")}</p>
    <label class="button"
      >${t("choose_file")}<input
        class="hidden-text"
        type="file"
        accept=".json,application/json"
        onChange=${({ target }) => {
          if (target.files[0]) take(target.files[0]);
          target.value = ""; // so that the same file can be opened again
        }}
    /></label>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    ${
      file &&
      html`<h2>${brief(file.game)?.title ?? file.game}</h2>
        <p>${t("arena_series", { deals: file.deals, n: file.matches.length, seconds: file.seconds })}</p>
        <${Standings} lines=${file.table} /> <${Checked} checked=${checked} of=${file.matches.length} />`
    }
    <p class="soft small">${t("arena_recount")}</p>
    <code class="breaks">${COMMAND}</code>
  </main>`;
}

/** Returns the chosen file, the number of its matches that pass the check, and the first match that fails. */
function useFile() {
  const [file, setFile] = useState(null);
  const [checked, setChecked] = useState({ held: 0, bad: "" });
  const [fault, setFault] = useState("");
  useEffect(() => {
    let isGone = false;
    if (file) checkAll(file.matches, (now) => isGone || setChecked(now));
    return () => {
      isGone = true;
    };
  }, [file]);
  const take = async (chosen) => {
    const found = arenaIn(await chosen.text());
    setFile(found);
    setChecked({ held: 0, bad: "" });
    setFault(found ? "" : t("not_an_arena"));
  };
  return { file, checked, fault, take };
}

/** Parses an arena; returns null if the text is not an arena. */
function arenaIn(text) {
  try {
    const found = JSON.parse(text);
    return found?.format === FORMAT && Array.isArray(found.matches) && Array.isArray(found.table) ? found : null;
  } catch {
    return null;
  }
}

/** Checks one match after another with the verifier. */
async function checkAll(matches, tell) {
  for (const [held, match] of matches.entries()) {
    const { steps } = await check(new TextEncoder().encode(JSON.stringify(match.export)).buffer);
    if (steps.some(([status]) => status === "FAILED")) {
      tell({ held, bad: match.export.match });
      return;
    }
    tell({ held: held + 1, bad: "" });
  }
  say(t("arena_checked", { n: matches.length, of: matches.length }));
}

function Checked({ checked, of }) {
  const state = checked.bad ? "bad" : checked.held === of ? "good" : "wait";
  return html`<p data-verdict=${state} class=${checked.bad ? "fault" : ""}>
    ${checked.bad ? t("arena_bad", { match: checked.bad }) : t("arena_checked", { n: checked.held, of })}
  </p>`;
}

const withMargin = (value, margin) => (margin === null ? value : `${value} ± ${margin}`);

function Standings({ lines }) {
  return html`<div class="wideness" role="region" tabindex="0" aria-label=${t("arena")}>
    <table>
      <thead>
        <tr>
          <th scope="col" class="num">${t("place")}</th>
          <th scope="col">${t("name")}</th>
          <th scope="col" class="num">${t("rating")}</th>
          <th scope="col" class="num">${t("arena_share")}</th>
          <th scope="col" class="num">${t("matches")}</th>
          <th scope="col" class="num">${t("forfeits")}</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          (line, at) =>
            html`<tr key=${line.entrant}>
              <td class="num">${at + 1}</td>
              <td>${line.entrant}</td>
              <td class="num">${withMargin(line.rating, line.rating_margin)}</td>
              <td class="num">${withMargin(line.points, line.points_margin)}</td>
              <td class="num">${line.matches}</td>
              <td class="num">${line.forfeits}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
