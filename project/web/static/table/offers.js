/** Offers as cards to answer: whose, for whom, what lies there, at what price; buttons are the templates that name it. */

import { Swatch } from "../cards/swatch.js";
import { completed } from "../slots/draft.js";
import { t } from "../texts.js";
import { Avatar, nameOf } from "../ui.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { submit } from "./store.js";

const EYE_MS = 600;

/** Offers, those that I may accept first, mine next. */
export function offersOf(ctx) {
  const offers = ctx.view.public.offers ?? [];
  const rank = (offer) => (offer.owner === ctx.me ? 2 : offer.audience.includes(ctx.me) ? 0 : 3);
  return [...offers].sort((a, b) => rank(a) - rank(b) || a.id - b.id);
}

/** The templates that answer an offer as it stands. */
const answers = (asks, offer) =>
  asks
    .flatMap((ask) =>
      ask.templates
        .filter((template) => template.slots.offer?.options?.includes(offer.id))
        .map((template) => ({ ask, template })),
    )
    .sort((a, b) => placeOf(a.template) - placeOf(b.template));

/** Answers always stand in the same order, so that a hand finds them. */
const ORDER = ["accept", "counter", "decline"];
const placeOf = ({ verb }) => (ORDER.indexOf(verb) + ORDER.length + 1) % (ORDER.length + 1);

export function Offers({ ctx, heading = t("offers") }) {
  const offers = offersOf(ctx);
  return html`<section class="offers" aria-label=${heading}>
    <div class="row">
      <h3 class="grow">${heading}</h3>
      <span class="soft small num">${offers.length}</span>
    </div>
    ${!offers.length && html`<p class="soft small">${t("no_offers")}</p>`}
    <ul>
      ${offers.map((offer) => html`<${OfferCard} key=${offer.id} ctx=${ctx} offer=${offer} />`)}
    </ul>
  </section>`;
}

function OfferCard({ ctx, offer }) {
  const { table, me } = ctx;
  const version = useRef(offer.version);
  const [fresh, setFresh] = useState(false);
  useEffect(() => {
    if (version.current === offer.version) return;
    version.current = offer.version;
    setFresh(true);
    const timer = setTimeout(() => setFresh(false), EYE_MS);
    return () => clearTimeout(timer);
  }, [offer.version]);
  const mine = offer.owner === me;
  const found = ctx.replay ? [] : answers(table.asks.value, offer);
  const forMe = offer.audience.includes(me);
  const play = ({ ask, template }) => {
    const args = { offer: offer.id, version: offer.version };
    const rest = Object.keys(template.slots).filter((slot) => !(slot in args));
    if (!rest.length) return submit(table, ask, { verb: template.verb, args });
    table.chosen.value = ask.prompt;
    table.draft.value = {
      ...completed([template], { verb: template.verb, args: { ...args, ...turned(template, offer, ctx) } }),
      prompt: ask.prompt,
    };
  };
  return html`<li class=${`offer${fresh ? " fresh" : ""}${forMe ? " forme" : ""}`} data-offer=${offer.id}>
    <div class="row">
      <${Avatar} head=${ctx.head} seat=${offer.owner} me=${mine} tiny /><strong
        >${mine ? t("you") : nameOf(ctx.head, offer.owner)}</strong
      >
      <span class="soft small"
        >${audienceWords(ctx, offer)}${offer.version > 1 ? ` · ${t("changed_times", { n: offer.version - 1 })}` : ""}${offer.answers !== null && offer.answers !== undefined ? ` · ${t("counters")}` : ""}</span
      >
    </div>
    <div class="row terms">
      <${Goods} ctx=${ctx} offer=${offer} /><span class="swapsign" aria-hidden="true">⇄</span
      ><span class="hidden-text">${t("for")}</span><${Price} ctx=${ctx} offer=${offer} />
      <span class="grow"></span>
      ${found.map((one) => html`<button class=${`dense${one.template.verb === "accept" ? " act" : ""}`} data-verb=${one.template.verb} disabled=${table.busy.value || (fresh && one.template.verb === "accept")} onClick=${() => play(one)}>${one.template.label}</button>`)}
      ${!mine && forMe && !ctx.replay && !found.some((one) => one.template.verb === "accept") && html`<span class="reason">${shortOf(ctx, offer)}</span>`}
    </div>
  </li>`;
}

/** A counter begins as the offer turned round, as far as one's goods allow. */
function turned(template, offer, ctx) {
  const within = (slot, counts) =>
    Object.fromEntries(
      Object.entries(counts)
        .map(
          ([good, number]) =>
            /** @type {const} */ ([good, Math.min(Number(number), template.slots[slot]?.of?.[good]?.[1] ?? 0)]),
        )
        .filter(([, number]) => number > 0),
    );
  const lies = countFaces(ctx, offer);
  const args = {};
  if (template.slots.give) args.give = within("give", offer.want);
  if (template.slots.want) args.want = within("want", lies);
  return Object.fromEntries(Object.entries(args).filter(([, value]) => Object.keys(value).length));
}

const zoneCards = (ctx, offer, name) =>
  ctx.view.zones.find((zone) => zone.name === name && zone.seat === offer.owner && zone.number === offer.id)?.cards ??
  [];

function countFaces(ctx, offer) {
  const counts = {};
  for (const card of [...zoneCards(ctx, offer, "offer_open"), ...zoneCards(ctx, offer, "offer_down")]) {
    const face = card === null ? null : ctx.view.faces[card]?.face;
    if (face) counts[face] = (counts[face] ?? 0) + 1;
  }
  return counts;
}

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

function Price({ ctx, offer }) {
  const price = Object.fromEntries(Object.entries(offer.want ?? {}).filter(([, number]) => number));
  if (!Object.keys(price).length)
    return html`<span class="soft">${ctx.layout.sale ? t("your_card") : t("nothing")}</span>`;
  return html`<${Tokens} ctx=${ctx} counts=${price} />`;
}

/** A number of a good, as a small label. */
export function Tokens({ ctx, counts }) {
  return Object.entries(counts).map(([name, number]) => {
    const face = ctx.game?.faces?.[name];
    const text = name === "coins" ? t("n_coins", { n: number }) : ctx.text("word", name);
    return html`<span class=${`token${name === "coins" ? " coins" : ""}`} title=${text}
      >${face && html`<${Swatch} game=${ctx.game} face=${name} />`}<b class="num"
        >${name === "coins" || number === 1 ? text : `${number} × ${text}`}</b
      ></span
    >`;
  });
}

function audienceWords(ctx, offer) {
  const all = offer.audience.length >= ctx.view.seats - 1;
  return all ? t("to_all") : t("to_names", { names: ctx.text("seat", offer.audience) });
}

/** What I lack for an offer; a hint from what everybody sees, not a rule: accepting is the server's matter. */
function shortOf(ctx, offer) {
  const mine = {};
  for (const zone of ctx.view.zones.filter((one) => one.seat === ctx.me && one.name === "hand"))
    for (const card of zone.cards) {
      const face = ctx.view.faces[card]?.face;
      mine[face] = (mine[face] ?? 0) + 1;
    }
  const lacking = Object.entries(offer.want ?? {})
    .filter(([good, number]) => number > (mine[good] ?? 0))
    .map(([good, number]) => [good, number - (mine[good] ?? 0)]);
  return lacking.length ? t("you_lack", { what: ctx.text("word", Object.fromEntries(lacking)) }) : t("not_now");
}
