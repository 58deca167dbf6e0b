/** The questions that the server sends without a request: in the event `prompt` of a stream, or in the reply to a move. Pure. */

/** @import { Ask } from "../types.js" */
/** @typedef {{seq: number|null, seat: number, prompts: {id: number, legal: Omit<Ask, "prompt">}[]}} Said my open prompts after the row `seq` */

/** Returns the later of two statements, from the stream or from a reply. @param {Said|null} before @param {Said} said */
export const newer = (before, said) => (said.seq !== null && said.seq < (before?.seq ?? -1) ? before : said);

/**
 * Returns my questions if the last statement is about the shown table; null: the client must query the server.
 * @param {Said|null} said @param {{seq: number, viewer: number|null}} view @returns {Ask[]|null}
 */
export const asksIn = (said, view) =>
  said && said.seq === view.seq && said.seat === view.viewer
    ? said.prompts.map(({ id, legal }) => ({ prompt: id, templates: legal.templates, words: legal.words }))
    : null;

/** Returns a question with another label for a verb. @param {Ask} ask @param {string} verb @param {string} label @returns {Ask} */
export const relabelled = (ask, verb, label) => ({
  ...ask,
  templates: ask.templates.map((one) => (one.verb === verb ? { ...one, label } : one)),
});
