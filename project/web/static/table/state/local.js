/** State that belongs to a page with a table. */

import { useState } from "../../vendor/preact.js";

/** Returns the local state of the page: the lifted card, the open sheets. */
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
