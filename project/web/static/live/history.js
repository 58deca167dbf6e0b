/** The server's log as this browser has seen it, to detect a different history later. Pure except for SHA-256. */

/** @typedef {{origin: string, size: number, root: Uint8Array, note: string}} Checkpoint */

/** Parses a note: origin, size and root, an empty line, signatures. @param {string} note @returns {Checkpoint} */
export function checkpointOf(note) {
  const [origin, size, root] = note.split("\n");
  if (!/^(0|[1-9][0-9]{0,15})$/.test(size ?? "") || !note.includes("\n\n")) throw new Error("expected a checkpoint");
  return { origin, size: Number(size), root: bytesOf(root), note };
}

/**
 * Returns whether a server's log extends the log seen before. Rejects any input other than a proof or a checkpoint.
 * @param {string|null} seen the note stored earlier @param {string} shown the response of `/log/extension/` for the size in that note
 * @returns {Promise<{isOne: boolean, note: string}>} note: the server's current checkpoint
 */
export async function compared(seen, shown) {
  const isProof = shown.startsWith("old ");
  const at = isProof ? shown.indexOf("\n\n") + 2 : 0;
  const now = checkpointOf(shown.slice(at));
  if (seen === null) return { isOne: true, note: now.note };
  const before = checkpointOf(seen);
  if (!isProof && now.size >= before.size) throw new Error("expected a proof that the log grows");
  const [first, ...proof] = shown.slice(0, Math.max(at - 2, 0)).split("\n");
  const isAsked = first === `old ${before.size}` && now.origin === before.origin;
  return { isOne: isAsked && (await extendsTo(before, now, proof.map(bytesOf))), note: now.note };
}

/** Verifies a consistency proof (RFC 9162, 2.1.4.2). @param {Checkpoint} before @param {Checkpoint} now @param {Uint8Array[]} proof */
async function extendsTo(before, now, proof) {
  if (before.size === 0) return proof.length === 0 && (now.size > 0 || same(before.root, now.root));
  if (before.size >= now.size) return before.size === now.size && !proof.length && same(before.root, now.root);
  const path = isPower(before.size) ? [before.root, ...proof] : proof;
  if (!path.length) return false;
  let [place, last] = [before.size - 1, now.size - 1];
  while (place % 2) [place, last] = [half(place), half(last)];
  let [old, all] = [path[0], path[0]];
  for (const node of path.slice(1)) {
    if (last === 0) return false;
    if (place % 2 || place === last) {
      [old, all] = await Promise.all([joined(node, old), joined(node, all)]);
      while (place && place % 2 === 0) [place, last] = [half(place), half(last)];
    } else all = await joined(all, node);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && same(old, before.root) && same(all, now.root);
}

const half = (number) => Math.floor(number / 2);
const isPower = (number) => Number.isInteger(Math.log2(number));
const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function joined(left, right) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([1, ...left, ...right])));
}
