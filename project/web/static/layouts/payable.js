/** Dealmaker: decides whether goods pay for a deal, with the substitutions that the match allows. Pure. */

const TRIPLE = 3;

/**
 * Returns whether goods pay for a deal. One more valuable good may replace a less valuable good; three equal goods may replace a more valuable good.
 * @param {Record<string, number>} cost @param {Record<string, number>} held @param {Record<string, number>} ranks the value of each good
 * @param {string} [substitution] unlimited, one_higher (only the first rule, once) or one_each
 */
export function canPay(cost, held, ranks, substitution = "unlimited") {
  const rest = { ...held };
  const missing = [];
  for (const [good, number] of Object.entries(cost)) {
    const own = Math.min(number, rest[good] ?? 0);
    rest[good] = (rest[good] ?? 0) - own;
    for (let at = own; at < number; at++) missing.push(good);
  }
  const limits = { unlimited: [Infinity, Infinity], one_higher: [1, 0], one_each: [1, 1] }[substitution] ?? [
    Infinity,
    Infinity,
  ];
  return replaced(missing, rest, ranks, limits);
}

function replaced(missing, rest, ranks, [higher, triples]) {
  if (!missing.length) return true;
  const [good, ...others] = missing;
  const without = (other, number) => ({ ...rest, [other]: rest[other] - number });
  const goods = Object.keys(rest);
  return (
    (higher > 0 &&
      goods.some(
        (other) =>
          rest[other] > 0 &&
          ranks[other] > ranks[good] &&
          replaced(others, without(other, 1), ranks, [higher - 1, triples]),
      )) ||
    (triples > 0 &&
      goods.some(
        (other) =>
          rest[other] >= TRIPLE &&
          ranks[other] < ranks[good] &&
          replaced(others, without(other, TRIPLE), ranks, [higher, triples - 1]),
      ))
  );
}
