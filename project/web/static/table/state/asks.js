/** The questions in what the server says of itself: the event `prompt` of a stream, or the reply to a move. Pure. */

/** @import { Ask } from "../types.js" */
/** @typedef {{seq: number|null, seat: number, prompts: {id: number, legal: Omit<Ask, "prompt">}[]}} Said my open prompts, after the row `seq` */

/** What is said last holds, whichever way it came. @param {Said|null} before @param {Said} said */
export const newer = (before, said) => (said.seq !== null && said.seq < (before?.seq ?? -1) ? before : said);

/**
 * My questions, if what was said is about the table that is seen; else null, and the server has to be asked.
 * @param {Said|null} said @param {{seq: number, viewer: number|null}} view @returns {Ask[]|null}
 */
export const asksIn = (said, view) =>
  said && said.seq === view.seq && said.seat === view.viewer
    ? said.prompts.map(({ id, legal }) => ({ prompt: id, templates: legal.templates, words: legal.words }))
    : null;
