/**
 * The types of the API that modules share. The API's own description is at /api/schema.
 *
 * @typedef {{name: string, seat: number|null, number: number|null, cards: (number|null)[]}} Zone
 * @typedef {{id: number, parent: number|null, phase: string, mode: string, seats: number[], data: Record<string, any>, beside: boolean, arrived: number[], open: boolean, deadline: string|null, answer?: Move}} Prompt
 * @typedef {{match: string, seq: number, viewer: number|null, seats: number, zones: Zone[], faces: Record<string, Face>, public: Record<string, any>, prompts: Prompt[], known: any[], to_act: number[], may_act: number[], standings: number[][]|null, scores: number[]|null, options: Record<string, any>, display?: Record<string, any>, next?: number}} View
 * @typedef {{face: string, name: string, [printed: string]: any}} Face
 * @typedef {{verb: string, args: Record<string, any>}} Move
 * @typedef {{slot: string, [fact: string]: any}} Spec
 * @typedef {{verb: string, label: string, slots: Record<string, Spec>, available_at?: string}} Template
 * @typedef {{kind: string, [field: string]: any}} Effect
 * @typedef {{seq: number, type: string, at: string, seat: number|null, by: string, prompt: number|null, move: Move|null, effects: Effect[], text?: string|null, to_act?: number[], may_act?: number[], deadlines?: {prompt: number, seats: number[], at: string}[], [member: string]: any}} Row
 * @typedef {{title: string, help: string, [more: string]: any}} Entry
 * @typedef {{minutes: number, option: string[], usual: number|null, first: Record<string, any>}} Length
 * @typedef {{game: string, title: string, summary: string, about?: Record<string, string>, length?: Length|null, guide?: any, score?: string|null, levels?: {policy: string, title: string, help: string}[], seats: {min: number, max: number}, options: any, policies: any[], faces: Record<string, any>, zones: Record<string, any>, verbs: Record<string, any>, words: Record<string, any>, phases: Record<string, any>, public: Record<string, any>, announcements: Record<string, any>, rulings: Record<string, any>}} Game
 * @typedef {{seat: number, kind: string, player: {id: string, name: string, bot?: boolean}|null, invited: string|null, policy: string|null, resigned: boolean}} Seat
 * @typedef {{id: string, game: string, status: string, seats: Seat[], seq: number, clock: any, options: Record<string, any>, standings: number[][]|null, scores: number[]|null, creator: string|null, [more: string]: any}} Head
 */
export {};
