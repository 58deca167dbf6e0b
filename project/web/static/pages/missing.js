/** The page for an unknown address. */

import { useTitle } from "../shell/title.js";
import { Link } from "../shell/router.js";
import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";

export default function Missing() {
  useTitle(t("missing"));
  return html`<main id="main" class="page stack">
    <h1>${t("missing")}</h1>
    <p><${Link} to="/">${t("to_start")}<//></p>
  </main>`;
}
