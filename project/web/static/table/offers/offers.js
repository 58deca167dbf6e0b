/** The list of offers, which keeps its order under a pointer. */

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { OfferCard } from "./offer.js";

/** @import { Props, With } from "../types.js" */

/** Offers, those that I may accept first, mine next. @param {With<"match">} ctx */
export function offersOf({ match }) {
  const offers = match.view.public.offers ?? [];
  const rank = (offer) => (offer.owner === match.me ? 2 : offer.audience.includes(match.me) ? 0 : 3);
  return [...offers].sort((a, b) => rank(a) - rank(b) || a.id - b.id);
}

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
      ${shown.map(
        (id) =>
          html`<${Place}
            key=${id}
            ctx=${ctx}
            id=${id}
            isNew=${drawn.current}
            offer=${offers.find((offer) => offer.id === id)}
          />`,
      )}
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
