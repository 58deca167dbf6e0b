/** Legal moves as objects: moves that can be played, and drafts that are completed step by step. Pure. */

/** A move that answers a prompt. args: the arguments by slot name. */
export class Move {
  constructor(prompt, verb, args) {
    Object.assign(this, { prompt, verb, args });
  }
}

/**
 * A verb with the choices made so far. Each way to fill the remaining slots makes a legal move.
 * slots: the possible choices by slot name; chosen: the arguments so far; availableAt: the time from which the move can be played, if it has to wait.
 */
export class Draft {
  constructor(prompt, { verb, label, slots, available_at: availableAt = null }, chosen = {}) {
    Object.assign(this, { prompt, verb, label, slots, chosen, availableAt });
  }

  /** Returns the move with these choices, which may be incomplete. Additions to a list or to counts are joined to the earlier choices. */
  choose(args) {
    const further = Object.entries(args).map(([name, value]) => [name, joined(this.chosen[name], value)]);
    return new Move(this.prompt, this.verb, { ...this.chosen, ...Object.fromEntries(further) });
  }
}

/** The server's answer about a move: whether it can be played as it is, and the drafts of the remaining choices. */
export class Completion {
  constructor(move, { legal, templates, errors, outcome }) {
    const drafts = templates.map((template) => new Draft(move.prompt, template, move.args));
    Object.assign(this, { move, isLegal: legal, drafts, errors, outcome });
  }
}

/** The legal moves of a seat at one prompt. isComplete: whether `moves` contains all playable moves; count: the number of playable moves. */
export class LegalMoves {
  constructor(prompt, { templates, moves, count, complete, words }) {
    this.prompt = prompt;
    this.drafts = templates.map((template) => new Draft(prompt, template));
    this.moves = moves.map(({ verb, args }) => new Move(prompt, verb, args));
    Object.assign(this, { count, isComplete: complete, words });
  }
}

/** Joins a value and an addition to it. */
export function joined(chosen, added) {
  if (Array.isArray(chosen) && Array.isArray(added)) return [...chosen, ...added];
  if (isCounts(chosen) && isCounts(added)) {
    const sums = Object.entries(added).map(([face, number]) => [face, (chosen[face] ?? 0) + number]);
    return { ...chosen, ...Object.fromEntries(sums) };
  }
  return added;
}

const isCounts = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
