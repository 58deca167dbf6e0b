/** The interface of a kind of slot. Each kind in the server's documentation is one object, in a file of the same name; `kinds.js` lists the kinds. */

/** @typedef {import("../types.js").Spec} Spec a slot as `legal-moves` describes it */
/** @typedef {{chosen: number, low: number, high: number|null, unit: "count"|"worth"|"sum"}} Sum */
/** @typedef {"one"|"several"|"counts"|"number"} Form the form in which a move chosen ahead requests a value */
/** @typedef {(means: string, value: any) => any} Named returns the words for a value, or its colour */
/** @typedef {{verb: string|null, args: Record<string, any>}} Draft a move under way */
/** @typedef {{slot: string, specs: Spec[], value: any, required: boolean, only: boolean}} Empty a blank: the possible specs of its value, and the value */
/** @typedef {Empty & {kind: Kind, means: string, lead: string, what: string}} Blank a blank with the words that describe it */

/**
 * The editor of a blank. spec: the spec that the value fits; choose: acts like a press on the table.
 * @typedef {{blank: Blank, spec: Spec, value: any, set: (value: any) => void, choose: (thing: any) => void,
 *   text: Named, swatch: Named, faceOf: (card: number) => string|null}} EditorProps
 */

/**
 * The operations on the values of a slot. A thing is what one press chooses, such as a card, a seat or a word. Everything except the components is pure.
 * @typedef {object} Kind
 * @property {string} name the name in the API
 * @property {(spec: Spec) => any[]} things returns the things that can be chosen
 * @property {(spec: Spec, thing: any) => number} most returns how often a value can hold a thing
 * @property {(spec: Spec, value: any, thing: any) => any} press returns the value after a press on a thing
 * @property {(spec: Spec, value: any) => boolean} fits returns whether a value is complete, or a part of a complete value
 * @property {(spec: Spec, value: any) => boolean} done returns whether a value is complete, as far as a client can tell
 * @property {(spec: Spec, cost?: (thing: any) => number) => any} begins returns the initial value of a blank that must be filled; undefined: no initial value
 * @property {(spec: Spec) => boolean} isSettled returns whether no choice is left
 * @property {(spec: Spec) => any} nothing returns the value of an untouched blank; undefined: the blank must be filled
 * @property {(spec: Spec, value: any) => Sum|null} sum returns the chosen amount and the required amount
 * @property {boolean} isTried whether only the server can judge a value, so that a move is tried before it is offered
 * @property {(value: any) => [any, number][]} items returns the things in a value, each with its number
 * @property {(value: any, means: string) => boolean} reads returns whether a value of the log looks like a value of this kind
 * @property {(value: any, name: (thing: any) => string) => string} words returns a value in words
 * @property {string} means the default meaning of the values
 * @property {Form|null} ahead the form for a move chosen ahead; null: the value cannot be chosen ahead
 * @property {(state: {blank: Blank, onTable: boolean}) => boolean} opens returns whether the blank is filled beside the table; onTable: whether the table shows all things
 * @property {(props: EditorProps) => any} Editor
 */

export {};
