/** Checks the bytes of a bundle in a separate worker. @param {ArrayBuffer} bundle @param {any[]} receipts
 *  @returns {Promise<{steps: [string, string, string][], seconds: number}>} */
export function check(bundle, receipts = []) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.resolve("./worker.js"), { type: "module" });
    const end = (settle) => (event) => {
      worker.terminate();
      settle(event.data ?? new Error(event.message));
    };
    worker.onmessage = end(resolve);
    worker.onerror = end(reject);
    worker.postMessage({ bundle, receipts: new TextEncoder().encode(JSON.stringify(receipts)).buffer });
  });
}

/** Parses one JSON value, or one value for each line. @param {string} text */
export function values(text) {
  try {
    const found = JSON.parse(text);
    return Array.isArray(found) ? found : [found];
  } catch {
    return text
      .split("\n")
      .filter((line) => line.trim())
      .map((line) => JSON.parse(line));
  }
}
