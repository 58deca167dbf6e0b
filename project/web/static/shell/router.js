/** Navigation without reloads: the current path as a signal, and links that change it. */

import { html, signal } from "../vendor/preact.js";

export const path = signal(location.pathname);

addEventListener("popstate", () => (path.value = location.pathname));

/** Goes to an address of this site. @param {string} to */
export function go(to) {
  if (to !== location.pathname + location.hash) history.pushState(null, "", to);
  path.value = location.pathname;
  scrollTo(0, 0);
}

/** A link within this site. With a modifier key, the browser handles the press. */
export function Link({ to, children, ...rest }) {
  const follow = (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(to);
  };
  return html`<a href=${to} onClick=${follow} ...${rest}>${children}</a>`;
}
