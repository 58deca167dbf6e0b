/** The actions of a tournament: enter, withdraw; for its organiser: enter bots, start, cancel. */

import { post, remove } from "../server/api.js";
import { game as gameOf } from "../server/catalog.js";
import { useSaved } from "../account/saved.js";
import { ensurePlayer, nonce, randomName } from "../setup/start.js";
import { Strength, usualLevel } from "../setup/strength.js";
import { usePaths } from "../server/served.js";
import { session } from "../shell/session.js";
import { t, when } from "../words/texts.js";
import { html, useState } from "../vendor/preact.js";
import { isMine } from "./words.js";

/** @param {{tournament: import("./words.js").Tournament, refresh: () => Promise<void>}} props */
export function Acts({ tournament, refresh }) {
  const acts = useActs(tournament, refresh);
  const { status, entry } = tournament;
  const full = tournament.number_of_entries >= tournament.max_players;
  const organises = tournament.is_organiser ?? isMine(tournament);
  return html`<div class="stack" data-part="acts">
    <div class="row">
      <${Entering} tournament=${tournament} full=${full} acts=${acts} />
      ${organises && html`<${Organising} tournament=${tournament} acts=${acts} />`}
    </div>
    ${
      organises &&
      status === "open" &&
      !full &&
      acts.offered("entries") &&
      html`<${Bots}
        tournament=${tournament}
        enter=${(policy) => acts.act(post(`${acts.path}/entries`, { policy }), t("bot_entered"))}
      />`
    }
    ${status === "open" && entry !== null && html`<p class="soft small">${t("entered_text")}</p>`}
    <${CheckIn} tournament=${tournament} acts=${acts} />${acts.feedback}
  </div>`;
}

/** Returns functions that send an act and reload the tournament. An irreversible act must be pressed `twice`. */
function useActs(tournament, refresh) {
  const known = usePaths();
  const { send, feedback } = useSaved();
  const [sure, setSure] = useState("");
  const act = (promise, words) =>
    send(promise, words).then((done) => {
      setSure("");
      return done !== undefined && refresh();
    });
  return {
    act,
    twice: (name, then) => (sure === name ? then() : setSure(name)),
    offered: (name) => known.has(`/tournaments/{tournament_id}/${name}`),
    path: `tournaments/${tournament.id}`,
    sure,
    feedback,
  };
}

/** A player's own entry: possible while the tournament takes entries; it can be withdrawn until the tournament ends. */
function Entering({
  tournament: { status, entry, entries, team_size: size = 1, is_entry_open: isOpen = status === "open" },
  full,
  acts: { act, twice, offered, path, sure },
}) {
  const [team, setTeam] = useState("");
  const enter = async () => {
    await ensurePlayer(session.value.name ?? randomName());
    return post(`${path}/entries`, { nonce: nonce(), ...(size > 1 ? { team: team.trim() } : {}) });
  };
  const isHolder = entries.find((one) => one.entry === entry)?.player === session.value.name;
  return html`${
    isOpen &&
    entry === null &&
    size > 1 &&
    html`<label class="field"
      ><span>${t("team_name")}</span
      ><input name="team" maxlength="40" value=${team} onInput=${(event) => setTeam(event.target.value)}
    /></label>`
  }${
    isOpen &&
    entry === null &&
    offered("entries") &&
    html`<button class="act" data-enter disabled=${full} onClick=${() => act(enter(), t("entered"))}>
      ${t(full ? "tournament_full" : status === "open" ? "enter_tournament" : "enter_late")}
    </button>`
  }
  ${
    entry !== null &&
    isHolder &&
    ["open", "running"].includes(status) &&
    offered("entries/{number}") &&
    html`<button
      data-withdraw
      onClick=${() => twice("withdraw", () => act(remove(`${path}/entries/${entry}`), t("withdrawn_from")))}
    >
      ${t(sure === "withdraw" ? "withdraw_sure" : "withdraw_from")}
    </button>`
  }`;
}

/** The button that confirms attendance while the check-in is open. */
function CheckIn({
  tournament: { status, entry, entries, check_in: minutes, starts_at: starts },
  acts: { act, path },
}) {
  const isIn = entries.find((one) => one.entry === entry)?.checked_in;
  const opens = new Date(starts ?? 0).getTime() - (minutes ?? 0) * 60_000;
  if (status !== "open" || entry === null || !minutes) return "";
  if (isIn) return html`<p data-checked-in>${t("checked_in")}</p>`;
  if (Date.now() < opens)
    return html`<p class="soft small">${t("check_in_from", { time: when(new Date(opens).toISOString()) })}</p>`;
  return html`<div class="row" data-part="check_in">
    <span class="grow">${t("check_in_text", { time: when(starts) })}</span
    ><button
      class="act"
      data-check-in
      onClick=${() => act(post(`${path}/entries/${entry}/check-in`, {}), t("checked_in"))}
    >
      ${t("check_in")}
    </button>
  </div>`;
}

/** The organiser's buttons to start or cancel the tournament. */
function Organising({ tournament, acts: { act, twice, offered, path, sure } }) {
  const { status, entry } = tournament;
  const mayCancel = !tournament.co_organisers?.includes(session.value.name);
  return html`${
    status === "open" &&
    offered("start") &&
    html`<button
      class=${entry !== null ? "act" : ""}
      data-start
      onClick=${() => act(post(`${path}/start`, {}), t("tournament_begins"))}
    >
      ${t("start_tournament")}
    </button>`
  }
  ${
    ["open", "running"].includes(status) &&
    mayCancel &&
    offered("cancel") &&
    html`<button
      data-cancel
      onClick=${() => twice("cancel", () => act(post(`${path}/cancel`, {}), t("tournament_cancelled")))}
    >
      ${t(sure === "cancel" ? "cancel_sure" : "cancel_tournament")}
    </button>`
  }`;
}

function Bots({ tournament, enter }) {
  const game = gameOf(tournament.game);
  const [chosen, setPolicy] = useState("");
  const policy = chosen || usualLevel(game);
  return html`<div class="row">
    <label class="row"
      ><span>${t("enter_bot")}</span><${Strength} game=${game} policy=${policy} set=${setPolicy}
    /></label>
    <button class="dense" data-enter-bot onClick=${() => enter(policy)}>${t("add_bot")}</button>
  </div>`;
}
