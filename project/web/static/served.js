/** The paths that this server has, for components: what is missing hides its button. */

import { paths } from "./api.js";
import { useEffect, useState } from "./vendor/preact.js";

let known = /** @type {Set<string>} */ (new Set());

/** @returns {Set<string>} empty until they are known */
export function usePaths() {
  const [found, setFound] = useState(known);
  useEffect(() => {
    loadPaths().then(setFound);
  }, []);
  return found;
}

/** Whoever waits for it before a component is drawn sees it complete at once. */
export const loadPaths = async () => (known = await paths());
