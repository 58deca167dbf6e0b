/** Agreements of players make no row of the log, so the head of a match is looked at now and then. */

import { get } from "../../server/api.js";
import { onNotice } from "../../notices/heard.js";
import { useEffect } from "../../vendor/preact.js";

const LOOK_MS = 3000;

/** Keeps the head of a table's match fresh while it is wanted. */
export function useHead(table, wanted) {
  useEffect(() => {
    if (!wanted) return;
    const look = () =>
      document.hidden ||
      get(`matches/${table.id}`).then(
        (fresh) => (table.head.value = fresh),
        () => {},
      );
    const timer = setInterval(look, LOOK_MS);
    const deaf = onNotice(look);
    return () => {
      clearInterval(timer);
      deaf();
    };
  }, [wanted]);
}
