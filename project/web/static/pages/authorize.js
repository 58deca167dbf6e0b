/** The page to which an app sends a player: the permissions that the app requests, and the player's answer. */

import { Consent } from "../account/consent.js";
import { get, postOnce } from "../server/api.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";

export default function Authorize() {
  const [query] = useState(() => Object.fromEntries(new URLSearchParams(location.search)));
  const [request, setRequest] = useState(/** @type {any} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => {
    document.title = `${t("consent")} – Comptoir`;
    if (session.value.token)
      get(`authorizations${location.search}`).then(setRequest, ({ message }) => setFault(message));
  }, [session.value.token]);
  const answer = (allow) =>
    postOnce("authorizations", { ...query, allow }).then(
      ({ redirect_to: address }) => location.replace(address),
      ({ message }) => setFault(message),
    );
  return html`<${Consent} request=${request} fault=${fault} answer=${answer} />`;
}
