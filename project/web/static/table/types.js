/** What the parts of a table receive. A component names those that it takes, such as `Props<"match"|"draft">`. */

/** @import { Game, Head, Move, Template, View, Zone } from "../types.js" */
/** @import { Draft as Now, Kind } from "../slots/types.js" */

/** @typedef {{prompt: number, templates: Template[], words: Record<string, string>}} Ask a question to me, with the moves that answer it */
/** @typedef {{verb: string, slot: string, option: any, kind: Kind|null}} Use what a thing could fill; slot: empty where the thing is the verb itself */

/**
 * The table as it is seen, and what its things are called. It is the context of a sentence, too.
 * @typedef {object} Match
 * @property {any} table the store of the match
 * @property {Head|null} head
 * @property {Game|undefined} game
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
 * @property {{prompt: number, verbs: string[], uses: Use[], name: string}|null} pending the verbs among which a press left the choice
 * @property {number|null} touched the card of the sentence that was pressed last
 * @property {string} open the slot whose editor is open; empty: none
 * @property {(keys: string[]) => "lit"|"plain"|"dim"} standing how a thing stands to the sentence
 * @property {(keys: string[]) => number} holds how often the sentence holds a thing
 * @property {(keys: string[]) => boolean} isChosen
 * @property {(keys: string[]) => boolean} isLit
 * @property {(keys: string[], card?: number|null) => void} press
 * @property {(next: Now) => void} set
 * @property {() => void} clear
 * @property {(ask: Ask, next: Now) => void} begin a sentence that answers another question
 * @property {(ask: Ask) => void} turnTo another question
 * @property {(slot: string) => void} setOpen
 * @property {() => void} choose ends the choice among verbs
 */

/**
 * What goes to the server.
 * @typedef {object} Sends
 * @property {boolean} isBusy whether a move is on its way
 * @property {boolean} isCut whether the line is broken
 * @property {boolean} isForLater whether a move is stored until the line is back, and sent if the table is still the same
 * @property {any} refusal of the last move
 * @property {() => void} dismiss takes the refusal away
 * @property {(move: Move, ask?: Ask|null) => Promise<boolean>} play resolves to whether the move was taken
 * @property {(move: any) => Promise<any>} attempt tries a move, whole or in part, without playing it
 */

/**
 * What the page shows beside the table.
 * @typedef {object} Page
 * @property {{card: number, kept: boolean}|null} inspected the card that is shown large; kept: until it is closed
 * @property {(card: number|null, kept?: boolean) => void} inspect
 * @property {Zone|null} zone whose cards are all shown
 * @property {(zone: Zone|null) => void} showZone
 * @property {(tab: string) => void} openRail
 */

/** @typedef {{match: Match, draft: Draft, sends: Sends, page: Page}} Table */
/** Some of the parts, or all of them. @template {keyof Table} [P=keyof Table] @typedef {Pick<Table, P>} With */
/**
 * The properties of a component that takes some of the parts, or hands all of them on.
 * @template {keyof Table} [P=keyof Table] @typedef {{ctx: Pick<Table, P>, [name: string]: any}} Props
 */

/**
 * What a game draws in its own way; whatever it leaves out is drawn as for any game.
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
 * @property {(phase: string) => string} [hint] for a first match
 * @property {(match: Match, card: number) => string|undefined} [laidAs] what a card of several colours counts as
 * @property {(view: View, seat: number) => number} [race] how far a seat is, such as the number of its complete groups
 * @property {(view: View) => number|null} [goal] how far one has to be to win; null where the match ends otherwise
 * @property {string} [racing] the key of the text that says what the race counts
 * @property {(match: Match) => {seat: number, words: string}[]} [near] who is close to winning, and by what
 * @property {(ctx: With<"match">, card: number) => string} [reads] what a card means for me, such as the rents of its groups
 * @property {Set<string>} [hiddenPublic] public values that it draws itself
 * @property {boolean} [tells] whether its middle says what happened last
 * @property {boolean} [placesOffers] whether it draws the offers itself
 * @property {boolean} [sale] whether offers ask for a card that is for sale
 * @property {boolean} [stacksHand] whether equal cards of the hand always lie in a column
 * @property {boolean} [scrolls] whether the seats scroll sideways
 */

export {};
