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

/** A refusal, as RFC 9457 describes it; with the status 0, that no answer came. */
export class Problem extends Error {
  readonly body: Partial<Schemas["Problem"]>;
  readonly status: number;
  readonly code: Code | "network" | "unknown";
  /** Seconds after which the same request may succeed; 0 if the server does not say. */
  readonly retryAfter: number;
  /** What is wrong in the request, one sentence each. */
  readonly reasons: string[];
}

/** The server has ended a stream because the caller may not see it any more: a token is revoked, a seat gone. */
export class NoLongerAllowed extends Error {}

/** A move that answers a prompt. args: by the name of each slot. */
export class Move {
  constructor(prompt: number, verb: string, args: Record<string, unknown>);
  readonly prompt: number;
  readonly verb: string;
  readonly args: Record<string, unknown>;
}

/** A verb with what is chosen of it so far. Each way to fill the slots that are left makes a legal move. */
export class Draft {
  constructor(prompt: number, template: Schemas["Template"], chosen?: Record<string, unknown>);
  readonly prompt: number;
  readonly verb: string;
  /** The verb in the language of the client. */
  readonly label: string;
  /** By name, what may be chosen. */
  readonly slots: Record<string, Slot>;
  readonly chosen: Record<string, unknown>;
  /** When it can be played, if it has to wait. */
  readonly availableAt: string | null;
  /** The move that these choices make. What is added to a list, or to counts, is joined to what was chosen. It may be incomplete. */
  choose(args: Record<string, unknown>): Move;
}

/** What the server says of a move: whether it can be played as it is, and the drafts of what is left to choose. */
export class Completion {
  constructor(move: Move, tried: Schemas["LegalMovesTrialResult"]);
  readonly move: Move;
  readonly isLegal: boolean;
  readonly drafts: Draft[];
  readonly errors: Schemas["Fault"][];
  /** What certainly follows, in the language of the client. */
  readonly outcome: string[];
}

/** What a seat may answer to one prompt. */
export class LegalMoves {
  constructor(prompt: number, legal: Schemas["LegalMovesAfter"] | Schemas["LegalMoves"]);
  readonly prompt: number;
  /** All legal moves, as verbs with slots. */
  readonly drafts: Draft[];
  /** The first of them, ready to be played. */
  readonly moves: Move[];
  /** How many can be played now; a string above 2^53. */
  readonly count: number | string;
  /** Whether `moves` has all of them. */
  readonly isComplete: boolean;
  /** The titles of words in slots. */
  readonly words: Record<string, string>;
}

/** What a match that is followed has brought. */
export interface News {
  /** The table as it is now. */
  view: View;
  /** The row that led to it; null at first, and where prompts came without one. */
  row: Row | null;
  /** The prompts that are open to your seat, those that require an answer first. */
  prompts: Schemas["StreamedPrompt"][];
  /** The legal moves of the prompts that you have not answered yet; none if `follow` was not asked for them. */
  legal: LegalMoves[];
}

/** A decision that a bot's program has leased. */
export type Decision = Schemas["Lease"] & {
  legal: LegalMoves;
  /** Whether the match waits for it. */
  isRequired: boolean;
};

export interface ClientOptions {
  token?: string | null;
  /** "en" or "fr": of what people read. */
  language?: string;
  /** Milliseconds for which a request is tried again while the server is away or busy. */
  patience?: number;
}

/** One caller of one server. Methods reject with a Problem. A move that is sent again is played once. */
export class Client extends Methods {
  /** @param address of the server, such as "https://comptoir.example"; that of the page if it is left out */
  constructor(address?: string, options?: ClientOptions);
  token: string | null;
  language: string | undefined;
  patience: number;
  /** Whether a move was refused only because it came too late. Look at the table again and choose another one. */
  static isOvertaken(error: unknown): boolean;
  /** Creates a player, without a password a guest, and sends later requests as that player. */
  signUp(name: string, password?: string): Promise<Schemas["Player"]>;
  /** What you may answer to a prompt, or to the first that is open to you; null if none is. */
  legal(match: string, options?: { prompt?: number; limit?: number }): Promise<LegalMoves | null>;
  /** Asks whether a move can be played as it is, and what is left to choose. Nothing is played. */
  complete(match: string, move: Move): Promise<Completion>;
  /** Waits where all that is legal has to wait for the clock. What can be played now; null if nothing can. */
  ready(match: string, legal: LegalMoves): Promise<LegalMoves | null>;
  play(match: string, move: Move): Promise<Schemas["MoveResult"]>;
  /** Yields the table as it is, then each row with the table after it, and the open prompts, up to the end of the match. */
  follow(match: string, options?: { legal?: number }): AsyncGenerator<News, void, void>;
  /** Yields the decisions of a bot, in all its matches, for ever. Give each to `answer`. */
  decisions(options?: { most?: number; seconds?: number }): AsyncGenerator<Decision, void, void>;
  /** Plays the answer to a decision; null: says nothing for now. Resolves to whether a move was played. */
  answer(decision: Decision, move: Move | null): Promise<boolean>;
}

/** The view after a row; the argument stays as it is, and so does `known`, which the server infers. */
export function fold(view: View, row: Row, printed?: Record<string, Face>, sets?: string[]): View;
/** What is printed on each face of a match. @param start its view at row 0 */
export function printedIn(start: View): Record<string, Face>;
/** The members in which two views of the same row differ. */
export function differs(one: View, other: View): string[];
/** The view as players see it: without the numbers that they do not show each other, as `display` says. */
export function shown(view: View): View;
/** A value and an addition to it, put together. */
export function joined(chosen: unknown, added: unknown): unknown;

/** What the server gives an app for a player. seconds: for how long the access token works. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  scope: string;
  seconds: number;
}

/** Sends the browser to the server, where the player consents. It comes back to `redirectUri`. */
export function beginSignIn(
  address: string,
  app: { clientId: string; redirectUri: string; scope?: string },
): Promise<void>;

/** On the page to which the browser comes back: the tokens; null if it does not come from the server. Rejects what another server has sent. */
export function endSignIn(): Promise<Tokens | null>;

/** New tokens for a refresh token, which works no more afterwards. */
export function refreshSignIn(address: string, app: { clientId: string; refreshToken: string }): Promise<Tokens>;

/** A server has shown two logs of which neither extends the other. seen, shown: the notes. */
export class TwoHistories extends Error {
  readonly seen: string;
  readonly shown: string;
}

/** Compares the log of a server with the note that you have kept; resolves to the note to keep from now on. Rejects with TwoHistories. */
export function historyCheck(server: string, seen?: string | null): Promise<string>;
