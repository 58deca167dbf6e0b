/** A list of tiles under headings, which the server sends page by page. */

import { Empty } from "./empty.js";
import { get } from "../server/api.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { session } from "./session.js";

/**
 * Returns the state of a list: the lines loaded so far (null before the first page), the error, and a function that loads more.
 * @param {string} path @param {string} title the title of the page
 */
export function useListed(path, title) {
  const [lines, setLines] = useState(/** @type {any[]|null} */ (null));
  const [next, setNext] = useState(/** @type {string|null} */ (null));
  const [fault, setFault] = useState("");
  const load = (from, before) =>
    get(from).then(
      (page) => {
        setLines([...before, ...page.items]);
        setNext(page.next);
      },
      (error) => setFault(error.message),
    );
  useEffect(() => {
    document.title = `${title} – Comptoir`;
    load(path, []);
  }, [session.value.token]);
  return { lines, fault, more: next && (() => load(next.replace(/^https?:\/\/[^/]+/, ""), lines ?? [])) };
}

/** The error of a list, or a note that the list is empty. @param {{listed: ReturnType<typeof useListed>, nothing: string}} props */
export const ListNotice = ({ listed: { lines, fault }, nothing }) =>
  html`${fault && html`<p class="fault" role="alert">${fault}</p>`}
  ${lines && !lines.length && html`<${Empty} text=${nothing} />`}`;

/** @param {{listed: ReturnType<typeof useListed>}} props */
export const More = ({ listed: { more } }) =>
  more && html`<div><button onClick=${more}>${t("show_more")}</button></div>`;

/** The lines under a heading as tiles; nothing if there are no lines. @param {{heading: string, lines: any[], Tile: any, counted?: boolean}} props */
export function Section({ heading, lines, Tile, counted = true }) {
  if (!lines.length) return null;
  return html`<section class="stack">
    <h2>${heading} ${counted && html`<span class="soft num">${lines.length}</span>`}</h2>
    <div class="cards">${lines.map((line) => html`<${Tile} key=${line.id} line=${line} />`)}</div>
  </section>`;
}
