/** Server-sent events, put together from the pieces in which a response arrives. Pure. */

/** @typedef {{name: string, data: string, id: string}} Message id: the last one that the stream has named, perhaps long before */

/**
 * Returns what takes the pieces of text in their order.
 * @param {(message: Message) => void} onMessage @param {(id: string) => void} [onId] hears of an id that comes without a message
 */
export function readerOf(onMessage, onId = () => {}) {
  let [rest, name, data, id] = ["", "", [], ""];
  const take = (line) => {
    const [, field, value] = /^([^:]*)(?::\s?(.*))?$/.exec(line);
    if (field === "event") name = value;
    else if (field === "data") data.push(value);
    else if (field === "id") id = value;
  };
  const end = () => {
    if (data.length) onMessage({ name, data: data.join("\n"), id });
    else if (id) onId(id);
    [name, data] = ["", []];
  };
  return (/** @type {string} */ text) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop();
    for (const line of lines) line ? take(line) : end();
  };
}
