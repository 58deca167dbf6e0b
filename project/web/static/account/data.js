/** The data that the server stores about a player; closing the account. */

import { get, remove, request } from "../server/api.js";
import { usePaths } from "../server/served.js";
import { go } from "../shell/router.js";
import { signIn } from "../shell/session.js";
import { t } from "../words/texts.js";
import { save } from "../shell/ui.js";
import { html, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

const MATCHES = "me/export/matches";
const LINES = "application/x-ndjson";
/** The time limit of an export: the matches of many years take time. */
const PATIENCE_MS = 1_800_000;
const ofMatches = () => request("GET", MATCHES, { accept: LINES, isBytes: true, patience: PATIENCE_MS });

export function OwnData() {
  const known = usePaths();
  const [sure, setSure] = useState(false);
  const { send, feedback } = useSaved();
  const download = () =>
    send(get("me/export"), "").then((body) => body && save("comptoir-account.json", JSON.stringify(body, null, 1)));
  const downloadMatches = () =>
    send(ofMatches(), t("data_ready")).then((answer) => answer && save("comptoir-matches.ndjson", answer.body, LINES));
  const close = async () => {
    if (!sure) return setSure(true);
    if ((await send(remove("me"), "")) === undefined) return;
    signIn(null, null);
    go("/");
  };
  return html`<${Part} name="data" title=${t("own_data")}
    ><div class="row">
      <button onClick=${download}>${t("download_data")}</button>
      ${
        known.has("/me/export/matches") &&
        html`<button data-own-matches onClick=${downloadMatches}>${t("download_matches")}</button>`
      }<button data-close-account onClick=${close}>${t(sure ? "close_account_sure" : "close_account")}</button>
    </div>
    <p class="soft small">${t("close_account_text")}</p>
    ${feedback}<//
  >`;
}
