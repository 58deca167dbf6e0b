/** Open tables of the players that I follow; empty if there are none. */

import { get } from "../server/api.js";
import { usePaths } from "../server/served.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Row } from "./lobby.js";

export function FollowedTables() {
  const [tables, setTables] = useState([]);
  const known = usePaths().has("/me/relations");
  useEffect(() => {
    if (!known || !session.value.token) return;
    get("matches?followed=true&limit=20").then(
      ({ items }) => setTables(items),
      () => {},
    );
  }, [known, session.value.token]);
  if (!tables.length) return null;
  return html`<section class="stack" data-followed>
    <h2>${t("followed_tables")}</h2>
    <ul class="tables">
      ${tables.map((match) => html`<${Row} key=${match.id} match=${match} />`)}
    </ul>
  </section>`;
}
