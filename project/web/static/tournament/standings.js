/** The standings of a tournament, or before its start the list of entries. */

import { post, remove } from "../server/api.js";
import { useSaved } from "../account/saved.js";
import { ensurePlayer, randomName } from "../setup/start.js";
import { session, settings } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";
import { membersText } from "./team.js";
import { entryName, isMine, pointsText, strength, tieText } from "./words.js";

/** @typedef {import("./words.js").Tournament} Tournament */

/** @param {{tournament: Tournament, refresh: () => Promise<any>}} props */
export function Standings({ tournament, refresh }) {
  const { language } = settings.value;
  const { tie_breaks: ties } = tournament;
  const entryOf = (number) => tournament.entries.find((one) => one.entry === number);
  return html`<section class="stack">
    <h2>${t("standings")}</h2>
    <div class="panel wideness" tabindex="0" role="region" aria-label=${t("standings")}>
      <table data-standings>
        <thead>
          <tr>
            <th scope="col">${t("place")}</th>
            <th scope="col">${t("name")}</th>
            <th scope="col" class="num">${t("points")}</th>
            ${ties.map((tie) => html`<th scope="col" class="num" key=${tie}>${t(`tie_${tie}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${tournament.table.map(
            (line) =>
              html`<tr
                key=${line.entry}
                class=${line.entry === tournament.entry ? "ownline" : ""}
                data-entry=${line.entry}
              >
                <td class="num">${line.place}</td>
                <th scope="row">${entryName(tournament, line.entry)} <${Marks} entry=${entryOf(line.entry)} /></th>
                <td class="num strong">${pointsText(line.points, language)}</td>
                ${ties.map(
                  (tie) => html`<td class="num" key=${tie}>${tieText(tie, line.tie_breaks[tie], language)}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <${Vacant} tournament=${tournament} refresh=${refresh} />
    <${Formula} tournament=${tournament} />
  </section>`;
}

/** The computation of the standings, in sentences. @param {{tournament: Tournament}} props */
function Formula({ tournament }) {
  const { format, scoring, tie_breaks: ties, rules } = tournament;
  const isKnockOut = format === "knock_out";
  const sentences = [
    t(isKnockOut ? "formula_knock_out" : `formula_${scoring}`),
    ...(isKnockOut ? [] : [t(rules > 1 ? "formula_bye" : `formula_bye_${scoring}`)]),
    ...(rules > 1 ? [t("formula_forfeit")] : []),
    ...((tournament.team_size ?? 1) > 1 ? [t("formula_teams")] : []),
    ...(tournament.replays ? [t("formula_replays", { n: tournament.replays })] : []),
    ...(tournament.late_entry ? [t("formula_late", { n: tournament.late_entry })] : []),
    ...(tournament.substitutes ? [t("formula_substitutes")] : []),
    ...ties.map((tie) => t(`formula_tie_${tie}`)),
  ];
  return html`<details class="small" data-formula>
    <summary>${t("formula")}</summary>
    <ul>
      ${sentences.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}
    </ul>
  </details>`;
}

/** The entries of players who have left, open to players outside the tournament. */
function Vacant({ tournament, refresh }) {
  const { send, feedback } = useSaved();
  const vacant = tournament.entries.filter((entry) => entry.may_be_taken);
  if (!vacant.length || tournament.entry !== null) return "";
  const take = async (number) => {
    await ensurePlayer(session.value.name ?? randomName());
    return post(`tournaments/${tournament.id}/entries/${number}/substitute`, {});
  };
  return html`<div class="stack" data-part="vacant">
    ${vacant.map(
      ({ entry }) =>
        html`<div class="row" key=${entry}>
          <span class="grow">${t("place_vacant", { name: entryName(tournament, entry) })}</span
          ><button
            class="act dense"
            data-take=${entry}
            onClick=${() => send(take(entry), t("entered")).then((done) => done !== undefined && refresh())}
          >
            ${t("take_place")}
          </button>
        </div>`,
    )}${feedback}
  </div>`;
}

/** The facts about an entry, beside its name. */
function Marks({ entry }) {
  const words = [
    strength(entry),
    ...membersText(entry),
    ...(entry?.missed ? [t("came_late", { n: entry.missed })] : []),
    ...(entry?.former ?? []).map((one) => t("held_before", { name: one.player ?? t("somebody"), n: one.until_round })),
    ...(entry?.checked_in ? [t("is_checked_in")] : []),
    ...(entry?.withdrawn ? [t("has_withdrawn")] : []),
  ].filter(Boolean);
  return words.length > 0 && html`<span class="soft small">${words.join(" · ")}</span>`;
}

/** @param {{tournament: Tournament, refresh: () => Promise<void>}} props */
export function Entries({ tournament, refresh }) {
  const { send, feedback } = useSaved();
  const leave = (number) =>
    send(remove(`tournaments/${tournament.id}/entries/${number}`), t("withdrawn_from")).then(
      (done) => done !== undefined && refresh(),
    );
  const mayRemove = isMine(tournament) && tournament.status === "open";
  const taking = tournament.entries.filter((entry) => !entry.withdrawn);
  return html`<section class="stack">
    <h2>${t("entries")} <span class="soft num">${taking.length}</span></h2>
    ${!taking.length && html`<p class="soft">${t("no_entries")}</p>`}
    <ul class="lines entrylist">
      ${taking.map(
        (entry) =>
          html`<li class="row" key=${entry.entry} data-entry=${entry.entry}>
            <span class=${`grow${entry.entry === tournament.entry ? " strong" : ""}`}
              >${entryName(tournament, entry.entry)} <${Marks} entry=${entry}
            /></span>
            ${
              mayRemove &&
              entry.entry !== tournament.entry &&
              html`<button
                class="dense"
                aria-label=${t("remove_entry", { name: entryName(tournament, entry.entry) })}
                onClick=${() => leave(entry.entry)}
              >
                ${t("remove")}
              </button>`
            }
          </li>`,
      )}
    </ul>
    ${feedback}
  </section>`;
}
