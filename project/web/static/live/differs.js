/** Compares two views of the same row, except `known`, which the server infers, and `next`, which the client counts. Pure. */

const OWN = new Set(["known", "next"]);

/** Returns the members that differ. @param {Record<string, any>} one @param {Record<string, any>} other @returns {string[]} */
export function differs(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)].filter((name) => !OWN.has(name)));
  return [...names].filter((name) => !same(one[name], other[name]));
}

function same(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => name in other && same(one[name], other[name]))
  );
}
