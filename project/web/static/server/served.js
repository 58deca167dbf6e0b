/** The paths of this server, for components; a missing one hides its button. */

import { paths } from "./api.js";
import { useEffect, useState } from "../vendor/preact.js";

let known = /** @type {Set<string>} */ (new Set());

/** @returns {Set<string>} empty until they are known */
export function usePaths() {
  const [found, setFound] = useState(known);
  useEffect(() => {
    loadPaths().then(setFound);
  }, []);
  return found;
}

/** Loads the paths. A page that awaits this before it draws needs no second drawing. */
export const loadPaths = async () => (known = await paths());
