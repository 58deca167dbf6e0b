// What the types of the tarball let a program know. Compiled by `tsc --strict`, never run.

import { Client, type Draft, fold, type News, printedIn, Problem, type Row, type Schemas, type View } from 'comptoir-client'

export function describe(event: Row): string {
  switch (event.type) {
    case 'match.created':
      return `${event.game} for ${event.seats}, ${event.fairness}`
    case 'seat.joined':
      return event.policy ?? 'a player'
    case 'move':
      return `${event.move?.verb} in ${event.effects.map(change).join()}`
    case 'message':
      return event.text ?? `withdrawn: ${event.withdrawn}`
    case 'match.over':
      return JSON.stringify(event.standings)
    default:
      return event.type
  }
}

function change(effect: Schemas['Effect']): string {
  switch (effect.kind) {
    case 'moved':
      return `${effect.cards.length} from ${effect.src.name} to ${effect.dst.name}`
    case 'prompted':
      return effect.prompt.phase
    case 'ended':
      return effect.standings.flat().join()
    default:
      return effect.kind
  }
}

export function choices(slot: Schemas['Slot']): number {
  switch (slot.slot) {
    case 'one_of':
      return slot.options.length
    case 'counts':
      return Object.values(slot.of).reduce((sum, bounds) => sum + (bounds[1] ?? 0), 0)
    case 'pick':
      return slot.of.filter((choice) => choice.value > 0).length
    case 'payment':
      return slot.owed
    default:
      return 0
  }
}

export function told(notice: Schemas['Notice']): string {
  switch (notice.kind) {
    case 'your_turn':
      return `${notice.prompts.join()} until ${notice.deadline ?? 'any time'}`
    case 'message':
      return `seat ${notice.from} spoke`
    case 'match_over':
      return `${notice.status}: ${notice.standings?.flat().join()}`
    default:
      return notice.game
  }
}

export function first(streamed: Schemas['StreamedPrompts']): string | undefined {
  return streamed.prompts.flatMap((prompt) => prompt.legal?.moves ?? [])[0]?.verb
}

export function drawn(game: Schemas['Game'], face: string): string {
  const { title, look } = game.faces?.[face] ?? {}
  return `${title}, ${look?.bands.join() ?? look?.glyph}, for ${game.seats?.min} to ${game.seats?.max}`
}

export function mine(view: View): Array<number | null> {
  return view.zones.filter((zone) => zone.seat === view.viewer).flatMap((zone) => zone.cards)
}

export const words = (draft: Draft): string[] =>
  Object.values(draft.slots).flatMap((slot) => (slot.slot === 'one_of' ? slot.options.map(String) : [slot.slot]))

export async function rows(client: Client, match: string): Promise<View> {
  let table = await client.matchesView(match)
  const printed = printedIn(await client.matchesView(match, { at: 0 }))
  for await (const streamed of client.matchesStream(match, { after: table.seq, legal: 4 })) {
    if (streamed.name === 'event') table = fold(table, streamed.data, printed)
    else console.log(first(streamed.data), streamed.data.seat)
  }
  return table
}

export async function last(client: Client, match: string): Promise<News | undefined> {
  let news: News | undefined
  for await (news of client.follow(match, { legal: 1 })) console.log(news.row?.type)
  try {
    await client.matchesMovesCreate(match, { prompt: 1, verb: 'pass', args: {} }, { view: 1, ifMatch: 'tag' })
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'stale_prompt')) throw error
  }
  return news
}

export const inbox = async (client: Client): Promise<Schemas['Decision'][]> =>
  (await client.meDecisionsList()).items
