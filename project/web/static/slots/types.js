/** The interface of a kind of slot. Each kind of the server's document is one object, in the file of its name; `kinds.js` lists them. */

/** @typedef {import("../types.js").Spec} Spec a slot as `legal-moves` describes it */
/** @typedef {{chosen: number, low: number, high: number|null, unit: "count"|"worth"|"sum"}} Sum */
/** @typedef {"one"|"several"|"counts"|"number"} Form how a move that is chosen ahead asks for a value */
/** @typedef {(means: string, value: any) => any} Named the words for a value, or its colour */
/** @typedef {{verb: string|null, args: Record<string, any>}} Draft a move under way */
/** @typedef {{slot: string, specs: Spec[], value: any, required: boolean, only: boolean}} Empty a blank: what may fill it, and what does */
/** @typedef {Empty & {kind: Kind, means: string, lead: string, what: string}} Blank with what it asks for */

/**
 * The editor of a blank. spec: the one that the value fits; choose: what a press on the table would do.
 * @typedef {{blank: Blank, spec: Spec, value: any, set: (value: any) => void, choose: (thing: any) => void,
 *   text: Named, swatch: Named, faceOf: (card: number) => string|null}} EditorProps
 */

/**
 * A value fills a slot; a thing is what one press chooses, such as a card, a seat or a word. All but the components is pure.
 * @typedef {object} Kind
 * @property {string} name its name on the wire
 * @property {(spec: Spec) => any[]} things what can be chosen
 * @property {(spec: Spec, thing: any) => number} most how often a value can hold a thing
 * @property {(spec: Spec, value: any, thing: any) => any} press the value after a press on a thing
 * @property {(spec: Spec, value: any) => boolean} fits whether a value is one, or a part of one
 * @property {(spec: Spec, value: any) => boolean} done whether a value is one, as far as a client can tell
 * @property {(spec: Spec, cost?: (thing: any) => number) => any} begins the value with which a blank begins that must be filled; undefined: with none
 * @property {(spec: Spec) => boolean} isSettled whether nothing is left to choose
 * @property {(spec: Spec) => any} nothing the value of a blank that nobody touches; undefined: it must be filled
 * @property {(spec: Spec, value: any) => Sum|null} sum what is chosen, and what is required
 * @property {boolean} isTried whether the server has the last word, so that a move is tried before it is offered
 * @property {(value: any) => [any, number][]} items the things that a value holds, each with its number
 * @property {(value: any, means: string) => boolean} reads whether a value of the log looks like one of this kind
 * @property {(value: any, name: (thing: any) => string) => string} words a value in words
 * @property {string} means what its values mean where nothing else says so
 * @property {Form|null} ahead null: cannot be chosen ahead
 * @property {(state: {blank: Blank, onTable: boolean}) => boolean} opens whether it is filled beside the table; onTable: the table shows all things
 * @property {(props: EditorProps) => any} Editor
 */

export {};
