/** What the question is about comes into view: the list of a pressed blank, the things on the table that could fill one. */

import { useEffect, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { described } from "./blanks.js";

/** @import { Table } from "../types.js" */

const MARGIN_PX = 10;

/** @param {Table} ctx */
export function useInView(ctx) {
  const { draft } = ctx;
  useEffect(() => {
    if (draft.open) document.querySelector(`[data-editor="${draft.open}"]`)?.scrollIntoView({ block: "nearest" });
  }, [draft.open]);
  const means =
    draft.ask && draft.verb
      ? described(ctx).find((blank) => blank.required && blank.value === undefined)?.means
      : undefined;
  useEffect(() => {
    if (means) bring(means === "seat" ? ".seat.lit" : ".board .lit:not(.seat), .board [data-lit]");
  }, [means, draft.verb, draft.ask?.prompt]);
}

/** Scrolls the table as little as it takes to show one of these, where all of them are out of sight. */
function bring(selector) {
  const [felt, dock] = [document.querySelector(".ground"), document.querySelector(".dock")];
  const places = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  if (!felt || !dock || !places.length) return;
  const [top, bottom] = [felt.getBoundingClientRect().top, dock.getBoundingClientRect().top];
  if (places.some((place) => place.top >= top && place.bottom <= bottom)) return;
  const [first] = places;
  felt.scrollTop +=
    first.bottom > bottom ? Math.min(first.bottom - bottom, first.top - top) + MARGIN_PX : first.top - top - MARGIN_PX;
}

let scrolled = { sentence: "", top: 0 };

/** What scrolls a sentence's blanks: where it was when its question was interrupted, it is again. @param {string} sentence */
export function useScroll(sentence) {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  useLayoutEffect(() => {
    if (box.current && scrolled.sentence === sentence) box.current.scrollTop = scrolled.top;
  }, [sentence]);
  const onScroll = (event) => (scrolled = { sentence, top: event.currentTarget.scrollTop });
  return { ref: box, onScroll };
}
