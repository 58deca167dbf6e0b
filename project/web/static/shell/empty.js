/** An empty list: the outline of an entry, its description, and how to add entries. */

import { html } from "../vendor/preact.js";

/** @param {{text: any, children?: any}} props children: the possible actions */
export const Empty = ({ text, children }) =>
  html`<div class="empty" data-empty>
    <div class="outlines" aria-hidden="true">
      ${[0, 1, 2].map((at) => html`<span class="outline" key=${at}><i></i><i></i><b></b></span>`)}
    </div>
    <p>${text}</p>
    ${children && html`<p class="row">${children}</p>`}
  </div>`;
