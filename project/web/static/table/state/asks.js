/** The questions that the server sends without a request: in the event `prompt` of a stream, or in the reply to a move. Pure. */

/** @import { Ask } from "../types.js" */
/** @typedef {{seq: number|null, seat: number, prompts: Pick<import("../../types.js").Api["StreamedPrompt"], "id"|"legal">[]}} OpenPrompts my open prompts after the event `seq` */

/** Returns the later of two lists, from the stream or from a reply. @param {OpenPrompts|null} before @param {OpenPrompts} after */
export const newer = (before, after) => (after.seq !== null && after.seq < (before?.seq ?? -1) ? before : after);

/**
 * Returns my questions if the last list is about the shown table; null: the client must query the server.
 * @param {OpenPrompts|null} open @param {{seq: number, viewer: number|null}} view @returns {Ask[]|null}
 */
export const asksIn = (open, view) =>
  open && open.seq === view.seq && open.seat === view.viewer
    ? open.prompts.map(({ id, legal }) => ({ prompt: id, templates: legal.templates, words: legal.words }))
    : null;

/** Returns a question with another label for a verb. @param {Ask} ask @param {string} verb @param {string} label @returns {Ask} */
export const relabelled = (ask, verb, label) => ({
  ...ask,
  templates: ask.templates.map((one) => (one.verb === verb ? { ...one, label } : one)),
});
