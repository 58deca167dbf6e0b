/** Closes the connections of a page that was hidden for a minute, so that its player counts as away. */

const UNSEEN_MS = 60_000;

/** Calls `close` when the page has been hidden for a minute, and `reopen` when it becomes visible after that; never outside a browser page. @returns {() => void} a function that stops watching */
export function watchUnseen(close, reopen) {
  if (!globalThis.document) return () => {};
  let timer = 0;
  let isClosed = false;
  const changed = () => {
    clearTimeout(timer);
    if (document.hidden)
      timer = setTimeout(() => {
        isClosed = true;
        close();
      }, UNSEEN_MS);
    else if (isClosed) {
      isClosed = false;
      reopen();
    }
  };
  changed();
  document.addEventListener("visibilitychange", changed);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", changed);
  };
}
