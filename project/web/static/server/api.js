/** The public API over fetch: bearer token, problem+json as exceptions, retries with one idempotency key. */

import { session, settings, signIn } from "../shell/session.js";
import { t } from "../words/texts.js";
import { once } from "../shell/working.js";

const BASE = "/api/v1/";
const RETRY_AFTER_MS = [1000, 2000, 4000];
/** What takes longer has failed: a connection can be dead without a sign. Long polls end well before. */
const ANSWER_MS = 60_000;

/** A refusal, as RFC 9457 describes it. */
export class Problem extends Error {
  /** @param {Record<string, any>} body @param {number} status @param {number} retryAfter */
  constructor(body, status, retryAfter = 0) {
    super(wordsOf(body, status));
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

/** What a refusal says; a failure of the server also under which number its log has it. @param {Record<string, any>} body @param {number} status */
function wordsOf({ detail, title, request_id: id }, status) {
  const words = detail ?? title ?? t("no_reason", { status });
  return status >= 500 && id ? `${words} ${t("request_number", { id })}` : words;
}

/** Milliseconds that the server's clock is ahead of ours: the middle of the last five answers. */
const offsets = [];
export function serverNow() {
  const sorted = [...offsets].sort((a, b) => a - b);
  return Date.now() + (sorted[sorted.length >> 1] ?? 0);
}

function noteDate(response) {
  const date = Date.parse(response.headers.get("Date") ?? "");
  if (Number.isNaN(date)) return;
  offsets.push(date + 500 - Date.now());
  if (offsets.length > 5) offsets.shift();
}

function headersOf(accept) {
  const headers = { "Accept-Language": settings.value.language, Accept: accept };
  if (session.value.token) headers.Authorization = `Bearer ${session.value.token}`;
  return headers;
}

/** Opens a stream. @param {string} path @param {AbortSignal} signal @returns {Promise<ReadableStream<BufferSource>>} */
export async function opened(path, signal) {
  const response = await fetch(BASE + path, { headers: headersOf("text/event-stream"), signal, cache: "no-store" });
  noteDate(response);
  if (!response.ok) throw await problemOf(response);
  return response.body;
}

/**
 * One request. `etag` makes it conditional: 304 resolves to null. patience: milliseconds until it has failed.
 * @param {string} method @param {string} path
 * @param {{body?: any, key?: string, etag?: string|null, signal?: AbortSignal, patience?: number, accept?: string, isBytes?: boolean}} [options]
 * @returns {Promise<{body: any, etag: string|null, status: number}|null>}
 */
export async function request(method, path, options = {}) {
  const { body, key, etag, signal, patience = ANSWER_MS, accept = "application/json", isBytes } = options;
  const headers = headersOf(accept);
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  if (etag) headers["If-None-Match"] = etag;
  const limit = AbortSignal.timeout(patience);
  try {
    const response = await fetch(path.startsWith("/") ? path : BASE + path, {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      cache: "no-store",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    noteDate(response);
    if (response.status === 304) return null;
    if (!response.ok) throw await problemOf(response);
    const answer = response.status === 204 ? null : await (isBytes ? response.arrayBuffer() : response.json());
    return { body: answer, etag: response.headers.get("ETag"), status: response.status };
  } catch (error) {
    if (error instanceof Problem || signal?.aborted) throw error;
    throw new Problem({ code: "network", detail: t("no_answer") }, 0);
  }
}

async function problemOf(response) {
  const body = await response.json().catch(() => ({ code: response.status >= 500 ? "network" : "unknown" }));
  if (response.status === 401 && session.value.token) signIn(null, session.value.name);
  body.request_id ??= response.headers.get("X-Request-Id");
  return new Problem(body, response.status, Number(response.headers.get("Retry-After") ?? 0));
}

export const get = async (path, options) => (await request("GET", path, options))?.body;
const acting = (method, path, body = undefined) =>
  once(`${method} ${path}`, body, async () => (await request(method, path, { body }))?.body);
export const patch = (path, body) => acting("PATCH", path, body);
export const put = (path, body = undefined) => acting("PUT", path, body);
export const remove = (path) => acting("DELETE", path);

/** A POST that is repeated with the same key while the line is broken or the server busy. */
export const post = (path, body, key = crypto.randomUUID()) =>
  once(`POST ${path}`, body, () => patientPost(path, body, key));

async function patientPost(path, body, key) {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await request("POST", path, { body, key })).body;
    } catch (error) {
      const passing = error.code === "busy" || error.code === "network";
      if (!passing || attempt >= RETRY_AFTER_MS.length) throw error;
      await new Promise((resume) => setTimeout(resume, RETRY_AFTER_MS[attempt]));
    }
  }
}

/** Posts that take no Idempotency-Key: nothing may be repeated. */
export const postOnce = (path, body) => acting("POST", path, body);

/** All pages of a list. */
export async function pages(path, most = 2000) {
  const items = [];
  for (let next = path; next && items.length < most;) {
    const page = await get(next.replace(/^https?:\/\/[^/]+/, ""));
    items.push(...page.items);
    next = page.next;
  }
  return items;
}

const PATHS = "comptoir.paths";
let described;
/** The paths that this server has, from its own description; what is missing hides its button. @returns {Promise<Set<string>>} */
export function paths() {
  described ??= known().catch(() => {
    described = undefined;
    return new Set();
  });
  return described;
}

const HOUR_MS = 3_600_000;

/** The description is long, so that a browser reads it once an hour. */
async function known() {
  const stored = JSON.parse(localStorage.getItem(PATHS) ?? "null");
  if (stored && Date.now() - stored.at < HOUR_MS) return new Set(stored.paths);
  const { body } = await request("GET", "/api/schema", { accept: "application/vnd.oai.openapi+json" });
  const found = Object.keys(body.paths).map((path) => path.replace(/^\/api\/v1/, ""));
  localStorage.setItem(PATHS, JSON.stringify({ at: Date.now(), paths: found }));
  return new Set(found);
}
