/** The card that was pressed last: what it says, and why it cannot be used. */

import { help, title } from "../catalog.js";
import { settings } from "../session.js";
import { t } from "../texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { attempt } from "./store.js";

/** Says why a card cannot be used: for the verb in hand, else as the server puts it first. */
export async function why(ctx, card) {
  const found = await against(ctx, card);
  const reason = found.find((one) => one.reason && one.verb === ctx.draft.verb) ?? found[0];
  ctx.explain({ card, text: reason?.detail ?? t("no_use_now") });
}

let last = { key: "", answer: Promise.resolve([]) };

/** Why a card of mine cannot be used, or not for what it is made for: a reason for each verb. @returns {Promise<{verb: string, reason: string|null, detail: string}[]>} */
async function against({ table, view, ask }, card) {
  if (!view.zones.some((zone) => zone.seat === view.viewer && zone.cards.includes(card))) return [];
  const key = `${table.id} ${view.seq} ${ask.prompt} ${card} ${settings.value.language}`;
  if (last.key !== key)
    last = {
      key,
      answer: attempt(table, ask, { card }).then(
        (answer) => answer.errors,
        () => [],
      ),
    };
  return last.answer;
}

/** What the card of the sentence says that was pressed last, as its small print is left out on the table; and why it cannot be used for what it is made for. */
export function Touched({ ctx }) {
  const { touched, view, ask } = ctx;
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
  const words = face && help(ctx.game, "faces", face.face);
  if (!words) return null;
  return html`<p class="small touched" data-touched>
      <b>${title(ctx.game, "faces", face.face)}.</b> ${words}
      <button class="quiet plainlink" onClick=${() => ctx.inspect(touched)}>${t("details_of")}</button>
    </p>
    ${reason.card === touched && reason.text && html`<p class="small" data-why-not role="status"><b>${title(ctx.game, "verbs", reason.verb)}${t("colon")}</b>${reason.text}</p>`}`;
}
