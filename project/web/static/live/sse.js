/** Server-sent events, assembled from the chunks of a response. Pure. */

/** @typedef {{name: string, data: string, id: string}} Message id: the last id in the stream, possibly from an earlier message */

/**
 * Returns a function that reads the chunks of text in their order.
 * @param {(message: Message) => void} onMessage @param {(id: string) => void} [onId] called with an id that arrives without a message
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
