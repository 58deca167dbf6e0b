/** The organisers of a tournament and their messages; organisers also see forms for changes, messages and co-organisers;
    entrants see the vote on cancelling if the organisers are silent. */

import { get, patch, post, put, remove } from "../server/api.js";
import { useSaved } from "../account/saved.js";
import { onNotice } from "../notices/heard.js";
import { usePaths } from "../server/served.js";
import { session } from "../shell/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { listed, t, when } from "../words/texts.js";
import { hasRounds } from "./form.js";

/** @typedef {import("./words.js").Tournament} Tournament */
/** @typedef {{tournament: Tournament, refresh: () => Promise<any>}} Props */

const MESSAGES = "/tournaments/{tournament_id}/messages";

/** @param {Props} props */
export function Organisers({ tournament, refresh }) {
  const known = usePaths();
  if (!known.has(MESSAGES)) return "";
  const goesOn = ["open", "running"].includes(tournament.status);
  const { is_organiser: organises, co_organisers: others, organiser } = tournament;
  return html`<${Announcements} tournament=${tournament} goesOn=${goesOn} />
    ${others.length > 0 && html`<p class="soft small" data-co-organisers>${t("co_organised_by", { names: listed(others) })}</p>`}
    ${
      goesOn &&
      organises &&
      (tournament.status === "open" || organiser === session.value.name) &&
      html`<details data-part="organising">
        <summary>${t("organising")}</summary>
        <div class="stack">
          ${tournament.status === "open" && html`<${Change} tournament=${tournament} refresh=${refresh} />`}
          ${organiser === session.value.name && html`<${Named} tournament=${tournament} refresh=${refresh} />`}
        </div>
      </details>`
    }
    ${goesOn && html`<${Vote} tournament=${tournament} refresh=${refresh} />`}`;
}

/** The organisers' messages, with a field to write a message. @param {{tournament: Tournament, goesOn: boolean}} props */
function Announcements({ tournament: { id, is_organiser: organises }, goesOn }) {
  const [messages, setMessages] = useState(/** @type {any[]} */ ([]));
  const [text, setText] = useState("");
  const { send, feedback } = useSaved();
  const load = () => get(`tournaments/${id}/messages`).then(({ items }) => setMessages(items));
  useEffect(() => {
    load().catch(() => {});
    return onNotice((notice) => notice?.tournament === id && load().catch(() => {}));
  }, [id, session.value.token]);
  const say = async (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    if ((await send(post(`tournaments/${id}/messages`, { text: text.trim() }), t("words_said"))) === undefined) return;
    setText("");
    await load();
  };
  const mayRemove = (message) => organises && message.player === session.value.name;
  if (!messages.length && !(organises && goesOn)) return "";
  return html`<section class="panel stack" data-part="words">
    <h2>${t("words_to_all")}</h2>
    ${messages.map(
      (message) =>
        html`<p class="breaks" key=${message.number} data-word=${message.number}>
          <b>${message.player}</b> ${message.text}
          <time class="soft small" datetime=${message.at}>${when(message.at)}</time>${
            mayRemove(message) &&
            html` <button
              class="dense"
              onClick=${() => send(remove(`tournaments/${id}/messages/${message.number}`), t("words_removed")).then(load)}
            >
              ${t("remove_words")}
            </button>`
          }
        </p>`,
    )}
    ${
      organises &&
      goesOn &&
      html`<form class="row" onSubmit=${say}>
        <input
          class="grow"
          name="words"
          maxlength="500"
          value=${text}
          aria-label=${t("words_to_all")}
          onInput=${(event) => setText(event.target.value)}
        /><button class="dense">${t("send")}</button>
      </form>`
    }${feedback}
  </section>`;
}

/** @param {Props} props */
function Change({ tournament, refresh }) {
  const { title, max_players, rounds } = tournament;
  const [form, setForm] = useState({ title, max_players, rounds, starts_at: localTime(tournament.starts_at) });
  const { send, feedback } = useSaved();
  const set = (name) => (event) => setForm({ ...form, [name]: event.target.value });
  const save = (event) => {
    event.preventDefault();
    const body = {
      title: form.title.trim(),
      max_players: Number(form.max_players),
      starts_at: form.starts_at ? new Date(form.starts_at).toISOString() : null,
      ...(hasRounds(/** @type {any} */ (tournament)) ? { rounds: Number(form.rounds) } : {}),
    };
    send(patch(`tournaments/${tournament.id}`, body)).then((changed) => changed !== undefined && refresh());
  };
  const field = (name, label, type, more = {}) =>
    html`<label class="field"
      ><span>${t(label)}</span
      ><input name=${`change_${name}`} type=${type} value=${form[name]} onInput=${set(name)} ...${more}
    /></label>`;
  return html`<form class="fields" onSubmit=${save}>
    ${field("title", "tournament_title", "text", { required: true, minlength: 2, maxlength: 80 })}
    ${field("max_players", "most_players", "number", { min: 2, max: 64 })}
    ${hasRounds(/** @type {any} */ (tournament)) && field("rounds", "rounds", "number", { min: 1, max: 30 })}
    ${field("starts_at", "start_at", "datetime-local")}
    <div><button data-change>${t("change_tournament")}</button></div>
    ${feedback}
  </form>`;
}

/** Returns a time in the format of its input field, in the page's time zone. @param {string|null} moment */
function localTime(moment) {
  if (!moment) return "";
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @param {Props} props */
function Named({ tournament, refresh }) {
  const [name, setName] = useState("");
  const { send, feedback } = useSaved();
  const path = (one) => `tournaments/${tournament.id}/organisers/${encodeURIComponent(one)}`;
  const act = (promise, words) => send(promise, words).then((done) => done !== undefined && refresh());
  const add = (event) => {
    event.preventDefault();
    if (name.trim()) act(put(path(name.trim()), {}), t("co_organiser_named")).then(() => setName(""));
  };
  return html`<form class="row" onSubmit=${add}>
      <label class="field grow"
        ><span>${t("co_organiser")}</span
        ><input name="co_organiser" value=${name} onInput=${(event) => setName(event.target.value)} /></label
      ><button class="dense">${t("name_co_organiser")}</button>
    </form>
    ${tournament.co_organisers.map(
      (one) =>
        html`<div class="row" key=${one}>
          <span class="grow">${one}</span
          ><button class="dense" onClick=${() => act(remove(path(one)), t("saved"))}>
            ${t("remove_co_organiser")}
          </button>
        </div>`,
    )}${feedback}`;
}

/** @param {Props} props */
function Vote({ tournament, refresh }) {
  const { send, feedback } = useSaved();
  const [isSure, setSure] = useState(false);
  const { votes, needed, possible_at: from, voted } = tournament.cancelling;
  if (tournament.entry === null || new Date(from).getTime() > Date.now()) return "";
  const vote = () =>
    isSure ? send(post(`tournaments/${tournament.id}/cancel-votes`, {}), t("voted")).then(refresh) : setSure(true);
  return html`<section class="panel stack" data-part="vote">
    <p>${t("vote_text", { n: votes, of: needed })}</p>
    ${!voted && html`<div><button data-vote onClick=${vote}>${t(isSure ? "vote_sure" : "vote_cancel")}</button></div>`}${feedback}
  </section>`;
}
