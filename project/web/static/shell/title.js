/** The title of a page: in its tab, in the history, for screen readers. */

import { useEffect } from "../vendor/preact.js";

/** @param {string|undefined|null} title undefined or null while the title is not known */
export function useTitle(title) {
  useEffect(() => {
    if (title) document.title = `${title} – Comptoir`;
  }, [title]);
}
