/** Conditions of standing orders: what a form can ask of a seat's own view, and the JSON that says it. Pure. */

/** @typedef {{subject: string, is: string, to: any}} Part one line of the form; subject: `can <verb>` or a path into the view */
/** @typedef {{path: string, type: string, name: string, from: "prompt"|"public"|"count"|"can"}} Subject */

export const ORDERED = ["lt", "le", "eq", "ne", "ge", "gt"];
const ASKED = new Set(["integer", "seat", "boolean"]);

/**
 * What a condition on a phase can look at: the prompt's data, what is public, one's own cards, what one can do.
 * @param {any} game @param {string} phase @returns {Subject[]}
 */
export function subjects(game, phase) {
  const typed = (entries, from, prefix) =>
    Object.entries(entries ?? {})
      .filter(([, entry]) => ASKED.has(entry.type) && !entry.hidden)
      .map(([name, entry]) => ({ path: `${prefix}${name}`, type: entry.type, name, from }));
  const zones = Object.entries(game.zones ?? {})
    .filter(([, zone]) => zone.per === "seat")
    .map(([name]) => ({ path: `count.${name}`, type: "integer", name, from: /** @type {const} */ ("count") }));
  const verbs = Object.keys(game.verbs ?? {}).map((name) => ({
    path: `can ${name}`,
    type: "can",
    name,
    from: /** @type {const} */ ("can"),
  }));
  return [
    ...typed(game.phases?.[phase]?.data, "prompt", "prompt.data."),
    ...typed(game.public, "public", "public."),
    ...zones,
    ...verbs,
  ];
}

/** How a subject can be compared. @param {string} type */
export const comparisons = (type) =>
  type === "integer"
    ? ORDERED
    : type === "seat"
      ? ["eq", "ne"]
      : type === "can"
        ? ["yes", "no", "only"]
        : ["yes", "no"];

/** A new line about a subject. @param {Subject} subject @returns {Part} */
export function partOf(subject) {
  const [is] = comparisons(subject.type);
  return { subject: subject.path, is, to: subject.type === "integer" ? 3 : subject.type === "seat" ? 0 : null };
}

/** The lines of a form as a condition: all of them hold. @param {Part[]} parts */
export function conditionOf(parts) {
  const found = parts.map(one);
  return found.length > 1 ? { all: found } : (found[0] ?? null);
}

function one({ subject, is, to }) {
  if (subject.startsWith("can ") && is === "only") return { only: subject.slice(4) };
  if (subject.startsWith("can ")) return is === "no" ? { not: { can: subject.slice(4) } } : { can: subject.slice(4) };
  return is === "yes" || is === "no" ? { value: subject, is: "eq", to: is === "yes" } : { value: subject, is, to };
}
