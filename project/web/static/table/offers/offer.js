/** An offer as a card to answer: its owner, audience, goods and price. Its buttons are the templates that name the offer. */

import { nameOf } from "../../shell/ui.js";
import { completed, thingsFor } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { Face, seatColour } from "../board/face.js";
import { Cargo, countFaces, Goods, Price } from "./terms.js";

/** @import { Props, With } from "../types.js" */

const EYE_MS = 600;

/** Returns the templates that answer the current version of an offer. */
const answers = (asks, offer) =>
  asks
    .flatMap((ask) =>
      ask.templates
        .filter((template) => thingsFor(template, "offer").includes(offer.id))
        .map((template) => ({ ask, template })),
    )
    .sort((a, b) => placeOf(a.template) - placeOf(b.template));

/** The fixed order of the answers, so that the player finds them in the same place. */
const ORDER = ["accept", "counter", "decline"];

const placeOf = ({ verb }) => (ORDER.indexOf(verb) + ORDER.length + 1) % (ORDER.length + 1);

/** @param {Props} props */
export function OfferCard({ ctx, offer, isNew }) {
  const { match, draft, sends } = ctx;
  const { me } = match;
  const { version } = offer;
  const fresh = useFresh(version, isNew);
  const mine = offer.owner === me;
  const found = match.replay ? [] : answers(match.table.asks.value, offer);
  const forMe = offer.audience.includes(me);
  const play = ({ ask, template }) => {
    const args = { offer: offer.id, version: offer.version };
    const rest = Object.keys(template.slots).filter((slot) => !(slot in args));
    if (!rest.length) return sends.play({ verb: template.verb, args }, ask);
    const begun = { ...args, ...turned(template, offer, ctx) };
    draft.begin(ask, completed([template], { verb: template.verb, args: begun }));
  };
  const counter = found.find((one) => one.template.verb === "counter");
  const answer = counter && (() => play(counter));
  const mayAccept = found.some((one) => one.template.verb === "accept");
  const notes = [
    !match.layout.sale && audienceWords(ctx, offer),
    !match.layout.sale && offer.version > 1 && t("changed_times", { n: offer.version - 1 }),
    offer.answers !== null && offer.answers !== undefined && t("counters"),
  ].filter(Boolean);
  const isShort = !mine && forMe && !match.replay && !mayAccept;
  const why = isShort && html`<span class="reason">${shortOf(ctx, offer)}</span>`;
  const buttons = html`<${Answers} found=${found} fresh=${fresh} isBusy=${sends.isBusy} onPress=${play} />`;
  const name = mine ? t("you") : nameOf(match.head, offer.owner);
  return html`<div
    class=${`offer${match.layout.sale ? " boat" : ""}${fresh ? " fresh" : ""}${mayAccept ? " may" : ""}`}
    style=${{ "--seat": seatColour(offer.owner) }}
    data-offer=${offer.id}
    data-version=${version}
  >
    <div class="row">
      <${Face} match=${match} seat=${offer.owner} size=${32} /><strong
        >${match.layout.sale ? t(mine ? "you_offer" : "seat_offers", { seat: name }) : name}</strong
      >
      <span class="soft small">${notes.join(" · ")}</span>
    </div>
    ${
      match.layout.sale
        ? html`<${Cargo} ctx=${ctx} offer=${offer} />${why}${buttons}`
        : html`<div class="row terms">
            <${Goods} ctx=${ctx} offer=${offer} answer=${answer} /><span class="swapsign" aria-hidden="true">⇄</span
            ><span class="hidden-text">${t("for")}</span><${Price} ctx=${ctx} offer=${offer} answer=${answer} />
            ${why}${buttons}
          </div>`
    }
  </div>`;
}

/** The buttons of an offer. A new offer is accepted only after the player has had time to read it. */
const Answers = ({ found, fresh, isBusy, onPress }) =>
  html`<span class="answers">
    ${found.map(
      (one) =>
        html`<button
          class=${`dense${one.template.verb === "accept" ? " act" : ""}`}
          data-verb=${one.template.verb}
          disabled=${isBusy || (fresh && one.template.verb === "accept")}
          onClick=${() => onPress(one)}
        >
          ${one.template.label}
        </button>`,
    )}
  </span>`;

/** Returns whether a version is so new that the player may still be reading the previous version. */
function useFresh(version, isNew) {
  const seen = useRef(/** @type {number|null} */ (isNew ? null : version));
  const [fresh, setFresh] = useState(false);
  useLayoutEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    setFresh(true);
    const timer = setTimeout(() => setFresh(false), EYE_MS);
    return () => clearTimeout(timer);
  }, [version]);
  return fresh;
}

/** Returns the start of a counter-offer: the offer with both sides swapped, as far as the player's goods allow. */
function turned(template, offer, ctx) {
  const most = (slot, good) => kindOf(template.slots[slot]).most(template.slots[slot], good);
  const within = (slot, counts) =>
    Object.fromEntries(
      Object.entries(counts)
        .map(([good, number]) => /** @type {const} */ ([good, Math.min(Number(number), most(slot, good))]))
        .filter(([, number]) => number > 0),
    );
  const lies = countFaces(ctx, offer);
  const args = {};
  if (template.slots.give) args.give = within("give", offer.want);
  if (template.slots.want) args.want = within("want", lies);
  return Object.fromEntries(Object.entries(args).filter(([, value]) => Object.keys(value).length));
}

/** @param {With<"match">} ctx */
function audienceWords({ match }, offer) {
  const all = offer.audience.length >= match.view.seats - 1;
  return all ? t("to_all") : t("to_names", { names: match.text("seat", offer.audience) });
}

/** Returns what I lack for an offer. The hint is based on public facts; the server decides. @param {With<"match">} ctx */
function shortOf({ match }, offer) {
  const mine = {};
  for (const zone of match.view.zones.filter((one) => one.seat === match.me && one.name === "hand"))
    for (const card of zone.cards) {
      const face = match.view.faces[card]?.face;
      mine[face] = (mine[face] ?? 0) + 1;
    }
  const lacking = Object.entries(offer.want ?? {})
    .filter(([good, number]) => number > (mine[good] ?? 0))
    .map(([good, number]) => [good, number - (mine[good] ?? 0)]);
  return lacking.length ? t("you_lack", { what: match.text("word", Object.fromEntries(lacking)) }) : t("not_now");
}
