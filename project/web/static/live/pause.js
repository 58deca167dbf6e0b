/** The pause before the next connection attempt. */

const PROBE_MS = 2000;

/**
 * Resolves after a time, or at once when the browser or the server is reachable again, or when the signal aborts.
 * @param {number} ms @param {AbortSignal} signal @param {boolean} isDown whether the last request got no answer
 * @param {(signal: AbortSignal) => Promise<boolean>} answers returns whether the server answers now
 */
export async function pause(ms, signal, isDown, answers) {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, ms);
  signal.addEventListener("abort", end);
  globalThis.addEventListener?.("online", end);
  if (signal.aborted) end();
  probed(over, isDown, answers);
  await aborted(over.signal);
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
  globalThis.removeEventListener?.("online", end);
}

/** Ends a pause as soon as a server that was unreachable answers. */
async function probed(over, isDown, answers) {
  for (let down = isDown; !over.signal.aborted;) {
    await Promise.race([aborted(over.signal), new Promise((resume) => setTimeout(resume, PROBE_MS))]);
    if (over.signal.aborted) return;
    if (globalThis.document?.hidden || globalThis.navigator?.onLine === false) continue;
    const up = await answers(over.signal);
    if (up && down) over.abort();
    down ||= !up;
  }
}

const aborted = (/** @type {AbortSignal} */ signal) =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resume) => signal.addEventListener("abort", resume, { once: true }));
