/** This browser's database for offline use. It is deleted with the session (`shell/session.js`). */

import { KEPT, session } from "../shell/session.js";

/** tables: each match as last seen; moves: the move that waits for the connection, one for each match; lists: my matches. */
const STORES = ["tables", "moves", "lists"];

/** @type {Promise<IDBDatabase>|null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open(KEPT, 1);
    opening.onupgradeneeded = () => STORES.forEach((name) => opening.result.createObjectStore(name, { keyPath: "id" }));
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const found = opening.result;
      found.onversionchange = () => {
        found.close(); // the database is being deleted, here or in another tab
        opened = null;
      };
      resolve(found);
    };
  });
  opened.catch(() => (opened = null));
  return opened;
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {string} store @param {IDBTransactionMode} [mode] */
const storeOf = async (store, mode = "readonly") => (await database()).transaction(store, mode).objectStore(store);

/** Returns whether a record belongs to the signed-in player. Nobody else may see the record. */
const isMine = (record) => record?.player === session.value.name && session.value.token !== null;

/** Stores a record of this player; discards a record of another session. @param {string} store @param {{id: string, player: string|null, [name: string]: any}} record */
export async function keep(store, record) {
  const found = await storeOf(store, "readwrite");
  if (isMine(record)) await answered(found.put(record));
}

/** @param {string} store @param {string} id @returns {Promise<any>} undefined if there is no record */
export async function kept(store, id) {
  const record = await answered((await storeOf(store)).get(id));
  return isMine(record) ? record : undefined;
}

/** @param {string} store @returns {Promise<any[]>} */
export const allKept = async (store) => (await answered((await storeOf(store)).getAll())).filter(isMine);

/** @param {string} store @param {string} id */
export const drop = async (store, id) => answered((await storeOf(store, "readwrite")).delete(id));
