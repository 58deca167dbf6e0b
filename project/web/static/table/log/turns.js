/** The log grouped by turns: consecutive acts of one seat together, repeated moves in one line. Pure. */

/**
 * A sentence of the log. verb: the verb of the move; about: the cards that it moved. If both are empty, the sentence is never merged with others.
 * @typedef {{seq: number, seat: number|null, time: string, named: boolean, verb: string, about: string, [more: string]: any}} Line
 */
/** @template {Line} T @typedef {{line: T, same: T[]}} LogEntry same: all lines that this line represents; the line itself is the last */
/** @template {Line} T @typedef {{seat: number|null, time: string, entries: LogEntry<T>[], passes?: T[]}} Turn passes: the passes of consecutive seats that the turn represents */

/** @template {Line} T @param {T[]} lines @returns {Turn<T>[]} */
export function turnsIn(lines) {
  /** @type {T[][]} */
  const groups = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && line.seat !== null && last[0].seat === line.seat) last.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => ({ seat: group[0].seat, time: group.at(-1)?.time ?? "", entries: foldedIn(group) }));
}

const PASS = "pass";

/** Merges consecutive turns in which different seats only pass. @template {Line} T @param {Turn<T>[]} turns @returns {Turn<T>[]} */
export function passesMerged(turns) {
  /** @type {Turn<T>[]} */
  const merged = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    const [{ line, same }] = turn.entries;
    const isPass = turn.entries.length === 1 && same.length === 1 && line.verb === PASS;
    if (isPass && last?.passes) last.passes.push(line);
    else merged.push(isPass ? { ...turn, passes: [line] } : turn);
  }
  return merged;
}

/** Merges lines of one seat that repeat a move within an unbroken run of the same verb. @template {Line} T @param {T[]} lines @returns {LogEntry<T>[]} */
function foldedIn(lines) {
  /** @type {LogEntry<T>[]} */
  const entries = [];
  let run = 0; // the index at which the run of one verb begins
  for (const line of lines) {
    if (entries.length && entries[entries.length - 1].line.verb !== line.verb) run = entries.length;
    const before = line.about ? entries.findIndex((one, at) => at >= run && one.line.about === line.about) : -1;
    if (before < 0) entries.push({ line, same: [line] });
    else {
      const [{ same }] = entries.splice(before, 1);
      entries.push({ line, same: [...same, line] });
    }
  }
  return entries;
}
