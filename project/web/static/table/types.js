/** The props of a table's parts. A component names the parts that it takes, such as `Props<"match"|"draft">`. */

/** @import { Game, Head, Move, Template, View, Zone } from "../types.js" */
/** @import { Draft as Now, Kind } from "../slots/types.js" */

/** @typedef {{prompt: number, templates: Template[], words: Record<string, string>, begins?: string, then?: string}} Ask a question to me, with the moves that answer it; begins: the verb with which the answer begins; then: the verb that passes the chosen values on to the next question */
/** @typedef {{by: number, targets: number[], card: number|null}} Attack an attack on some seats that nobody has answered yet */
/** @typedef {{verb: string, slot: string, option: any, kind: Kind|null, place: number}} Use a slot that a thing on the table could fill; slot: empty if the thing stands for the verb itself; place: the place of the slot in its template */

/**
 * The table as the viewer sees it, with the names of its things. It also serves as the context of a sentence.
 * @typedef {object} Match
 * @property {any} table the store of the match
 * @property {Head} head
 * @property {Game} game
 * @property {View} view
 * @property {number|null} me my seat
 * @property {boolean} replay whether the table shows a replay, in which nothing is at stake
 * @property {Layout} layout
 * @property {Record<string, string>} words the names that the question's templates give to things
 * @property {(means: string, value: any) => string} text returns the words for a value
 * @property {() => any[]} past returns the lines of the log so far; in a replay, also the later lines
 * @property {Map<number, any[]>} [judged] the coach's analysis of each row
 */

/**
 * The question on the bar, and the move under way that answers the question.
 * @typedef {object} Draft
 * @property {Ask|null} ask
 * @property {Template[]} templates
 * @property {Map<string, Use[]>} uses the slots that each thing on the table could fill
 * @property {string|null} verb
 * @property {Now} now the verb and the values filled so far
 * @property {{card: number|null, keys: string[], prompt: number}|null} lifted the thing that was pressed to begin the move
 * @property {boolean} atOnce whether the press that completes a move plays it
 * @property {(keys: string[]) => "lit"|"plain"|"dim"} standing returns how a thing relates to the sentence
 * @property {(keys: string[]) => number} holds returns how often the sentence holds a thing
 * @property {(keys: string[]) => boolean} isChosen
 * @property {(keys: string[]) => boolean} isLit
 * @property {(keys: string[]) => boolean} isLifted
 * @property {(keys: string[]) => boolean} isTarget returns whether a thing would fill a blank of the move under way
 * @property {(keys: string[]) => Use[]} verbsOf returns the uses with which a thing could begin a move, the most obvious first
 * @property {(keys: string[], card?: number|null, times?: number) => void} press presses a thing; times: the number of presses that belong together
 * @property {(next: Now) => void} set
 * @property {(next: Now) => void} finish plays a complete move, if a press may play it
 * @property {(next: Now) => void} choose continues with a choice; plays the move if nothing else is left to choose
 * @property {(use: Use) => void} takeVerb chooses another verb for the lifted thing
 * @property {() => void} clear
 * @property {(ask: Ask, next: Now) => void} begin begins a sentence that answers another question
 * @property {(ask: Ask) => void} turnTo shows another question
 */

/**
 * The requests to the server.
 * @typedef {object} Sends
 * @property {boolean} isBusy whether a move is being sent
 * @property {boolean} isCut whether the connection is broken
 * @property {boolean} isForLater whether a move is stored until the connection is back; it is then sent if the table has not changed
 * @property {any} refusal the refusal of the last move
 * @property {() => void} dismiss removes the refusal
 * @property {(move: Move, ask?: Ask|null, isDoublePress?: boolean) => Promise<boolean>} play resolves to whether the server accepted the move; isDoublePress: whether the second press of a double press is intended
 * @property {(move: any) => Promise<any>} attempt tries a complete or partial move without playing it
 */

/**
 * The state of the page around the table.
 * @typedef {object} Page
 * @property {{card: number, kept: boolean}|null} inspected the card that is shown large; kept: whether the card stays until it is closed
 * @property {(card: number|null, kept?: boolean) => void} inspect
 * @property {Zone|null} zone the zone whose cards are all shown
 * @property {(zone: Zone|null) => void} showZone
 * @property {(card: number, why: string|null) => void} explain explains in the strip why a card cannot be used
 * @property {(tab: string) => void} openRail
 */

/** @typedef {{match: Match, draft: Draft, sends: Sends, page: Page}} Table */
/** Some or all of the parts. @template {keyof Table} [P=keyof Table] @typedef {Pick<Table, P>} With */
/**
 * The properties of a component that takes some of the parts, or passes all of them on.
 * @template {keyof Table} [P=keyof Table] @typedef {{ctx: Pick<Table, P>, [name: string]: any}} Props
 */

/**
 * The parts that a game draws in its own way. All other parts look the same in every game.
 * @typedef {object} Layout
 * @property {string} name
 * @property {(ctx: With<"match">) => number[]} [order] returns the seats in the order in which they are drawn
 * @property {(props: {ctx: Table, seat: number, at: number, compact: boolean}) => any} [Seat]
 * @property {(props: {ctx: Table}) => any} [Middle]
 * @property {(props: {ctx: Table}) => any} [Mine] draws everything of mine except the hand
 * @property {(props: {ctx: Table}) => any} [Hand]
 * @property {(props: {ctx: Table}) => any} [Chart] draws the part above the log
 * @property {(props: {ctx: Table}) => any} [Pins] draws the buttons that always stay in one place
 * @property {Set<string>} [pinned] the verbs of the pinned buttons
 * @property {(ctx: With<"match"|"draft">, verb: string) => string|null} [doubts] returns why a verb takes a second press (the text may be empty); null: a single press is enough
 * @property {(ctx: With<"match"|"draft">, prompt: any) => string|null} [story] returns the question of a prompt in the game's own words
 * @property {(view: View, ask: Ask) => Ask} [adaptAsk] returns a question as the player sees it
 * @property {boolean} [groups] whether a press on a numbered zone can fill a blank
 * @property {Set<string>} [lasts] verbs that are offered last for a card
 * @property {Set<string>} [begins] verbs that have a button, although a press on the table also begins them
 * @property {(ctx: With<"match"|"draft">, use: Use) => string|null} [chip] returns the text of a chip in place of the verb's label
 * @property {(ctx: With<"match"|"draft">) => string} [completes] returns which of my sets the move under way would complete; may be empty
 * @property {(ctx: With<"match">) => {left: number, of: number}|null} [plays] returns the number of plays left in my turn
 * @property {(match: Match) => Attack|null} [attack] returns the attack that nobody has answered yet
 * @property {(ctx: With<"match">) => {line: string, small: string, by: number}|null} [attackWords] returns that attack in the words of the strip, for players who need not answer; by: the attacker
 * @property {(ctx: With<"match"|"draft">, card: number) => string|null} [whyNot] returns why a card on the table cannot be used, such as its price
 * @property {(ctx: With<"match">) => string|null} [nothingNow] returns why no card can be used
 * @property {(view: View, card: number) => number} [cost] returns my cost of giving a card away
 * @property {Record<string, string>} [repeats] announcements that repeat a move; each maps to the verb of that move
 * @property {boolean} [ring] whether many seats form a ring around the table, because only the hand lies in my area
 * @property {(match: Match, card: number) => string|undefined} [laidAs] returns the colour as which a card of several colours counts
 * @property {(view: View, seat: number) => number} [race] returns the progress of a seat, such as the number of its complete groups
 * @property {(view: View) => number|null} [goal] returns the progress that wins; null if the match ends in another way
 * @property {string} [racing] the key of the text that names what the race counts
 * @property {(match: Match) => {seat: number, words: string}[]} [near] returns the seats that are close to winning, each with the reason
 * @property {(ctx: With<"match">, card: number) => string} [reads] returns the meaning of a card for me, such as the rents of its groups
 * @property {Set<string>} [hiddenPublic] the public values that the layout draws itself
 * @property {boolean} [tells] whether the middle shows the last event
 * @property {boolean} [sale] whether offers are for a card on sale
 * @property {boolean} [stacksHand] whether equal cards of the hand always lie in a column
 * @property {boolean} [namesBelow] whether cards of the hand have their names below on a small screen
 */

export {};
