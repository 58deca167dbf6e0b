/** Receipts of the player's own moves, stored in this browser. They can later prove that a whole log was rewritten. */

const STORE = "receipts";

/** @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("comptoir", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: ["match", "size"] });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Stores a receipt. A browser without storage loses only this evidence. */
export async function keepReceipt(receipt) {
  const found = await database().catch(() => null);
  found?.transaction(STORE, "readwrite").objectStore(STORE).put(receipt);
}

/** Returns the receipts of one match. @param {string} match @returns {Promise<any[]>} */
export async function receiptsOf(match) {
  const found = await database().catch(() => null);
  if (!found) return [];
  return new Promise((resolve) => {
    const reading = found
      .transaction(STORE)
      .objectStore(STORE)
      .getAll(IDBKeyRange.bound([match, 0], [match, Infinity]));
    reading.onsuccess = () => resolve(reading.result);
    reading.onerror = () => resolve([]);
  });
}
