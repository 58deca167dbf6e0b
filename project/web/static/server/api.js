/** The public API over fetch: bearer token, problem+json as exceptions, retries with one idempotency key. */

import { session, settings, signIn } from "../shell/session.js";
import { t } from "../words/texts.js";
import { once } from "../shell/working.js";
import { Problem, Transport } from "./transport.js";

const RETRY_AFTER_MS = [1000, 2000, 4000];

export { Problem };

/** Returns the message of a refusal; for a server error, also the error's id in the server's log. @param {Record<string, any>} body @param {number} status */
function wordsOf({ detail, title, request_id: id }, status) {
  if (status === 0) return t("no_answer");
  const words = detail ?? title ?? t("no_reason", { status });
  return status >= 500 && id ? `${words} ${t("request_number", { id })}` : words;
}

/** @returns {Record<string, string>} */
function headers() {
  const { token } = session.value;
  const language = { "Accept-Language": settings.value.language };
  return token ? { ...language, Authorization: `Bearer ${token}` } : language;
}

function onRefused(status, code) {
  if (status === 401 && session.value.token) signIn(null, session.value.name);
  if (code === "suspended" && location.pathname !== "/account") location.assign("/account"); // the account page explains the suspension
}

/** The client of this server. */
export const server = new Transport({ headers, wordsOf, onRefused });
export const { request, serverNow } = server;

export const get = async (path, options) => (await request("GET", path, options))?.body;
const acting = (method, path, body = undefined) =>
  once(`${method} ${path}`, body, async () => (await request(method, path, { body }))?.body);
export const patch = (path, body) => acting("PATCH", path, body);
export const put = (path, body = undefined) => acting("PUT", path, body);
export const remove = (path) => acting("DELETE", path);

/** Sends a POST request, and repeats it with the same key while the connection is broken or the server is busy. */
export const post = (path, body, key = crypto.randomUUID()) =>
  once(`POST ${path}`, body, () => patientPost(path, body, key));

const patientPost = async (path, body, key) =>
  (await repeated(() => request("POST", path, { body, key }), ["busy", "network"])).body;

/** Repeats a request while it fails with one of these codes, at most three times. @param {() => Promise<any>} send @param {string[]} codes */
export async function repeated(send, codes) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (/** @type {any} */ error) {
      if (!codes.includes(error.code) || attempt >= RETRY_AFTER_MS.length) throw error;
      await new Promise((resume) => setTimeout(resume, RETRY_AFTER_MS[attempt]));
    }
  }
}

/** Sends a POST request that takes no Idempotency-Key, so it must not be repeated. */
export const postOnce = (path, body) => acting("POST", path, body);

/** Loads all pages of a list. */
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
/** Returns the paths of this server, from its OpenAPI description. A button whose path is missing is hidden. @returns {Promise<Set<string>>} */
export function paths() {
  described ??= known().catch(() => {
    described = undefined;
    return new Set();
  });
  return described;
}

const HOUR_MS = 3_600_000;

/** Loads the description. It is long, so a browser loads it only once an hour. */
async function known() {
  const stored = JSON.parse(localStorage.getItem(PATHS) ?? "null");
  if (stored && Date.now() - stored.at < HOUR_MS) return new Set(stored.paths);
  const { body } = await request("GET", "/api/schema", { accept: "application/vnd.oai.openapi+json" });
  const found = Object.keys(body.paths).map((path) => path.replace(/^\/api\/v1/, ""));
  localStorage.setItem(PATHS, JSON.stringify({ at: Date.now(), paths: found }));
  return new Set(found);
}
