/**
 * The types of the API that modules share, from the document at /api/schema. Members that a game defines are `any`.
 *
 * @typedef {import("api:schema").components["schemas"]} Api
 * @typedef {Api["Zone"]} Zone
 * @typedef {Api["Prompt"]} Prompt
 * @typedef {Api["View"]} View
 * @typedef {View["faces"][string]} Face
 * @typedef {Api["Move"]} Move
 * @typedef {Members<Api["Slot"]>} Spec
 * @typedef {Api["Template"]} Template
 * @typedef {Members<Api["Effect"]>} Effect
 * @typedef {Api["Event"]} Row
 * @typedef {Api["Length"]} Length
 * @typedef {Required<Api["Game"]>} Game
 * @typedef {Api["Seat"]} Seat
 * @typedef {Api["Match"]} Head
 */

/** The members of all kinds of an object; an object of one kind has only some of them. @template T @typedef {{[Name in (T extends any ? keyof T : never)]?: T extends {[Key in Name]?: infer Value} ? Value : never}} Members */

export {};
