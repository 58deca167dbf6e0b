/** One stream over fetch, from its opening to its end. follow.js and the notices decide whether and when to resume. */

import { readerOf } from "./sse.js";

const OPENING_MS = 10_000;
/** The server sends something every 4 seconds; after this time the stream counts as silent. */
export const SILENT_MS = 7500;
const SHORT_MS = 2000;

/**
 * @param {{server: import("../server/transport.js").Transport, address: string, names: string[], onOpen: () => void, onMessage: (name: string, data: any, id: string) => void, onId?: (id: string) => void, signal: AbortSignal}} wish
 *   address: the stream's path with its query; names: the events to pass on; onId: called with the position for a resume, before any event
 * @returns {Promise<import("./reconnection.js").End>} how the stream ended
 */
export async function stream({ server, address, names, onOpen, onMessage, onId, signal }) {
  const begun = performance.now();
  const link = new AbortController();
  const unlink = () => link.abort();
  signal.addEventListener("abort", unlink);
  let timer = setTimeout(unlink, OPENING_MS);
  let isOpen = false;
  let isSilent = false;
  let byeReason = "";
  const take = ({ name, data, id }) => {
    if (name === "bye") byeReason = JSON.parse(data).reason;
    else if (names.includes(name)) onMessage(name, JSON.parse(data), id);
  };
  const read = readerOf(take, onId);
  const heard = (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      unlink();
    }, SILENT_MS);
    if (!isOpen) onOpen();
    isOpen = true;
    read(text);
  };
  try {
    const pieces = (await server.opened(address, link.signal)).pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      heard(piece.value);
      if (byeReason) break;
    }
  } catch (/** @type {any} */ error) {
    if (error.status) throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", unlink);
    unlink();
  }
  if (signal.aborted) return "live";
  if (byeReason) return byeReason === "rights" ? "rights" : performance.now() - begun < SHORT_MS ? "drained" : "live";
  if (isOpen) return isSilent ? "silent" : "broken";
  return (await server.answers(signal)) ? "blind" : "offline";
}

/** Returns how a failed request ends a connection; `rights` if the viewer has no permission. @returns {import("./reconnection.js").End} */
export function endOf(error) {
  if ([401, 403, 404].includes(error.status)) return "rights";
  return error.status === 0 ? "offline" : "refused";
}
