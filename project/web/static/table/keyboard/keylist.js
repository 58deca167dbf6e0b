/** The list of the table's single-key shortcuts, opened by `?`. */

import { t } from "../../words/texts.js";
import { Sheet } from "../../shell/ui.js";
import { html } from "../../vendor/preact.js";

const KEYS = [
  ["1–9", "key_verbs"],
  ["← →", "key_within"],
  ["q", "key_question"],
  ["h", "key_hand"],
  ["o", "key_offers"],
  ["g", "key_pawn"],
  ["i", "key_inspect"],
  ["w", "key_why"],
  ["l", "key_log"],
  ["t", "key_talk"],
  ["n", "key_next"],
  [".", "key_skip"],
  ["v", "key_text"],
  ["Esc", "key_escape"],
  ["?", "key_list"],
];

export function KeyList({ close }) {
  return html`<${Sheet} title=${t("keys_title")} onClose=${close}>
    <dl class="keys" data-keys>
      ${KEYS.map(
        ([key, words]) =>
          html`<dt><kbd>${key}</kbd></dt>
            <dd>${t(words)}</dd>`,
      )}
    </dl>
    <p class="small soft">${t("keys_off")}</p>
  <//>`;
}
