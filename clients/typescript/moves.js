/** Legal moves as objects: moves that can be played, and drafts that are completed step by step. Pure. */

/** A move that answers a prompt. args: by the name of each slot. */
export class Move {
  constructor(prompt, verb, args) {
    Object.assign(this, { prompt, verb, args });
  }
}

/**
 * A verb with what is chosen of it so far. Each way to fill the slots that are left makes a legal move.
 * slots: by name, what may be chosen; chosen: the arguments so far; availableAt: when it can be played, if it has to wait.
 */
export class Draft {
  constructor(prompt, { verb, label, slots, available_at: availableAt = null }, chosen = {}) {
    Object.assign(this, { prompt, verb, label, slots, chosen, availableAt });
  }

  /** The move that these choices make. What is added to a list, or to counts, is joined to what was chosen. It may be incomplete. */
  choose(args) {
    const further = Object.entries(args).map(([name, value]) => [name, joined(this.chosen[name], value)]);
    return new Move(this.prompt, this.verb, { ...this.chosen, ...Object.fromEntries(further) });
  }
}

/** What the server says of a move: whether it can be played as it is, and the drafts of what is left to choose. */
export class Completion {
  constructor(move, { legal, templates, errors, outcome }) {
    const drafts = templates.map((template) => new Draft(move.prompt, template, move.args));
    Object.assign(this, { move, isLegal: legal, drafts, errors, outcome });
  }
}

/** What a seat may answer to one prompt. isComplete: whether `moves` has all that can be played; count: how many that are. */
export class LegalMoves {
  constructor(prompt, { templates, moves, count, complete, words }) {
    this.prompt = prompt;
    this.drafts = templates.map((template) => new Draft(prompt, template));
    this.moves = moves.map(({ verb, args }) => new Move(prompt, verb, args));
    Object.assign(this, { count, isComplete: complete, words });
  }
}

/** A value and an addition to it, put together. */
export function joined(chosen, added) {
  if (Array.isArray(chosen) && Array.isArray(added)) return [...chosen, ...added];
  if (isCounts(chosen) && isCounts(added)) {
    const sums = Object.entries(added).map(([face, number]) => [face, (chosen[face] ?? 0) + number]);
    return { ...chosen, ...Object.fromEntries(sums) };
  }
  return added;
}

const isCounts = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
