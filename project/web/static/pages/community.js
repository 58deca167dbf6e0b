/** The community: tournaments, leagues, clubs, ratings. Parts that the server does not support are hidden. */

import { useTitle } from "../shell/title.js";
import { usePaths } from "../server/served.js";
import { Link } from "../shell/router.js";
import { Sign } from "../shell/ui.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** The parts: the address, the sign, the title, the purpose, and an API path that shows that the server supports the part.
    @type {[string, string, string, string, string][]} */
const PLACES = [
  ["/tournaments", "hourglass", "tournaments", "tournaments_text", "/tournaments"],
  ["/leagues", "last", "leagues", "leagues_text", "/leagues"],
  ["/clubs", "house", "clubs", "clubs_text", "/clubs"],
  ["/ratings", "star", "ratings", "ratings_text", "/ratings"],
];

export default function Community() {
  const known = usePaths();
  useTitle(t("community"));
  return html`<main id="main" class="page stack">
    <h1>${t("community")}</h1>
    <div class="cards">
      ${PLACES.filter(([, , , , path]) => [...known].some((one) => one.startsWith(path))).map(
        ([to, sign, title, text]) =>
          html`<${Link} key=${to} class="tile doorway" to=${to}
            ><strong><${Sign} name=${sign} /> ${t(title)}</strong><span class="soft">${t(text)}</span><//
          >`,
      )}
    </div>
  </main>`;
}
