/** Turns callbacks into an async iterator. Pure. */

/**
 * Yields the items passed to `put`, until the reader stops or `fail` is called.
 * @param {(put: (item: any) => void, fail: (error: Error) => void) => () => void} begin starts the source; returns a function that stops it
 */
export async function* inTurn(begin) {
  const items = [];
  let [failure, wake] = [null, () => {}];
  const put = (item) => {
    items.push(item);
    wake();
  };
  const fail = (error) => {
    failure ??= error;
    wake();
  };
  const end = begin(put, fail);
  try {
    while (true) {
      while (items.length) yield items.shift();
      if (failure) throw failure;
      await new Promise((resume) => (wake = resume));
    }
  } finally {
    end();
  }
}
