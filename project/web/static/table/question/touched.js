/** The card that was pressed last: what it says, and why it cannot be used. */

import { help, title } from "../../server/catalog.js";
import { settings } from "../../shell/session.js";
import { t } from "../../words/texts.js";
import { html, useEffect, useState } from "../../vendor/preact.js";

/** @import { Props, With } from "../types.js" */

let last = { key: "", answer: Promise.resolve([]) };

/**
 * Why a card of mine cannot be used, or not for what it is made for: a reason for each verb.
 * @param {With<"match"|"draft"|"sends">} ctx @returns {Promise<{verb: string, reason: string|null, detail: string}[]>}
 */
export async function against({ match: { table, view }, draft: { ask }, sends }, card) {
  if (!view.zones.some((zone) => zone.seat === view.viewer && zone.cards.includes(card))) return [];
  const key = `${table.id} ${view.seq} ${ask.prompt} ${card} ${settings.value.language}`;
  if (last.key !== key)
    last = {
      key,
      answer: sends.attempt({ card }).then(
        (answer) => answer.errors,
        () => [],
      ),
    };
  return last.answer;
}

/**
 * What the card of the sentence says that was pressed last, as its small print is left out on the table; and why it cannot be used for what it is made for.
 * @param {Props} props
 */
export function Touched({ ctx }) {
  const { match, draft, page } = ctx;
  const { touched, ask } = draft;
  const { view } = match;
  const [reason, setReason] = useState({ card: null, verb: "", text: "" });
  useEffect(() => {
    let gone = false;
    against(ctx, touched).then(
      ([first]) => gone || setReason({ card: touched, verb: first?.verb ?? "", text: first?.detail ?? "" }),
    );
    return () => {
      gone = true;
    };
  }, [touched, view.seq, ask.prompt]);
  const face = view.faces[touched];
  const words = face && help(match.game, "faces", face.face);
  if (!words) return null;
  return html`<p class="small touched" data-touched>
      <b>${title(match.game, "faces", face.face)}.</b> ${words}
      <button class="quiet plainlink" onClick=${() => page.inspect(touched)}>${t("details_of")}</button>
    </p>
    ${
      reason.card === touched &&
      reason.text &&
      html`<p class="small" data-why-not role="status">
        <b>${title(match.game, "verbs", reason.verb)}${t("colon")}</b>${reason.text}
      </p>`
    }`;
}
