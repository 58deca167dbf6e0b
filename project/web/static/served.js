/** The paths that this server has, for components: what is missing hides its button. */

import { paths } from "./api.js";
import { useEffect, useState } from "./vendor/preact.js";

/** @returns {Set<string>} empty until they are known */
export function usePaths() {
  const [found, setFound] = useState(new Set());
  useEffect(() => {
    paths().then(setFound);
  }, []);
  return found;
}
