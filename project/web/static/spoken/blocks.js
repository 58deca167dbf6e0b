/** The text of a table in blocks: the recognised answer and past events, the state of the table, the question. Pure. */

/** @typedef {{heading: string, lines: string[]}} Block */
/** @typedef {import("../types.js").Api["Text"]} TableText the text as the server sends it */

/** @param {string} text @returns {Block[]} */
export const blocksOf = (text) =>
  text
    .split("\n\n")
    .filter(Boolean)
    .map((block) => {
      const [heading, ...lines] = block.split("\n");
      return { heading, lines };
    });

/** Returns whether an answer is in progress; the text then omits the table. @param {TableText} tableText */
export const isStep = (tableText) => tableText.at.includes(":");

/** Returns the parts of a table's text. The last block is the question; the block before it is the state of the table. @param {TableText} tableText */
export function parted(tableText) {
  const blocks = blocksOf(tableText.text);
  const question = blocks.pop() ?? null;
  const situation = isStep(tableText) ? null : (blocks.pop() ?? null);
  return { news: blocks, situation, question };
}

/** Returns the number of the last event that a text covers. @param {{at: string}} tableText */
export const seqOf = (tableText) => Number(tableText.at.split(":")[0]);

/**
 * Returns the lines of a text that are new to a listener who knows the events up to `heard`, and the last event covered.
 *
 * A text about the events after an event before `heard` is the reply to an answer. Only its first block, the recognised answer, is new.
 * @param {TableText} tableText @param {number|null} from the event after which the text describes events @param {number|null} heard
 */
export function heardIn(tableText, from, heard) {
  const { news } = parted(tableText);
  const isKnown = heard !== null && from !== null && from < heard;
  const blocks = isKnown ? news.slice(0, 1) : news;
  return { lines: blocks.flatMap((block) => block.lines), seq: isKnown ? heard : seqOf(tableText) };
}
