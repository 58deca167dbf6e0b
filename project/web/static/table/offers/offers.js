/** Offers as cards to answer: whose, for whom, what lies there, at what price; buttons are the templates that name it. */

import { Swatch } from "../../cards/swatch.js";
import { completed, thingsFor } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { t } from "../../words/texts.js";
import { Avatar, nameOf } from "../../shell/ui.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";

/** @import { Props, Table, With } from "../state/context.js" */

const EYE_MS = 600;

/** Offers, those that I may accept first, mine next. @param {With<"match">} ctx */
export function offersOf({ match }) {
  const offers = match.view.public.offers ?? [];
  const rank = (offer) => (offer.owner === match.me ? 2 : offer.audience.includes(match.me) ? 0 : 3);
  return [...offers].sort((a, b) => rank(a) - rank(b) || a.id - b.id);
}

/** The templates that answer an offer as it stands. */
const answers = (asks, offer) =>
  asks
    .flatMap((ask) =>
      ask.templates
        .filter((template) => thingsFor(template, "offer").includes(offer.id))
        .map((template) => ({ ask, template })),
    )
    .sort((a, b) => placeOf(a.template) - placeOf(b.template));

/** Answers always stand in the same order, so that a hand finds them. */
const ORDER = ["accept", "counter", "decline"];
const placeOf = ({ verb }) => (ORDER.indexOf(verb) + ORDER.length + 1) % (ORDER.length + 1);

/**
 * The offers in the order in which they were when somebody pointed at them: new ones come last, and where one has gone
 * its place stays empty. Pure.
 * @param {number[]} kept ids as they are shown now @param {number[]} ids as they would be ordered
 */
export const inPlace = (kept, ids) => [...kept, ...ids.filter((id) => !kept.includes(id))];

/** The ids to show, and what a list does to keep them in place while the pointer or a visible focus is in it. */
function useSteadyOrder(ids) {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const shown = useRef(/** @type {number[]} */ ([]));
  const [held, setHeld] = useState(false);
  shown.current = held ? inPlace(shown.current, ids) : ids;
  const look = () => setHeld(box.current?.matches(":hover, :has(:focus-visible)") ?? false);
  const handlers = {
    onPointerEnter: ({ pointerType }) => pointerType === "mouse" && setHeld(true),
    onPointerLeave: look,
    onFocusIn: look,
    onFocusOut: () => setTimeout(look),
  };
  return { box, shown: shown.current, handlers };
}

/** @param {Props} props */
export function Offers({ ctx, heading = t("offers") }) {
  const offers = offersOf(ctx);
  const { box, shown, handlers } = useSteadyOrder(offers.map(({ id }) => id));
  const drawn = useRef(false);
  useEffect(() => {
    drawn.current = true;
  }, []);
  return html`<section class="offers" aria-label=${heading}>
    <div class="row">
      <h3 class="grow">${heading}</h3>
      <span class="soft small num">${offers.length}</span>
    </div>
    ${!offers.length && html`<p class="soft small">${t("no_offers")}</p>`}
    <ul ref=${box} ...${handlers}>
      ${shown.map((id) => html`<${Place} key=${id} ctx=${ctx} id=${id} isNew=${drawn.current} offer=${offers.find((offer) => offer.id === id)} />`)}
    </ul>
  </section>`;
}

/** Where an offer lies; once it has gone, as high as it was. @param {Props} props */
function Place({ ctx, id, offer, isNew }) {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const height = useRef(0);
  useEffect(() => {
    if (offer) height.current = box.current.offsetHeight;
  });
  if (offer) return html`<li ref=${box} class="place"><${OfferCard} ctx=${ctx} offer=${offer} isNew=${isNew} /></li>`;
  return html`<li class="place" data-gone=${id} style=${{ minHeight: `${height.current}px` }}>
    <p class="soft small">${t("offer_gone")}</p>
  </li>`;
}

/** @param {Props} props */
function OfferCard({ ctx, offer, isNew }) {
  const { match, draft, sends } = ctx;
  const { me } = match;
  const { version } = offer;
  const seen = useRef(/** @type {number|null} */ (isNew ? null : version));
  const [fresh, setFresh] = useState(false);
  useLayoutEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    setFresh(true);
    const timer = setTimeout(() => setFresh(false), EYE_MS);
    return () => clearTimeout(timer);
  }, [version]);
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
  return html`<div
    class=${`offer${fresh ? " fresh" : ""}${forMe ? " forme" : ""}`}
    data-offer=${offer.id}
    data-version=${version}
  >
    <div class="row">
      <${Avatar} head=${match.head} seat=${offer.owner} me=${mine} tiny /><strong
        >${mine ? t("you") : nameOf(match.head, offer.owner)}</strong
      >
      <span class="soft small"
        >${audienceWords(ctx, offer)}${offer.version > 1 ? ` · ${t("changed_times", { n: offer.version - 1 })}` : ""}${offer.answers !== null && offer.answers !== undefined ? ` · ${t("counters")}` : ""}</span
      >
    </div>
    <div class="row terms">
      <${Goods} ctx=${ctx} offer=${offer} /><span class="swapsign" aria-hidden="true">⇄</span
      ><span class="hidden-text">${t("for")}</span><${Price} ctx=${ctx} offer=${offer} />
      <span class="grow"></span>
      ${found.map((one) => html`<button class=${`dense${one.template.verb === "accept" ? " act" : ""}`} data-verb=${one.template.verb} disabled=${sends.isBusy || (fresh && one.template.verb === "accept")} onClick=${() => play(one)}>${one.template.label}</button>`)}
      ${!mine && forMe && !match.replay && !found.some((one) => one.template.verb === "accept") && html`<span class="reason">${shortOf(ctx, offer)}</span>`}
    </div>
  </div>`;
}

/** A counter begins as the offer turned round, as far as one's goods allow. */
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
const zoneCards = ({ match }, offer, name) =>
  match.view.zones.find((zone) => zone.name === name && zone.seat === offer.owner && zone.number === offer.id)?.cards ??
  [];

/** @param {Table} ctx */
function countFaces(ctx, offer) {
  const { match } = ctx;
  const counts = {};
  for (const card of [...zoneCards(ctx, offer, "offer_open"), ...zoneCards(ctx, offer, "offer_down")]) {
    const face = card === null ? null : match.view.faces[card]?.face;
    if (face) counts[face] = (counts[face] ?? 0) + 1;
  }
  return counts;
}

/** @param {Props} props */
function Goods({ ctx, offer }) {
  const open = countFaces(ctx, offer);
  const down = zoneCards(ctx, offer, "offer_down").filter((card) => card === null).length;
  const others = Object.entries(offer.give ?? {}).filter(([, number]) => number);
  if (!Object.keys(open).length && !down && !others.length) return html`<span class="soft">${t("nothing")}</span>`;
  return html`<${Tokens}
      ctx=${ctx}
      counts=${open}
    />${down > 0 && html`<span class="token back">${t("face_down")}</span>`}${others.length > 0 && html`<${Tokens} ctx=${ctx} counts=${Object.fromEntries(others)} />`}`;
}

/** @param {Props} props */
function Price({ ctx, offer }) {
  const { match } = ctx;
  const price = Object.fromEntries(Object.entries(offer.want ?? {}).filter(([, number]) => number));
  if (!Object.keys(price).length)
    return html`<span class="soft">${match.layout.sale ? t("your_card") : t("nothing")}</span>`;
  return html`<${Tokens} ctx=${ctx} counts=${price} />`;
}

/** A number of a good, as a small label. @param {Props<"match">} props */
export function Tokens({ ctx: { match }, counts }) {
  return Object.entries(counts).map(([name, number]) => {
    const face = match.game?.faces?.[name];
    const text = name === "coins" ? t("n_coins", { n: number }) : match.text("word", name);
    return html`<span class=${`token${name === "coins" ? " coins" : ""}`} title=${text}
      >${face && html`<${Swatch} game=${match.game} face=${name} />`}<b class="num"
        >${name === "coins" || number === 1 ? text : `${number} × ${text}`}</b
      ></span
    >`;
  });
}

/** @param {With<"match">} ctx */
function audienceWords({ match }, offer) {
  const all = offer.audience.length >= match.view.seats - 1;
  return all ? t("to_all") : t("to_names", { names: match.text("seat", offer.audience) });
}

/** What I lack for an offer; a hint from what everybody sees, not a rule: accepting is the server's matter. @param {With<"match">} ctx */
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
