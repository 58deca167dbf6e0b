/** A client of one server. Its requests, streams and fold are the modules of Comptoir's own web client. */

import { Methods } from "./methods.js";
import { Completion, LegalMoves } from "./moves.js";
import { inTurn } from "./queue.js";
import { Responses } from "./responses.js";
import { fold, printedIn } from "./web/live/fold.js";
import { follow } from "./web/live/follow.js";
import { afterEnd, FRESH, healed } from "./web/live/reconnection.js";
import { pause } from "./web/live/pause.js";
import { endOf, stream } from "./web/live/stream.js";
import { Problem, Transport } from "./web/server/transport.js";
import { patiently, sleep } from "./web/table/state/patiently.js";

const IN_PLAY = ["open", "sealing", "running"];
const LAST = ["match.over", "match.void"];
/** Statuses that the server returns before it has done any work. */
const NOT_DONE = [429, 503];
/** Error codes of a move that was legal when it was chosen, but another seat or the clock was faster. */
const OVERTAKEN = [
  ...["stale_prompt", "stale_offer", "illegal_move", "cooling_down", "precondition_failed"],
  ...["match_over", "match_not_running", "paused"],
];
/** The time until a seat that has acted may act again at an open prompt. */
const COOLING_MS = 1000;

/** Thrown when the server ends a stream because the caller lost its permission: a token was revoked, or a seat was given up. */
export class NoLongerAllowed extends Error {}

export class Client extends Methods {
  #responses = new Responses();

  /**
   * @param {string} [address] the server's address; by default the page's origin
   * @param {{token?: string|null, language?: string, patience?: number}} [options] patience: the milliseconds for which a request is
   *   repeated while the server is unreachable or busy
   */
  constructor(address = "", { token = null, language, patience = 60_000 } = {}) {
    super();
    this.token = token;
    this.language = language;
    this.patience = patience;
    const headers = () => ({
      ...(this.language && { "Accept-Language": this.language }),
      ...(this.token && { Authorization: `Bearer ${this.token}` }),
    });
    this.server = new Transport({ origin: address.replace(/\/$/, ""), headers });
  }

  /** Creates a player (without a password, a guest), and sends later requests as that player. */
  async signUp(name, password = undefined) {
    const player = await this.playersCreate(password ? { name, password } : { name });
    this.token = player.token;
    return player;
  }

  /** Returns the legal moves at a prompt, by default at the first prompt open to you; null if no prompt is open. */
  async legal(match, { prompt, limit = 100 } = {}) {
    const found = await this.matchesLegalMovesList(match, { prompt, limit });
    return found.prompt === null ? null : new LegalMoves(found.prompt, found);
  }

  /** Queries whether a move can be played as it is, and which choices are left. Nothing is played. */
  async complete(match, move) {
    return new Completion(move, await this.matchesLegalMovesTry(match, { ...move }));
  }

  /** Waits if all legal moves must wait for the clock. Resolves to the moves that can be played now; null if there are none. */
  async ready(match, legal) {
    let found = legal;
    while (found && !found.moves.length && found.drafts.some((draft) => draft.availableAt)) {
      await sleep(COOLING_MS);
      found = await this.legal(match, { prompt: legal.prompt }).catch((error) => {
        if (!Client.isOvertaken(error)) throw error;
        return null;
      });
    }
    return found?.moves.length ? found : null;
  }

  /** Plays a move. */
  play(match, move) {
    return this.matchesMovesCreate(match, { ...move });
  }

  /** Returns whether a move was refused only because it came too late. In that case, load the table again and choose another move. */
  static isOvertaken(error) {
    return error instanceof Problem && OVERTAKEN.includes(error.code);
  }

  /** Yields the current table, then each row with the table after it, and the open prompts, until the match ends. */
  async *follow(match, { legal = 0 } = {}) {
    const [{ items }, start, head] = await Promise.all([
      this.matchesEventsList(match, { limit: 1 }),
      this.matchesView(match, { at: 0 }),
      this.matchesRetrieve(match),
    ]);
    const [printed, sets] = [printedIn(start), items[0].sets ?? []];
    let view = await this.matchesView(match, { at: head.seq });
    yield newsOf(view, null, []);
    if (!IN_PLAY.includes(head.status)) return;
    let said = null;
    for await (const { row, prompts } of this.#rows(match, view.seq, legal)) {
      if (row) {
        view = fold(view, row, printed, sets);
        yield newsOf(view, row, []);
        if (LAST.includes(row.type)) return;
      } else said = prompts;
      if (said && (said.seq ?? 0) <= view.seq) {
        yield newsOf(view, null, said.prompts);
        said = null;
      }
    }
  }

  /** Yields the rows and prompts of a match as they arrive, over the connection code of the web client. */
  #rows(match, after, legal) {
    return inTurn((put, fail) => {
      const connection = follow(this.server, match, after, {
        legal,
        onRows: (rows) => rows.forEach((row) => put({ row })),
        onPrompts: (prompts) => put({ prompts }),
        onState: (state) => state === "broken" && fail(new NoLongerAllowed(`match ${match}`)),
      });
      return connection.stop;
    });
  }

  /** Yields the decisions of a bot in all its matches, without end. Pass each decision to `answer`. most: the number of decisions leased at a time; seconds: the duration of a lease. */
  async *decisions({ most = 4, seconds = 30 } = {}) {
    for await (const { data } of this.botsDecisionsStream({ max: most, seconds }))
      yield { ...data, legal: new LegalMoves(data.prompt, data.legal_moves), isRequired: data.required };
  }

  /** Plays the answer to a decision; null passes for now. Resolves to whether a move was played. */
  async answer(decision, move) {
    const { match, lease } = decision;
    try {
      if (move) await this.matchesMovesCreate(match, { ...move, lease }, { idempotencyKey: lease });
    } catch (error) {
      if (!Client.isOvertaken(error)) throw error;
      move = null;
    }
    if (!move)
      await this.botsDecisionsCreate({ max: 0, passed: [lease] }).catch((error) => {
        if (error.status) throw error; // a lease that cannot be passed expires
      });
    return move !== null;
  }

  /** Sends a request, and repeats it after temporary failures. A move that is sent again is played only once. */
  async _call(method, path, { query, body, key, ifMatch, repeats, signal }) {
    const until = performance.now() + this.patience;
    const wish = this.#responses.wish(method, path, query);
    const options = { body, match: ifMatch, signal, etag: wish.known?.etag };
    if (method === "POST" && repeats) options.key = key ?? randomKey();
    let failure;
    const act = () =>
      this.server.request(method, wish.address, options).catch((error) => {
        throw (failure = error);
      });
    const wait = (ms) => {
      if ((!repeats && !NOT_DONE.includes(failure.status)) || performance.now() + ms > until) throw failure;
      return sleep(ms);
    };
    return this.#responses.read(wish, await patiently(act, () => false, wait));
  }

  /** Yields the events of a stream, each once, and resumes the stream after a break. */
  _stream(path, query, names) {
    return inTurn((put, fail) => {
      const stopper = new AbortController();
      this.#listen(path, query, names, put, stopper.signal).catch(fail);
      return () => stopper.abort();
    });
  }

  /** Yields the JSON of each line of a response as it arrives. */
  async *_lines(path, query, signal) {
    const { address } = this.#responses.wish("GET", path, query);
    const body = await this.server.opened(address, signal, "application/x-ndjson");
    let rest = "";
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
    if (rest) throw new TypeError(`GET ${path} broke off`);
  }

  async #listen(path, { after: begin, ...query }, names, put, signal) {
    let [connection, last] = [FRESH, begin];
    const onId = (id) => (last = id === "" ? last : Number(id));
    const onMessage = (name, data, id) => {
      onId(id);
      put({ name, data, id: name === "prompt" ? null : last });
    };
    const onOpen = () => (connection = healed(connection));
    while (!signal.aborted) {
      const { address } = this.#responses.wish("GET", path, {
        ...query,
        after: last,
        follow: connection.reads ? 0 : undefined,
      });
      const wish = { server: this.server, address, names, onOpen, onMessage, onId, signal };
      const end = await stream(wish).catch(passing);
      if (end === "rights") throw new NoLongerAllowed(path);
      const { connection: after, pause: ms } = afterEnd(connection, end);
      connection = after;
      await pause(ms, signal, end === "offline", this.server.answers);
    }
  }
}

/** Returns how a refusal ends a stream. Throws a refusal that a repeated request would meet again. */
function passing(error) {
  if ([400, 405, 406].includes(error.status)) throw error;
  return endOf(error);
}

const newsOf = (view, row, prompts) => ({
  view,
  row,
  prompts,
  legal: prompts.filter((one) => one.legal && !one.answer).map((one) => new LegalMoves(one.id, one.legal)),
});

const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
