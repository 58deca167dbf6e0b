/** The props of a table's parts. A component names those that it takes, such as `Props<"match"|"draft">`. */

/** @import { Game, Head, Move, Template, View, Zone } from "../types.js" */
/** @import { Draft as Now, Kind } from "../slots/types.js" */

/** @typedef {{prompt: number, templates: Template[], words: Record<string, string>, begins?: string, then?: string}} Ask a question to me, with the moves that answer it; begins: the verb with which its answer begins; then: the verb that gives what it held to the question that follows */
/** @typedef {{by: number, targets: number[], card: number|null}} Attack what is done to somebody and not answered yet */
/** @typedef {{verb: string, slot: string, option: any, kind: Kind|null}} Use what a thing could fill; slot: empty where the thing is the verb itself */

/**
 * The table as it is seen, and what its things are called. It is the context of a sentence, too.
 * @typedef {object} Match
 * @property {any} table the store of the match
 * @property {Head} head
 * @property {Game} game
 * @property {View} view
 * @property {number|null} me my seat
 * @property {boolean} replay whether nothing is at stake
 * @property {Layout} layout
 * @property {Record<string, string>} words of the question: what its templates call things
 * @property {(means: string, value: any) => string} text the words for a value
 * @property {() => any[]} past the lines of the log until now; that of a replay also has what comes
 * @property {Map<number, any[]>} [judged] what the coach says of each row
 */

/**
 * The question on the bar, and the move under way that answers it.
 * @typedef {object} Draft
 * @property {Ask|null} ask
 * @property {Template[]} templates
 * @property {Map<string, Use[]>} uses what each thing on the table could fill
 * @property {string|null} verb
 * @property {Now} now the verb with what is filled
 * @property {{card: number|null, keys: string[], prompt: number}|null} lifted what was pressed to begin the move
 * @property {boolean} atOnce whether the press that completes a move plays it
 * @property {(keys: string[]) => "lit"|"plain"|"dim"} standing how a thing stands to the sentence
 * @property {(keys: string[]) => number} holds how often the sentence holds a thing
 * @property {(keys: string[]) => boolean} isChosen
 * @property {(keys: string[]) => boolean} isLit
 * @property {(keys: string[]) => boolean} isLifted
 * @property {(keys: string[]) => boolean} isTarget whether it would fill a blank of the move under way
 * @property {(keys: string[]) => Use[]} verbsOf what a thing could begin, the most obvious first
 * @property {(keys: string[], card?: number|null, times?: number) => void} press times: how many presses belong together
 * @property {(next: Now) => void} set
 * @property {(next: Now) => void} finish plays a move that is complete, where a press may
 * @property {(use: Use) => void} takeVerb another verb for the lifted thing
 * @property {() => void} clear
 * @property {(ask: Ask, next: Now) => void} begin a sentence that answers another question
 * @property {(ask: Ask) => void} turnTo another question
 */

/**
 * The requests to the server.
 * @typedef {object} Sends
 * @property {boolean} isBusy whether a move is on its way
 * @property {boolean} isCut whether the line is broken
 * @property {boolean} isForLater whether a move is stored until the line is back, and sent if the table is still the same
 * @property {any} refusal of the last move
 * @property {() => void} dismiss takes the refusal away
 * @property {(move: Move, ask?: Ask|null, again?: boolean) => Promise<boolean>} play resolves to whether the move was taken; again: the second press of a double one means it
 * @property {(move: any) => Promise<any>} attempt tries a move, whole or in part, without playing it
 */

/**
 * The state of the page beside the table.
 * @typedef {object} Page
 * @property {{card: number, kept: boolean}|null} inspected the card that is shown large; kept: until it is closed
 * @property {(card: number|null, kept?: boolean) => void} inspect
 * @property {Zone|null} zone whose cards are all shown
 * @property {(zone: Zone|null) => void} showZone
 * @property {(card: number, why: string|null) => void} explain says in the strip why a card cannot be used
 * @property {(tab: string) => void} openRail
 */

/** @typedef {{match: Match, draft: Draft, sends: Sends, page: Page}} Table */
/** Some of the parts, or all of them. @template {keyof Table} [P=keyof Table] @typedef {Pick<Table, P>} With */
/**
 * The properties of a component that takes some of the parts, or hands all of them on.
 * @template {keyof Table} [P=keyof Table] @typedef {{ctx: Pick<Table, P>, [name: string]: any}} Props
 */

/**
 * The parts that a game draws in its own way; the others are drawn as for any game.
 * @typedef {object} Layout
 * @property {string} name
 * @property {(ctx: With<"match">) => number[]} [order] of the seats
 * @property {(props: {ctx: Table, seat: number, at: number, compact: boolean}) => any} [Seat]
 * @property {(props: {ctx: Table}) => any} [Middle]
 * @property {(props: {ctx: Table}) => any} [Mine] what is mine but the hand
 * @property {(props: {ctx: Table}) => any} [Hand]
 * @property {(props: {ctx: Table}) => any} [Foot] below the log
 * @property {(props: {ctx: Table}) => any} [Pins] buttons that always stand in one place
 * @property {Set<string>} [pinned] the verbs of those buttons
 * @property {(ctx: With<"match"|"draft">, verb: string) => string|null} [doubts] why a verb takes a second press, in words that may be empty; null: it takes none
 * @property {(ctx: With<"match"|"draft">, prompt: any) => string|null} [story] what a prompt asks, in other words
 * @property {(view: View, ask: Ask) => Ask} [asked] a question as it is put to a player
 * @property {Set<string>} [lasts] verbs that are the last that a card begins
 * @property {Set<string>} [begins] verbs that have a button, although a press on the table begins them too
 * @property {(ctx: With<"match"|"draft">, use: Use) => string|null} [chip] what a chip says instead of the verb's label
 * @property {(ctx: With<"match">) => {left: number, of: number}|null} [plays] how many plays of my turn are left
 * @property {(match: Match) => Attack|null} [attack] what is done to somebody and not answered yet
 * @property {(ctx: With<"match"|"draft">, card: number) => string|null} [whyNot] why a card of the table cannot be used, such as its price
 * @property {(ctx: With<"match">) => string|null} [nothingNow] why no card can be used
 * @property {(view: View, card: number) => number} [cost] what it costs me to give a card away
 * @property {Record<string, string>} [repeats] announcements that say no more than a move of this verb
 * @property {boolean} [ring] whether many seats stand round the table, as nothing of mine but the hand lies there
 * @property {(match: Match, card: number) => string|undefined} [laidAs] what a card of several colours counts as
 * @property {(view: View, seat: number) => number} [race] how far a seat is, such as the number of its complete groups
 * @property {(view: View) => number|null} [goal] how far one has to be to win; null where the match ends otherwise
 * @property {string} [racing] the key of the text that says what the race counts
 * @property {(match: Match) => {seat: number, words: string}[]} [near] who is close to winning, and by what
 * @property {(ctx: With<"match">, card: number) => string} [reads] what a card means for me, such as the rents of its groups
 * @property {Set<string>} [hiddenPublic] public values that it draws itself
 * @property {boolean} [tells] whether its middle says what happened last
 * @property {boolean} [sale] whether offers ask for a card that is for sale
 * @property {boolean} [stacksHand] whether equal cards of the hand always lie in a column
 */

export {};
