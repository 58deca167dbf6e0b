/** Loads a resource once for a page. */

import { useEffect, useState } from "../vendor/preact.js";
import { get } from "./api.js";

/** Returns the body at a path; undefined until it is loaded, null if the server has none or refuses it. @param {string} path */
export function useLoaded(path) {
  const [found, setFound] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    setFound(undefined);
    get(path).then(setFound, () => setFound(null));
  }, [path]);
  return found;
}
