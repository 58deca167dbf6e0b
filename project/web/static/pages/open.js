/** The target of content shared with the installed client: opens the page that a link in the content names. */

import { go, Link } from "../shell/router.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

const LINKS = /https?:\/\/[^\s<>"]+/g;
/** The pages whose links people send each other. */
const SENT = /^\/(m\/[\w-]+(\/replay|\/verify)?|r\/[\w-]+|invite|tournaments\/[\w-]+|new\/\w+|rules\/\w+)$/;

/** Returns the path of the first link to this site in a text; null if there is none. Pure. @param {string} text @param {string} origin */
export function linkIn(text, origin) {
  const found = (text.match(LINKS) ?? []).map((link) => new URL(link.replace(/[.,;:!?)]+$/, "")));
  const ours = found.find((link) => link.origin === origin && SENT.test(link.pathname));
  return ours ? ours.pathname + ours.search + ours.hash : null;
}

export default function Open() {
  const [shared] = useState(() => new URLSearchParams(location.search));
  const [wrong, setWrong] = useState(shared.size > 0);
  const follow = (text) => {
    const link = linkIn(text, location.origin);
    if (link === null) return setWrong(text.trim() !== "");
    history.replaceState(null, "", "/play"); // the back button does not return here
    go(link);
  };
  useEffect(() => {
    document.title = `${t("open_link")} – Comptoir`;
    follow([...shared.values()].join(" "));
  }, []);
  return html`<main id="main" class="page stack">
    <h1>${t("open_link")}</h1>
    <p>${t("open_link_text")}</p>
    <label class="stack"
      >${t("link")}<input type="url" name="link" onInput=${(event) => follow(event.currentTarget.value)}
    /></label>
    ${wrong && html`<p class="fault" role="alert">${t("no_link_of_ours", { host: location.host })}</p>`}
    <p><${Link} to="/play">${t("my_matches")}<//></p>
  </main>`;
}
