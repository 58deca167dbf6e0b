/** No such page. */

import { Link } from "../shell/router.js";
import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";

export default function Missing() {
  return html`<main id="main" class="page stack">
    <h1>${t("missing")}</h1>
    <p><${Link} to="/">${t("to_start")}<//></p>
  </main>`;
}
