/** The button that plays the sentence, or says what is missing; the way to the offers. */

import { blanks as blanksOf, matching, thingsFor } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { html } from "../../vendor/preact.js";
import { whatOf } from "../../words/sentence.js";
import { t } from "../../words/texts.js";

/** @import { Props } from "../types.js" */

/** Verbs whose sentence lies on the offer itself are not repeated here. */
export const onOffers = (template) => "offer" in template.slots && "version" in template.slots;

/** On a phone the offers that I may answer lie above the question, perhaps out of sight. @param {Props<"match">} props */
export function ToOffers({ ctx: { match } }) {
  const ids = new Set(
    match.table.asks.value.flatMap((ask) =>
      ask.templates.flatMap((template) => (onOffers(template) ? thingsFor(template, "offer") : [])),
    ),
  );
  const found = (match.view.public.offers ?? []).filter(
    (offer) => ids.has(offer.id) && offer.owner !== match.me,
  ).length;
  return (
    found > 0 &&
    html`<button
      class="act tooffers"
      data-to-offers
      onClick=${() => answerable()?.scrollIntoView({ block: "end", inline: "start" })}
    >
      ${t("see_offers", { n: found })}
    </button>`
  );
}

/** The first offer with a button. On a low window its end is shown, where the buttons are. */
const answerable = () => document.querySelector(".offer [data-verb]")?.closest(".offer");

const toMissing = () =>
  /** @type {HTMLElement|null} */ (
    document.querySelector("[data-blank].open, .segments.open button, [data-editor] button")
  )?.focus();

/** What is still to choose, or too much. */
function missingWords({ game }, verb, blanks) {
  const empty = blanks.find((blank) => blank.required && blank.value === undefined);
  if (empty) return t("choose_what", { what: whatOf(game, verb, empty.slot) });
  for (const { specs, value } of blanks) {
    const sum = kindOf(specs[0]).sum(specs[0], value);
    if (sum && sum.chosen < sum.low) return t("short_of", { n: t(`amount_${sum.unit}`, { n: sum.low - sum.chosen }) });
    if (sum && sum.high !== null && sum.chosen > sum.high)
      return t("too_many", { n: t(`amount_${sum.unit}`, { n: sum.chosen - sum.high }) });
  }
  return t("not_this_way");
}

/** The filled button; dashed while something is missing, and then it says what. @param {Props<"match"|"draft"|"sends">} props */
export function Main({ ctx: { match, draft, sends }, legal, pending, errors, play }) {
  const { templates, verb, now } = draft;
  const label = matching(templates, { verb, args: {} })[0]?.label ?? verb;
  const blanks = blanksOf(templates, now);
  const missing = legal || pending ? "" : (errors[0]?.detail ?? missingWords(match, verb, blanks));
  const press = () => (legal ? play() : toMissing());
  const none = legal && blanks.length === 1 && !kindOf(blanks[0].specs[0]).items(blanks[0].value).length; // allowed, but said
  return html`<button
    class=${`main ${legal && (!sends.isCut || sends.isForLater) ? "act" : "unready"}`}
    data-main
    disabled=${sends.isBusy || (sends.isCut && !sends.isForLater)}
    onClick=${press}
  >
    ${
      sends.isCut && (legal || !sends.isForLater)
        ? t(sends.isForLater ? "play_later" : "no_connection")
        : sends.isBusy
          ? t("sending")
          : missing
            ? html`<span>${label} · <span class="missing">${missing}</span></span>`
            : none
              ? `${label} · ${t("nothing")}`
              : label
    }
  </button>`;
}
