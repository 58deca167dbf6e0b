/** The title of a page: on its tab, in the history, for a screen reader. */

import { useEffect } from "../vendor/preact.js";

/** @param {string|undefined|null} title nothing while it is not known */
export function useTitle(title) {
  useEffect(() => {
    if (title) document.title = `${title} – Comptoir`;
  }, [title]);
}
