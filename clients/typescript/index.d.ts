/** A client of Comptoir, a server for card games of trading and bluff, for browsers and Node. README.md has examples. */

import type { components } from "./schema.js";
import { Methods } from "./methods.js";

export type { Options, Streamed } from "./methods.js";
export type Schemas = components["schemas"];
export type View = Schemas["View"];
export type Row = Schemas["Event"];
export type Slot = Schemas["Slot"];
export type Face = View["faces"][string];
export type Code = Schemas["Problem"]["code"];

/** A refusal as described by RFC 9457; with status 0, a request without an answer. */
export class Problem extends Error {
  readonly body: Partial<Schemas["Problem"]>;
  readonly status: number;
  readonly code: Code | "network" | "unknown";
  /** The seconds after which the same request may succeed; 0 if the server does not state them. */
  readonly retryAfter: number;
  /** The errors in the request, one sentence each. */
  readonly reasons: string[];
}

/** Thrown when the server ends a stream because the caller lost its permission: a token was revoked, or a seat was given up. */
export class NoLongerAllowed extends Error {}

/** A move that answers a prompt. args: the arguments by slot name. */
export class Move {
  constructor(prompt: number, verb: string, args: Record<string, unknown>);
  readonly prompt: number;
  readonly verb: string;
  readonly args: Record<string, unknown>;
}

/** A verb with the choices made so far. Each way to fill the remaining slots makes a legal move. */
export class Draft {
  constructor(prompt: number, template: Schemas["Template"], chosen?: Record<string, unknown>);
  readonly prompt: number;
  readonly verb: string;
  /** The verb in the language of the client. */
  readonly label: string;
  /** The possible choices by slot name. */
  readonly slots: Record<string, Slot>;
  readonly chosen: Record<string, unknown>;
  /** The time from which the move can be played, if it has to wait. */
  readonly availableAt: string | null;
  /** Returns the move with these choices, which may be incomplete. Additions to a list or to counts are joined to the earlier choices. */
  choose(args: Record<string, unknown>): Move;
}

/** The server's answer about a move: whether it can be played as it is, and the drafts of the remaining choices. */
export class Completion {
  constructor(move: Move, tried: Schemas["LegalMovesTrialResult"]);
  readonly move: Move;
  readonly isLegal: boolean;
  readonly drafts: Draft[];
  readonly errors: Schemas["Fault"][];
  /** The certain consequences, in the language of the client. */
  readonly outcome: string[];
}

/** The legal moves of a seat at one prompt. */
export class LegalMoves {
  constructor(prompt: number, legal: Schemas["LegalMovesAfter"] | Schemas["LegalMoves"]);
  readonly prompt: number;
  /** All legal moves, as verbs with slots. */
  readonly drafts: Draft[];
  /** The first playable moves, ready to be played. */
  readonly moves: Move[];
  /** The number of moves that can be played now; a string above 2^53. */
  readonly count: number | string;
  /** Whether `moves` contains all playable moves. */
  readonly isComplete: boolean;
  /** The titles of words in slots. */
  readonly words: Record<string, string>;
}

/** An update of a followed match. */
export interface News {
  /** The current table. */
  view: View;
  /** The row that led to the current table; null in the first update, and if prompts arrived without a row. */
  row: Row | null;
  /** The prompts open to your seat; prompts that require an answer come first. */
  prompts: Schemas["StreamedPrompt"][];
  /** The legal moves of the prompts that you have not answered yet; empty unless requested with the option `legal` of `follow`. */
  legal: LegalMoves[];
}

/** A decision that a bot's program has leased. */
export type Decision = Schemas["Lease"] & {
  legal: LegalMoves;
  /** Whether the match waits for this decision. */
  isRequired: boolean;
};

export interface ClientOptions {
  token?: string | null;
  /** The language of texts for people: "en" or "fr". */
  language?: string;
  /** The milliseconds for which a request is repeated while the server is unreachable or busy. */
  patience?: number;
}

/** A client of one server. Methods reject with a Problem. A move that is sent again is played only once. */
export class Client extends Methods {
  /** @param address the server's address, such as "https://comptoir.example"; by default the page's origin */
  constructor(address?: string, options?: ClientOptions);
  token: string | null;
  language: string | undefined;
  patience: number;
  /** Returns whether a move was refused only because it came too late. In that case, load the table again and choose another move. */
  static isOvertaken(error: unknown): boolean;
  /** Creates a player (without a password, a guest), and sends later requests as that player. */
  signUp(name: string, password?: string): Promise<Schemas["Player"]>;
  /** Returns the legal moves at a prompt, by default at the first prompt open to you; null if no prompt is open. */
  legal(match: string, options?: { prompt?: number; limit?: number }): Promise<LegalMoves | null>;
  /** Queries whether a move can be played as it is, and which choices are left. Nothing is played. */
  complete(match: string, move: Move): Promise<Completion>;
  /** Waits if all legal moves must wait for the clock. Resolves to the moves that can be played now; null if there are none. */
  ready(match: string, legal: LegalMoves): Promise<LegalMoves | null>;
  play(match: string, move: Move): Promise<Schemas["MoveResult"]>;
  /** Yields the current table, then each row with the table after it, and the open prompts, until the match ends. */
  follow(match: string, options?: { legal?: number }): AsyncGenerator<News, void, void>;
  /** Yields the decisions of a bot in all its matches, without end. Pass each decision to `answer`. */
  decisions(options?: { most?: number; seconds?: number }): AsyncGenerator<Decision, void, void>;
  /** Plays the answer to a decision; null passes for now. Resolves to whether a move was played. */
  answer(decision: Decision, move: Move | null): Promise<boolean>;
}

/** Returns the view after a row. The argument stays unchanged, and so does `known`, which the server infers. */
export function fold(view: View, row: Row, printed?: Record<string, Face>, sets?: string[]): View;
/** Returns the printed entry of each face of a match. @param start the match's view at row 0 */
export function printedIn(start: View): Record<string, Face>;
/** Returns the members in which two views of the same row differ. */
export function differs(one: View, other: View): string[];
/** Returns the view as players see it: without the numbers that players hide from each other, as `display` states. */
export function shown(view: View): View;
/** Joins a value and an addition to it. */
export function joined(chosen: unknown, added: unknown): unknown;

/** The tokens of an app for a player. seconds: the lifetime of the access token. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  scope: string;
  seconds: number;
}

/** Sends the browser to the server, where the player consents. The browser then returns to `redirectUri`. */
export function beginSignIn(
  address: string,
  app: { clientId: string; redirectUri: string; scope?: string },
): Promise<void>;

/** Resolves to the tokens, on the page to which the browser returns; null if the browser does not come from the server. Rejects an answer from another server. */
export function endSignIn(): Promise<Tokens | null>;

/** Exchanges a refresh token for new tokens. The refresh token is then invalid. */
export function refreshSignIn(address: string, app: { clientId: string; refreshToken: string }): Promise<Tokens>;

/** Thrown when a server has shown two logs and neither extends the other. seen: the stored note; shown: the note that the server shows. */
export class TwoHistories extends Error {
  readonly seen: string;
  readonly shown: string;
}

/** Compares the log of a server with the note that you have stored; resolves to the note to store from now on. Rejects with TwoHistories. */
export function historyCheck(server: string, seen?: string | null): Promise<string>;
