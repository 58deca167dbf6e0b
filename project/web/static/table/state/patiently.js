/** Requests that are repeated until the server answers. Pure. */

const FIRST_MS = 1000;
const LONGEST_MS = 8000;

/** Returns whether the same request can succeed later: there was no answer, a server error, or a rate limit. */
const isPassing = (error) => error.status === 0 || error.status === 429 || error.status >= 500;

/** @param {number} ms @returns {Promise<void>} */
export const sleep = (ms) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Calls a function again after each temporary failure, until it succeeds or another request makes it needless.
 * @param {() => Promise<any>} act @param {() => boolean} isNeedless @param {(ms: number) => Promise<void>} [pause]
 */
export async function patiently(act, isNeedless, pause = sleep) {
  for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, LONGEST_MS)) {
    try {
      return await act();
    } catch (/** @type {any} */ error) {
      if (!isPassing(error)) throw error;
      await pause(1000 * error.retryAfter || wait);
      if (isNeedless()) return;
    }
  }
}
