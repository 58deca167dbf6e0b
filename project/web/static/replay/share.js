/** Sharing a finished match by a revocable link to its replay. */

import { get, post, remove } from "../server/api.js";
import { usePaths } from "../server/served.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { Sheet, Sign } from "../shell/ui.js";
import { html, useEffect, useState } from "../vendor/preact.js";

const OVER = ["finished", "aborted", "void"];

export function ShareButton({ head, seq }) {
  const known = usePaths();
  const [shown, setShown] = useState(false);
  if (!known.has("/matches/{match_id}/replay-links") || !session.value.token || !OVER.includes(head.status))
    return null;
  return html`<button class="dense" data-share title=${t("share_replay")} onClick=${() => setShown(true)}>
      <${Sign} name="link" /> ${t("share_replay")}
    </button>
    ${shown && html`<${ShareSheet} head=${head} seq=${seq} close=${() => setShown(false)} />`}`;
}

/** Returns the HTML that embeds the replay in another page. */
const frameOf = (url) =>
  `<iframe src="${url.replace("/r/", "/embed/r/")}?spoilers=0" width="640" height="480" title="Comptoir" loading="lazy"></iframe>`;

function ShareSheet({ head, seq, close }) {
  const path = `matches/${head.id}/replay-links`;
  const [links, setLinks] = useState(/** @type {any[]} */ ([]));
  const [notice, setNotice] = useState("");
  const [fault, setFault] = useState("");
  const seated = head.seats.some((seat) => seat.player?.name === session.value.name);
  const load = () => get(path).then(({ items }) => setLinks(items));
  const act = (promise) => {
    setNotice("");
    promise.then(load).catch((error) => setFault(error.message));
  };
  const copy = (url) =>
    navigator.clipboard.writeText(url).then(
      () => setNotice(t("copied")),
      () => setNotice(url),
    );
  useEffect(() => act(Promise.resolve()), []);
  return html`<${Sheet} title=${t("share_replay")} onClose=${close}
    ><p>${t("share_text")}</p>
    ${links.map(
      (link) =>
        html`<div class="panel stack" key=${link.id} data-link=${link.as}>
          <strong>${t(link.as === "me" ? "share_as_me" : "share_as_spectator")}</strong>
          <input
            readonly
            aria-label=${t("share_address")}
            value=${`${link.url}#${seq}`}
            onFocus=${(event) => event.target.select()}
          />
          <div class="row">
            <button class="dense" onClick=${() => copy(`${link.url}#${seq}`)}>${t("copy_link")}</button
            ><button class="dense" data-embed onClick=${() => copy(frameOf(link.url))}>${t("copy_embed")}</button
            ><button class="dense" onClick=${() => act(remove(`${path}/${link.id}`))}>${t("revoke_links")}</button>
          </div>
        </div>`,
    )}
    <div class="row">
      ${["spectator", ...(seated ? ["me"] : [])]
        .filter((as) => !links.some((link) => link.as === as))
        .map(
          (as) =>
            html`<button key=${as} data-make=${as} onClick=${() => act(post(path, { as }))}>
              ${t(as === "me" ? "make_as_me" : "make_as_spectator")}
            </button>`,
        )}
    </div>
    ${notice && html`<p role="status">${notice}</p>`}${fault && html`<p class="fault" role="alert">${fault}</p>`}<//
  >`;
}
