/** The list of offers. No offer moves when another offer is added or removed. */

import { nameOf } from "../../shell/ui.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { OfferCard } from "./offer.js";

/** @import { Props, With } from "../types.js" */

/** Returns the offers: those that I may accept first, then mine, then the others. @param {With<"match">} ctx */
export function offersOf({ match }) {
  const offers = match.view.public.offers ?? [];
  const rank = (offer) => (offer.owner === match.me ? 2 : offer.audience.includes(match.me) ? 0 : 3);
  return [...offers].sort((a, b) => rank(a) - rank(b) || a.id - b.id);
}

/**
 * Returns the offers in stable places. A new offer comes last while the player points at the list; otherwise it fills the first
 * empty place. No other offer moves. Pure.
 * @param {number[]} kept the ids in the order shown now @param {number[]} ids the ids in their ideal order @param {boolean} held
 */
export function inPlace(kept, ids, held) {
  const fresh = ids.filter((id) => !kept.includes(id));
  if (held) return [...kept, ...fresh];
  const placed = kept.map((id) => (ids.includes(id) ? id : (fresh.shift() ?? id)));
  while (placed.length && !ids.includes(placed[placed.length - 1])) placed.pop();
  return [...placed, ...fresh];
}

/**
 * Returns the ids to show, and the handlers that keep all offers in place while the pointer or a visible focus is in the list. A press
 * outside the list closes the gaps.
 */
function useSteadyOrder(ids) {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const shown = useRef(/** @type {number[]} */ ([]));
  const latest = useRef(ids);
  const [held, setHeld] = useState(false);
  latest.current = ids;
  shown.current = inPlace(shown.current, ids, held);
  const [, tidied] = useState(0);
  useEffect(() => {
    const tidy = ({ target }) => {
      if (box.current?.contains(target)) return;
      const { current } = latest;
      shown.current = shown.current.filter((id) => current.includes(id));
      tidied((times) => times + 1);
    };
    addEventListener("click", tidy);
    return () => removeEventListener("click", tidy);
  }, []);
  const look = () => setHeld(box.current?.matches(":hover, :has(:focus-visible)") ?? false);
  const handlers = {
    onPointerEnter: ({ pointerType }) => pointerType === "mouse" && setHeld(true),
    onPointerLeave: look,
    onFocusIn: look,
    onFocusOut: () => setTimeout(look),
  };
  return { box, shown: shown.current, held, handlers };
}

/** @param {Props} props */
export function Offers({ ctx, heading = t("offers") }) {
  const offers = offersOf(ctx);
  const { box, shown, held, handlers } = useSteadyOrder(offers.map(({ id }) => id));
  const drawn = useRef(false);
  useEffect(() => {
    drawn.current = true;
  }, []);
  return html`<section class="offers" tabindex="0" aria-label=${heading}>
    <div class="row">
      <h3>${heading} <small class="num">${offers.length}</small></h3>
    </div>
    ${!offers.length && html`<p class="soft small">${t("no_offers")}</p>`}
    <ul ref=${box} ...${handlers}>
      ${shown.map(
        (id) =>
          html`<${Place}
            key=${id}
            ctx=${ctx}
            id=${id}
            held=${held}
            isNew=${drawn.current}
            offer=${offers.find((offer) => offer.id === id)}
          />`,
      )}
    </ul>
  </section>`;
}

/** The place of an offer. After the offer is removed, the place stays empty at the same height. @param {Props} props */
function Place({ ctx, id, held, offer, isNew }) {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const height = useRef(0);
  const owner = useRef("");
  useEffect(() => {
    if (!offer) return;
    height.current = box.current.offsetHeight;
    owner.current = nameOf(ctx.match.head, offer.owner);
  });
  if (offer) return html`<li ref=${box} class="place"><${OfferCard} ctx=${ctx} offer=${offer} isNew=${isNew} /></li>`;
  return html`<li class="place" data-gone=${id} style=${{ minHeight: `${height.current}px` }}>
    ${held && html`<p class="small">${owner.current === "" ? t("offer_gone") : t("took_it_back", { name: owner.current })}</p>`}
  </li>`;
}
