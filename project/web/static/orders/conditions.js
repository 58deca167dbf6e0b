/** Conditions of standing orders: the conditions that a form can express about a seat's view, and their JSON. Pure. */

/** @typedef {{subject: string, is: string, to: any}} Part one line of the form; subject: `can <verb>` or a path into the view */
/** @typedef {{path: string, type: string, name: string, from: "prompt"|"parent"|"public"|"count"|"can"}} Subject */

export const ORDERED = ["lt", "le", "eq", "ne", "ge", "gt"];
const ASKED = new Set(["integer", "seat", "boolean"]);

/**
 * Returns the subjects of a condition on a phase: the prompt's data, public values, own cards, possible moves.
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
    ...behind(game, typed),
    ...typed(game.public, "public", "public."),
    ...zones,
    ...verbs,
  ];
}

/** Returns the subjects about the parent prompt: its phase, and its data of any type. */
function behind(game, typed) {
  const all = Object.assign({}, ...Object.values(game.phases ?? {}).map((one) => one.data ?? {}));
  const faces = Object.entries(all)
    .filter(([, entry]) => entry.type === "list" && entry.of === "face")
    .map(([name]) => ({ path: `parent.data.${name}`, type: "faces", name, from: /** @type {const} */ ("parent") }));
  return [
    { path: "parent.phase", type: "phase", name: "phase", from: /** @type {const} */ ("parent") },
    ...typed(all, "parent", "parent.data."),
    ...faces,
  ];
}

/**
 * Returns the lines that describe an open question: the asking seat, the subject, and the single card that was played.
 * @param {any} game @param {import("../types.js").View} view @param {import("../types.js").Prompt} prompt @returns {Part[]}
 */
export function partsOf(game, view, prompt) {
  const parent = view.prompts.find((one) => one.id === prompt.parent);
  const about = { prompt, parent };
  const found = subjects(game, prompt.phase).flatMap(({ path, type, name, from }) => {
    const value = path.endsWith(".phase") ? about[from]?.phase : about[from]?.data?.[name];
    const isSaid = from === "parent" && prompt.data[name] === value; // the question itself already contains the value
    if (type === "seat" && typeof value === "number" && value !== view.viewer && !isSaid)
      return [{ subject: path, is: "eq", to: value }];
    if (type === "phase" && value && Object.keys(parent?.data ?? {}).length)
      return [{ subject: path, is: "eq", to: value }];
    return type === "faces" && value?.length === 1 ? [{ subject: path, is: "has", to: value[0] }] : [];
  });
  const isCardSaid = found.some((part) => part.is === "has"); // the card already implies the phase
  return found.filter((part) => !(isCardSaid && part.subject === "parent.phase"));
}

/** Returns the comparisons of a subject. @param {string} type */
export const comparisons = (type) =>
  type === "integer"
    ? ORDERED
    : type === "seat" || type === "phase"
      ? ["eq", "ne"]
      : type === "faces"
        ? ["has"]
        : type === "can"
          ? ["yes", "no", "only"]
          : ["yes", "no"];

/** Returns a new line about a subject. @param {any} game @param {Subject} subject @returns {Part} */
export function partOf(game, subject) {
  const [is] = comparisons(subject.type);
  const first = { integer: 3, seat: 0, phase: Object.keys(game.phases)[0], faces: Object.keys(game.faces)[0] };
  return { subject: subject.path, is, to: first[subject.type] ?? null };
}

/** Returns the lines of a form as a condition that requires all of them. @param {Part[]} parts */
export function conditionOf(parts) {
  const found = parts.map(one);
  return found.length > 1 ? { all: found } : (found[0] ?? null);
}

function one({ subject, is, to }) {
  if (subject.startsWith("can ") && is === "only") return { only: subject.slice(4) };
  if (subject.startsWith("can ")) return is === "no" ? { not: { can: subject.slice(4) } } : { can: subject.slice(4) };
  return is === "yes" || is === "no" ? { value: subject, is: "eq", to: is === "yes" } : { value: subject, is, to };
}
