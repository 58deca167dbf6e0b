/** Rows from a stream that is resumed from time to time. Pure. */

/** Returns an inbox that passes rows on, each once and in order. Rows that arrive while others are processed are passed on together. */
export function inboxOf(after, onRows) {
  let seq = after;
  const waiting = [];
  let working = null;
  const drain = async () => {
    try {
      while (waiting.length) await onRows(waiting.splice(0));
    } finally {
      working = null;
    }
  };
  const put = (rows) => {
    const fresh = rows.filter((row) => row.seq > seq);
    if (fresh.length) seq = fresh[fresh.length - 1].seq;
    waiting.push(...fresh);
    return waiting.length ? (working ??= drain()) : working;
  };
  return { put, seq: () => seq };
}
