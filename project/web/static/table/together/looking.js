/** Loads the head of a match at intervals, because agreements of players create no row of the log. */

import { get } from "../../server/api.js";
import { onNotice } from "../../notices/heard.js";
import { useEffect } from "../../vendor/preact.js";

const LOOK_MS = 3000;

/** Keeps the head of a table's match up to date while it is needed. */
export function useHead(table, wanted) {
  useEffect(() => {
    if (!wanted) return;
    const refresh = () =>
      document.hidden ||
      get(`matches/${table.id}`).then(
        (fresh) => (table.head.value = fresh),
        () => {},
      );
    const timer = setInterval(refresh, LOOK_MS);
    const unsubscribe = onNotice(refresh);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [wanted]);
}
