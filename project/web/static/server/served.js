/** The paths of this server, for components. A button whose path is missing is hidden. */

import { paths } from "./api.js";
import { useEffect, useState } from "../vendor/preact.js";

let known = /** @type {Set<string>} */ (new Set());

/** @returns {Set<string>} empty until the paths are loaded */
export function usePaths() {
  const [found, setFound] = useState(known);
  useEffect(() => {
    loadPaths().then(setFound);
  }, []);
  return found;
}

/** Loads the paths. A page that awaits them before its first rendering needs no second rendering. */
export const loadPaths = async () => (known = await paths());
