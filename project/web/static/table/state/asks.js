/** The questions in what the server says of itself: the event `prompt` of a stream, or the reply to a move. Pure. */

/** @import { Ask } from "../types.js" */
/** @typedef {{seq: number|null, seat: number, prompts: {id: number, legal: Omit<Ask, "prompt">}[]}} Said my open prompts, after the row `seq` */

/** Returns the later of two statements, whichever way it came. @param {Said|null} before @param {Said} said */
export const newer = (before, said) => (said.seq !== null && said.seq < (before?.seq ?? -1) ? before : said);

/**
 * Returns my questions, if the last answer is about the shown table; otherwise null, and the server has to be asked.
 * @param {Said|null} said @param {{seq: number, viewer: number|null}} view @returns {Ask[]|null}
 */
export const asksIn = (said, view) =>
  said && said.seq === view.seq && said.seat === view.viewer
    ? said.prompts.map(({ id, legal }) => ({ prompt: id, templates: legal.templates, words: legal.words }))
    : null;

/** A question in which a verb has another label. @param {Ask} ask @param {string} verb @param {string} label @returns {Ask} */
export const relabelled = (ask, verb, label) => ({
  ...ask,
  templates: ask.templates.map((one) => (one.verb === verb ? { ...one, label } : one)),
});
