/** A large card: its effect, why it cannot be used, its possible moves. Also all the cards of a pile. */

import { isDrawn } from "../../cards/arts.js";
import { CardArt } from "../../cards/card.js";
import { help, title } from "../../server/catalog.js";
import { say, Sheet, Sign, nameOf } from "../../shell/ui.js";
import { completed, filled, moveOf } from "../../slots/draft.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { against, ownReasons } from "./why.js";
import { began } from "../state/things.js";

/** @import { Props, Table, With } from "../types.js" */

const NAMED = new Set(["face", "name", "title", "help", "look"]);
const REASONS_MOST = 3;
const SWIPE_PX = 60;
const LEAST_PX = 220;

/** @param {Props} props */
export function Inspector({ ctx }) {
  const { match, page } = ctx;
  const { card, kept } = page.inspected ?? { card: -1, kept: false };
  const face = match.view.faces[card] ?? null;
  const isGone = page.inspected !== null && !face;
  useEffect(() => {
    if (isGone) page.inspect(null);
  }, [isGone]);
  const swipe = useSwipe(() => page.inspect(null));
  if (!face) return null;
  const name = title(match.game, "faces", face.face);
  return html`<section
    class=${`inspector${kept ? " kept" : ""}`}
    data-inspected=${card}
    aria-label=${name}
    style=${{ "--room": `${room()}px` }}
    ...${swipe}
  >
    <div class="inspectorhead">
      <h2 class="grow">${name}</h2>
      <button class="icon" data-close-inspector aria-label=${t("close")} onClick=${() => page.inspect(null)}>
        <${Sign} name="close" />
      </button>
    </div>
    <div class="inspectorbody" tabindex="0" role="group" aria-label=${name}>
      <span class="bigart"><${CardArt} game=${match.game} face=${face} full /></span>
      <${Does} ctx=${ctx} card=${card} face=${face} />
      <${NotNow} key=${card} ctx=${ctx} card=${card} name=${name} />
      <${CanDo} key=${`can ${card}`} ctx=${ctx} card=${card} />
    </div>
    <p class="inspectorfoot small soft">
      ${kept ? "" : html`<kbd>i</kbd> ${t("keeps_open")} · `}<kbd>Esc</kbd> ${t("closes")}
    </p>
  </section>`;
}

/** Returns the height above a phone's hand and strip, which stay visible. */
function room() {
  const hand = document.querySelector(".hand")?.getBoundingClientRect().top ?? innerHeight * 0.8;
  return Math.max(LEAST_PX, Math.round(hand) - 8);
}

/** Closes the sheet on an upward swipe. @param {() => void} close */
function useSwipe(close) {
  const from = useRef(/** @type {number|null} */ (null));
  return {
    onTouchStart: ({ touches }) => (from.current = touches[0].clientY),
    onTouchEnd({ changedTouches, currentTarget }) {
      const body = currentTarget.querySelector(".inspectorbody");
      const isAtEnd = body.scrollTop + body.clientHeight >= body.scrollHeight - 1;
      if (from.current !== null && isAtEnd && from.current - changedTouches[0].clientY > SWIPE_PX) close();
      from.current = null;
    },
  };
}

/** The card's effect, its place, and its meaning for me. @param {Props} props */
function Does({ ctx, card, face }) {
  const { match } = ctx;
  const zone = zoneOf(ctx, card);
  const printed = isDrawn(match.game?.game)
    ? []
    : Object.entries(face).filter(([name, value]) => !NAMED.has(name) && (typeof value !== "object" || value === null));
  const words = help(match.game, "faces", face.face);
  const here = match.layout.reads?.(ctx, card) ?? "";
  return html`<div class="block" data-does>
    <h3>${t("what_it_does")}</h3>
    ${words && html`<p>${words}</p>`} ${here && html`<p class="strong">${here}</p>`}
    ${
      printed.length > 0 &&
      html`<dl class="numbers">
        ${printed.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd class="num">${String(value)}</dd>
            </div>`,
        )}
      </dl>`
    }
    ${
      zone &&
      html`<p class="small soft">
        ${title(match.game, "zones", zone.name)}${zone.seat === null ? "" : ` · ${zone.seat === match.me ? t("you") : nameOf(match.head, zone.seat)}`}
      </p>`
    }
  </div>`;
}

/** @param {With<"match">} ctx */
const zoneOf = ({ match }, card) => match.view.zones.find((zone) => zone.cards.includes(card));

/** The reasons why a card of mine cannot be used at all, or not for its main purpose. @param {Props} props */
function NotNow({ ctx, card, name }) {
  const { match, draft, page } = ctx;
  const [errors, setErrors] = useState(/** @type {import("../../types.js").Api["Fault"][]} */ ([]));
  const mine = zoneOf(ctx, card)?.seat === match.me && match.me !== null;
  const isAsked = mine && draft.ask !== null;
  useEffect(() => {
    let gone = false;
    if (isAsked) against(ctx, card).then((found) => gone || setErrors(ownReasons(ctx, found, card)));
    return () => {
      gone = true;
    };
  }, [card, match.view.seq, draft.ask?.prompt]);
  const reasons = isAsked ? distinct(errors, draft.verb).slice(0, REASONS_MOST) : [];
  const spokenLines = [
    name,
    help(match.game, "faces", match.view.faces[card]?.face),
    ...reasons.map((one) => one.detail),
  ];
  useEffect(() => {
    if (page.inspected?.kept) say(spokenLines.filter(Boolean).join(" "));
  }, [page.inspected?.kept, reasons.length]);
  if (mine && !isAsked && !match.replay && match.head.status === "running")
    return html`<div class="block notnow" data-not-now>
      <h3>${t("not_now_at_all")}</h3>
      <p>${t("nothing_asked")}</p>
    </div>`;
  return reasons.map(
    ({ verb, detail }) =>
      html`<div class="block notnow" data-not-now key=${detail}>
        <h3>${verb ? t("not_now_as", { verb: title(match.game, "verbs", verb) }) : t("not_now_at_all")}</h3>
        <p>${detail}</p>
      </div>`,
  );
}

/** Returns each reason once; the reasons against the current verb come first. */
function distinct(errors, verb) {
  const order = [...errors].sort((a, b) => Number(b.verb === verb) - Number(a.verb === verb));
  return order.filter((one, at) => one.detail && order.findIndex((other) => other.detail === one.detail) === at);
}

/** The card's possible moves with their consequences. A press begins the move's sentence. @param {Props} props */
function CanDo({ ctx, card }) {
  const { match, draft, page } = ctx;
  const acts = draft.ask && !match.replay ? actsOf(ctx, card) : [];
  const outcomes = useOutcomes(ctx, acts);
  if (!acts.length) return null;
  return html`<div class="block" data-can-do>
    <h3>${t("what_it_can_do")}</h3>
    ${acts.map(
      (act, at) =>
        html`<p key=${act.verb}>
            ${page.inspected?.kept ? "" : html`<b>${act.label}.</b> `}${outcomes[at] ?? help(match.game, "verbs", act.verb)}
          </p>
          ${
            page.inspected?.kept &&
            html`<button
              class="dense"
              data-begin=${act.verb}
              onClick=${() => {
                page.inspect(null);
                draft.set(act.next);
              }}
            >
              ${act.label}
            </button>`
          }`,
    )}
  </div>`;
}

/** Returns the sentences that the card could begin: the first sentence of each verb. @param {Table} ctx */
function actsOf(ctx, card) {
  const { draft } = ctx;
  const { templates, uses } = draft;
  const found = keysOf(ctx, card).flatMap((key) => uses.get(key) ?? []);
  const first = found.filter((use, at) => found.findIndex((other) => other.verb === use.verb) === at);
  return first.map((use) => {
    const own = templates.filter((template) => template.verb === use.verb);
    const next = completed(own, began(templates, use));
    const whole = filled(templates, next);
    return { verb: use.verb, label: own[0].label, next, move: whole && moveOf(whole, next) };
  });
}

/** Returns the keys with which the card can fill a blank: the face for my own cards, the place for cards in places of the table. */
function keysOf(ctx, card) {
  const zone = zoneOf(ctx, card);
  const face = ctx.match.view.faces[card]?.face;
  const also = zone?.seat === ctx.match.me ? `face:${face}` : zone?.seat === null ? `place:${zone.number}` : "";
  return [`card:${card}`, also];
}

/** Returns the consequences of each complete move, as the server states them. @param {Table} ctx */
function useOutcomes({ match, draft, sends }, acts) {
  const [found, setFound] = useState({ key: "", outcomes: /** @type {(string|null)[]} */ ([]) });
  const key = `${match.view.seq} ${draft.ask?.prompt} ${JSON.stringify(acts.map((act) => act.move))}`;
  useEffect(() => {
    let gone = false;
    const tried = acts.map(({ move }) => (move ? sends.attempt(move).then(outcomeOf, () => null) : null));
    if (tried.some(Boolean)) Promise.all(tried).then((outcomes) => gone || setFound({ key, outcomes }));
    return () => {
      gone = true;
    };
  }, [key]);
  return found.key === key ? found.outcomes : [];
}

const outcomeOf = ({ legal, outcome = [] }) =>
  legal && outcome.length ? outcome.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(" ") : null;

/** @param {Props<"match"|"page">} props */
export function ZoneSheet({ ctx: { match, page } }) {
  const { zone } = page;
  if (!zone) return null;
  const now =
    match.view.zones.find((one) => one.name === zone.name && one.seat === zone.seat && one.number === zone.number) ??
    zone;
  return html`<${Sheet}
    title=${`${title(match.game, "zones", zone.name)} · ${now.cards.length}`}
    onClose=${() => page.showZone(null)}
  >
    <p class="soft">${help(match.game, "zones", zone.name)}</p>
    <div class="cards-row wrap">
      ${[...now.cards]
        .reverse()
        .map(
          (card) =>
            html`<span
              class="card still"
              role="img"
              aria-label=${title(match.game, "faces", match.view.faces[card]?.face)}
              ><${CardArt} game=${match.game} face=${card === null ? null : match.view.faces[card]}
            /></span>`,
        )}
    </div><//
  >`;
}
