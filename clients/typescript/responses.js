/** The last responses with an entity tag. The server does not send unchanged responses again. Pure. */

const STORED = 64;

export class Responses {
  /** @type {Map<string, {etag: string, body: any}>} */
  #stored = new Map();

  /** Returns the address of a request, and the stored response whose tag the request sends. The store may drop that response before the answer arrives. @param {string} method @param {string} path @param {Record<string, any>} query */
  wish(method, path, query) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const place = method === "GET" ? `${path}?${[...given].sort()}` : "";
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    const address = search ? `${path}?${search}` : path;
    return { address, place, known: this.#stored.get(place) };
  }

  /** Returns the body of an answer; for an unchanged response (null), the stored body. */
  read({ place, known }, answer) {
    if (answer === null) return structuredClone(known.body);
    if (place && answer.etag) {
      this.#stored.delete(place);
      this.#stored.set(place, { etag: answer.etag, body: structuredClone(answer.body) });
      if (this.#stored.size > STORED) this.#stored.delete(this.#stored.keys().next().value);
    }
    return answer.body;
  }
}
