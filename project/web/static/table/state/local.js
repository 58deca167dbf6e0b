/** State that a page with a table stores for itself. */

import { useState } from "../../vendor/preact.js";

/** Returns the local state of the page: lifted card, sheets. */
export function useLocal(more = {}) {
  const [inspected, inspect] = useState(null);
  const [zone, showZone] = useState(null);
  const [lifted, lift] = useState(null);
  return {
    lifted,
    lift,
    inspected,
    inspect,
    zone,
    showZone,
    after: () => lift(null),
    ...more,
  };
}
