/** Loads something once for a page. */

import { useEffect, useState } from "../vendor/preact.js";
import { get } from "./api.js";

/** The body behind a path; undefined until it is here, null if the server has nothing of it or does not tell. @param {string} path */
export function useLoaded(path) {
  const [found, setFound] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    setFound(undefined);
    get(path).then(setFound, () => setFound(null));
  }, [path]);
  return found;
}
