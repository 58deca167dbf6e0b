/** What calls bring, in turn. Pure. */

/**
 * Yields what is put, until the reader stops or something fails.
 * @param {(put: (item: any) => void, fail: (error: Error) => void) => () => void} begin returns what ends it
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
