/** Requests over fetch: refusals become exceptions; there is a time limit and the server's clock. The module is independent of pages and players. */

/** A longer request counts as failed, because a connection can be dead without a sign. */
const ANSWER_MS = 60_000;
/** The time within which a healthy server answers a probe. */
const PROBE_MS = 2000;
const API = "/api/v1/";
/** The number of answers from which the server's time is estimated. */
const DATES = 5;

/** A refusal as described by RFC 9457; with status 0, a request without an answer. */
export class Problem extends Error {
  /** @param {Record<string, any>} body @param {number} status @param {number} [retryAfter] seconds @param {string} [words] */
  constructor(body, status, retryAfter = 0, words = body.detail ?? body.title ?? `HTTP ${status}`) {
    super(words);
    this.body = body;
    this.status = status;
    this.code = body.code ?? "network";
    this.retryAfter = retryAfter;
  }

  /** The reasons, one sentence each. @returns {string[]} */
  get reasons() {
    return (this.body.errors ?? []).map((fault) => fault.detail).filter(Boolean);
  }
}

/**
 * @typedef {{body?: any, key?: string, etag?: string|null, match?: string, signal?: AbortSignal, patience?: number, accept?: string, isBytes?: boolean, keepalive?: boolean}} Wish
 *   key: the idempotency key; etag: the known entity tag, with which a 304 resolves to null; match: an entity tag that must still be current; patience: the milliseconds until the request counts as failed; keepalive: whether the request outlives the page
 * @typedef {{body: any, etag: string|null, status: number}} Answer
 * @typedef {object} Caller the sender of the requests
 * @property {() => Record<string, string>} headers returns the headers of every request
 * @property {string} [origin] the origin of the server, if it differs from the page's origin
 * @property {RequestCredentials} [credentials] whether cookies are sent
 * @property {(body: Record<string, any>, status: number) => string|undefined} [wordsOf] returns the message of a refusal for people
 * @property {(status: number, code: string) => void} [onRefused]
 */

/** The connection to one server. */
export class Transport {
  #caller;
  /** The milliseconds by which the server's clock is ahead of the local clock. @type {number[]} */
  #offsets = [];

  /** @param {Caller} caller */
  constructor(caller) {
    this.#caller = caller;
  }

  /** Whether requests are sent as a player. */
  get isSignedIn() {
    return "Authorization" in this.#caller.headers();
  }

  /** Returns the current time of the server's clock: the median of the last answers. */
  serverNow = () => Date.now() + ([...this.#offsets].sort((a, b) => a - b)[this.#offsets.length >> 1] ?? 0);

  /** Opens a stream. @param {string} path @param {AbortSignal} [signal] @param {string} [accept] @returns {Promise<ReadableStream<BufferSource>>} */
  opened = async (path, signal, accept = "text/event-stream") => (await this.#sent(path, { accept, signal })).body;

  /** Sends one request. @param {string} method @param {string} path @param {Wish} [wish] @returns {Promise<Answer|null>} */
  request = async (method, path, wish = {}) => {
    const { body, signal, patience = ANSWER_MS, isBytes } = wish;
    const limit = AbortSignal.timeout(patience);
    const either = signal ? AbortSignal.any([signal, limit]) : limit;
    try {
      const content = body === undefined ? undefined : JSON.stringify(body);
      const response = await this.#sent(path, { accept: "application/json", ...wish, signal: either }, method, content);
      if (response.status === 304) return null;
      const answer = response.status === 204 ? null : await (isBytes ? response.arrayBuffer() : response.json());
      return { body: answer, etag: response.headers.get("ETag"), status: response.status };
    } catch (error) {
      if (error instanceof Problem || signal?.aborted) throw error;
      throw this.#problem({ code: "network" }, 0);
    }
  };

  /** Returns whether the server answers at all; from another origin, the status of the answer is not visible. @param {AbortSignal} signal @returns {Promise<boolean>} */
  answers = (signal) =>
    fetch(`${this.#origin}/livez`, {
      cache: "no-store",
      mode: "no-cors",
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]),
    }).then(
      ({ status }) => status < 500,
      () => false,
    );

  get #origin() {
    return this.#caller.origin ?? "";
  }

  /** @param {string} path @param {Wish} wish @param {string} [method] @param {string} [body] @returns {Promise<Response>} */
  async #sent(path, { accept, key, etag, match, signal, keepalive }, method = "GET", body = undefined) {
    const headers = { ...this.#caller.headers(), Accept: accept };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (key) headers["Idempotency-Key"] = key;
    if (etag) headers["If-None-Match"] = etag;
    if (match) headers["If-Match"] = match;
    const { credentials } = this.#caller;
    const address = this.#origin + (path.startsWith("/") ? path : API + path);
    const response = await fetch(address, { method, headers, signal, cache: "no-store", body, keepalive, credentials });
    this.#noteDate(response);
    if (response.ok || response.status === 304) return response;
    throw await this.#refusal(response);
  }

  #noteDate(response) {
    const date = Date.parse(response.headers.get("Date") ?? "");
    if (Number.isNaN(date)) return;
    this.#offsets.push(date + 500 - Date.now());
    if (this.#offsets.length > DATES) this.#offsets.shift();
  }

  async #refusal(response) {
    const body = await response.json().catch(() => ({ code: response.status >= 500 ? "network" : "unknown" }));
    this.#caller.onRefused?.(response.status, body.code);
    body.request_id ??= response.headers.get("X-Request-Id");
    return this.#problem(body, response.status, Number(response.headers.get("Retry-After") ?? 0));
  }

  #problem(body, status, retryAfter = 0) {
    return new Problem(body, status, retryAfter, this.#caller.wordsOf?.(body, status));
  }
}
