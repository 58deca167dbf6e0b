/** What a page with a table keeps for itself. */

import { useState } from "../../vendor/preact.js";

/** What the page keeps for itself: open blank, choice among verbs, sheets. */
export function useLocal(more = {}) {
  const [open, setOpen] = useState("");
  const [pending, setPending] = useState(null);
  const [inspected, inspect] = useState(null);
  const [zone, showZone] = useState(null);
  const [touched, touch] = useState(null);
  return {
    touched,
    touch,
    open,
    setOpen,
    pending,
    setPending,
    inspected,
    inspect,
    zone,
    showZone,
    after: () => {
      setOpen("");
      touch(null);
    },
    ...more,
  };
}
