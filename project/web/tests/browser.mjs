/** What modules expect of a browser when they are loaded, and the client's words in all languages. Import it first. */

import { readdirSync, readFileSync } from "node:fs";

globalThis.navigator ??= { languages: ["en"] };
globalThis.localStorage ??= { getItem: () => null, setItem: () => {}, removeItem: () => {} };
globalThis.addEventListener ??= () => {};
const TEXTS = new URL("../static/texts/", import.meta.url);
globalThis.fetch = async (address) => new Response(readFileSync(new URL(address)));
const words = (code) => [`${code}.json`, `${code}.more.json`].map((file) => new URL(file, TEXTS));
/** The texts of a file. @param {string} file */
export const textsIn = (file) => JSON.parse(readFileSync(new URL(file, TEXTS), "utf8"));
/** The languages that have words, the default last. */
export const CODES = readdirSync(TEXTS)
  .filter((file) => file.endsWith(".more.json"))
  .map((file) => file.replace(".more.json", ""))
  .sort((one, other) => Number(one === "en") - Number(other === "en"));
const languages = CODES.map((code) => ({ code, name: code, texts: words(code) }));
globalThis.document ??= {
  documentElement: { dataset: { languages: JSON.stringify(languages) }, style: { setProperty: () => {} } },
  addEventListener: () => {},
};

const { prefer } = await import("../static/shell/session.js");
const { loadMoreTexts } = await import("../static/words/texts.js");
for (const language of CODES) {
  prefer({ language });
  await loadMoreTexts();
}

/** What a component without state draws, as text. */
export function drawn(node) {
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (Array.isArray(node)) return node.map(drawn).join("");
  if (typeof node !== "object") return String(node);
  return drawn(typeof node.type === "function" ? node.type(node.props) : node.props.children);
}
