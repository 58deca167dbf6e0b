/** An invitation by link. The token is after #, so that no server log contains it. A player who accepts sits down at once. */

import { get, post } from "../server/api.js";
import { brief } from "../server/catalog.js";
import { go, Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { SeatDots } from "./lobby.js";
import { GuestName } from "../setup/guest.js";
import { ensurePlayer, nonce, randomName } from "../setup/start.js";

export default function Invite() {
  const [token] = useState(() => location.hash.slice(1));
  const [found, setFound] = useState(null);
  const [fault, setFault] = useState("");
  const [name, setName] = useState(() => session.value.name ?? randomName());
  useEffect(() => {
    document.title = `${t("invitations")} – Comptoir`;
    get(`invitations/${encodeURIComponent(token)}`).then(setFound, (error) =>
      setFault(error.status === 404 ? t("link_gone") : error.message),
    );
  }, [token]);
  const sit = async (event) => {
    event.preventDefault();
    try {
      await ensurePlayer(name);
      go(`/m/${(await post(`invitations/${encodeURIComponent(token)}`, { nonce: nonce() })).match}`);
    } catch (/** @type {any} */ error) {
      setFault(error.message);
    }
  };
  const match = found?.match;
  const seated = match?.seats.some((seat) => seat.player && seat.player.name === session.value.name);
  return html`<main id="main" class="page stack">
    <h1>${t("invited_here")}</h1>
    ${
      match &&
      html`<form class="panel stack" onSubmit=${sit}>
        <div class="row">
          <strong class="grow">${brief(match.game)?.title ?? match.game}</strong><${SeatDots} seats=${match.seats} />
        </div>
        <p class="soft">${brief(match.game)?.summary}</p>
        ${
          seated
            ? html`<div><${Link} class="button act" to=${`/m/${match.id}`}>${t("back_to_table")}<//></div>`
            : html` ${!session.value.token && html`<${GuestName} name=${name} setName=${setName} />`}
                <div><button class="act">${t("sit_down")}</button></div>`
        }
      </form>`
    }
    ${
      fault &&
      html`<p class="fault" role="alert">${fault}</p>
        <p><${Link} to="/">${t("to_start")}<//></p>`
    }
  </main>`;
}
