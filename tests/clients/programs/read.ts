// What the types that openapi-typescript has generated let a client know. Compiled by `tsc --strict`, never run.

import type { components, paths } from './comptoir'

type Schemas = components['schemas']
type View = paths['/api/v1/matches/{match_id}/view']['get']['responses'][200]['content']['application/json']

export function describe(event: Schemas['EventOut']): string {
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

export function told(notice: Schemas['NoticeOut']): string {
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

export function drawn(game: Schemas['GameOut'], face: string): string {
  const { title, look } = game.faces?.[face] ?? {}
  return `${title}, ${look?.bands.join() ?? look?.glyph}, for ${game.seats?.min} to ${game.seats?.max}`
}

export function mine(view: View): Array<number | null> {
  return view.zones.filter((zone) => zone.seat === view.viewer).flatMap((zone) => zone.cards)
}

export async function inbox(token: string): Promise<Schemas['DecisionOut'][]> {
  type Answer = paths['/api/v1/me/decisions']['get']['responses'][200]['content']['application/json']
  const answer = await fetch('/api/v1/me/decisions', { headers: { Authorization: `Bearer ${token}` } })
  return ((await answer.json()) as Answer).items
}
