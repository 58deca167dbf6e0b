/** A guided first match: a description of the game, a name if the player has none yet, and the button to the table. */

import { useTitle } from "../shell/title.js";
import { guideOf } from "../guide/ideas.js";
import { game as gameOf } from "../server/catalog.js";
import { post } from "../server/api.js";
import { GuestName } from "../setup/guest.js";
import { ensurePlayer, randomName } from "../setup/start.js";
import { go, Link } from "../shell/router.js";
import { prefer, session, settings } from "../shell/session.js";
import { html, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** Opens the match and marks it as guided. @param {import("../types.js").Game} game @param {string} name */
async function begin(game, name) {
  await ensurePlayer(name);
  const { bots, seed, options } = guideOf(game);
  const policy = game.levels?.[0]?.policy;
  const bot = { kind: "bot", ...(policy ? { policy } : {}) };
  const seats = [{ kind: "me" }, ...Array.from({ length: bots }, () => bot)];
  const { id } = await post("matches", { game: game.game, options, seats, seed });
  prefer({ guide: { match: id, seen: [] }, hints: { ...settings.value.hints, [game.game]: true } });
  go(`/m/${id}`);
}

export default function Learn({ game: name }) {
  const game = gameOf(name);
  useTitle(game && t("learn_game", { game: game.title }));
  const [guest, setGuest] = useState(() => session.value.name ?? randomName());
  const [{ isBusy, fault }, setState] = useState({ isBusy: false, fault: "" });
  if (!game) return html`<main id="main" class="page"></main>`;
  const start = (event) => {
    event.preventDefault();
    setState({ isBusy: true, fault: "" });
    begin(game, guest.trim()).catch((error) => setState({ isBusy: false, fault: error.reasons?.[0] ?? error.message }));
  };
  return html`<main id="main" class="page stack">
    <h1>${t("learn_game", { game: game.title })}</h1>
    <p>${game.about?.goal ?? game.summary}</p>
    <p>${t("learn_text", { n: guideOf(game).bots })}</p>
    <form class="stack" onSubmit=${start}>
      ${!session.value.token && html`<${GuestName} name=${guest} setName=${setGuest} />`}
      <p class="row">
        <button class="act" disabled=${isBusy}>${t(isBusy ? "laying_table" : "learn_start")}</button>
        <${Link} to=${`/rules/${name}`}>${t("rules")}<//>
      </p>
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    </form>
  </main>`;
}
