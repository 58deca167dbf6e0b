/** The last responses that have an entity tag: what has not changed is not sent again, and with `wait` it is waited for. Pure. */

const STORED = 64;

export class Responses {
  /** @type {Map<string, {etag: string, body: any}>} */
  #stored = new Map();

  /** What a request asks for. @param {string} method @param {string} path @param {Record<string, any>} query */
  wish(method, path, query) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const place = method === "GET" ? `${path}?${given.filter(([name]) => name !== "wait").sort()}` : "";
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    const address = search ? `${path}?${search}` : path;
    return { address, place, etag: this.#stored.get(place)?.etag };
  }

  /** The body of an answer; of none, as there is none if nothing has changed, that of before. */
  read({ place }, answer) {
    if (answer === null) return structuredClone(this.#stored.get(place).body);
    if (place && answer.etag) {
      this.#stored.delete(place);
      this.#stored.set(place, { etag: answer.etag, body: structuredClone(answer.body) });
      if (this.#stored.size > STORED) this.#stored.delete(this.#stored.keys().next().value);
    }
    return answer.body;
  }
}
