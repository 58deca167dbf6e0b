/** The last responses that have an entity tag: what has not changed is not sent again. Pure. */

const STORED = 64;

export class Responses {
  /** @type {Map<string, {etag: string, body: any}>} */
  #stored = new Map();

  /** What a request asks for, and the response whose tag it sends, which may be kept no longer when the answer comes. @param {string} method @param {string} path @param {Record<string, any>} query */
  wish(method, path, query) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const place = method === "GET" ? `${path}?${[...given].sort()}` : "";
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    const address = search ? `${path}?${search}` : path;
    return { address, place, known: this.#stored.get(place) };
  }

  /** The body of an answer; of none, as there is none if nothing has changed, that of before. */
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
