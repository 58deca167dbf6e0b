/** What modules expect of a browser when they are loaded, and the client's words in all languages. Import it first. */

import { readdirSync } from "node:fs";

globalThis.navigator ??= { languages: ["en"] };
globalThis.localStorage ??= { getItem: () => null, setItem: () => {}, removeItem: () => {} };
globalThis.addEventListener ??= () => {};
const words = (code) =>
  [`${code}.js`, `${code}.more.js`].map((file) => new URL(`../static/texts/${file}`, import.meta.url));
/** The languages that have words, the default last. */
export const CODES = readdirSync(new URL("../static/texts/", import.meta.url))
  .filter((file) => file.endsWith(".more.js"))
  .map((file) => file.replace(".more.js", ""))
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
