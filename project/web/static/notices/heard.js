/** The listeners for notices, which notices.js receives. */

/** @typedef {import("../types.js").Members<import("../types.js").Api["Notice"]>} Notice */

/** @type {Set<(notice: Notice|null) => void>} */
const listeners = new Set();

/** Calls a function with each notice, and with null if notices may have been missed. @returns {() => void} a function that removes the listener */
export function onNotice(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the address of the match or tournament that a notice is about. @param {Notice} notice */
export const pageOf = ({ match, tournament }) => (match ? `/m/${match}` : `/tournaments/${tournament}`);

/** @param {Notice|null} notice */
export const hear = (notice) => listeners.forEach((listener) => listener(notice));
