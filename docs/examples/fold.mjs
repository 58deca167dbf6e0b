// A table that is updated by folding rows of the log over a view. It knows no rules.

const key = ({ name, seat, number }) => JSON.stringify([name, seat, number])
const place = (part) => (part === null ? -1 : part)
const byZone = (one, other) =>
  (one.name < other.name ? -1 : Number(one.name > other.name)) ||
  place(one.seat) - place(other.seat) ||
  place(one.number) - place(other.number)

export class Table {
  // view: that at row 0, with all cards in the box; sets: the names of zones without an order, from row 0.
  constructor(view, sets) {
    this.view = view
    this.deadlines = new Map(view.prompts.map(({ id, deadline }) => [id, deadline]))
    this.sets = new Set(sets)
    this.zones = new Map(view.zones.map((zone) => [key(zone), zone]))
    this.faces = new Map(Object.entries(view.faces).map(([card, { face }]) => [Number(card), face]))
    this.printed = Object.fromEntries(Object.values(view.faces).map((face) => [face.face, face]))
  }

  // Brings the table to where it is after a row.
  fold(row) {
    const view = this.view
    for (const effect of row.effects) {
      if (effect.kind === 'moved') this.move(effect)
      else if (effect.kind === 'changed') view.public = { ...view.public, ...effect.to }
      else if (effect.kind === 'prompted') view.prompts = [...view.prompts, effect.prompt]
      else if (effect.kind === 'closed') view.prompts = view.prompts.filter(({ id }) => id !== effect.prompt)
      else if (effect.kind === 'answered') view.prompts = view.prompts.map((prompt) => arrived(prompt, effect))
      else if (effect.kind === 'ended')
        Object.assign(view, { standings: effect.standings, scores: effect.scores, prompts: [], display: { blank: {} } })
    }
    Object.assign(view, { seq: row.seq, to_act: row.to_act, may_act: row.may_act })
    this.deadlines = new Map(row.deadlines.map(({ prompt, at }) => [prompt, at]))
  }

  move({ src, dst, cards, to, faces, index }) {
    const gone = new Set(cards.filter((card) => card !== null))
    const before = this.zones.get(key(src)).cards
    const left = gone.size ? before.filter((card) => !gone.has(card)) : before.slice(0, before.length - cards.length)
    if (left.length || src.number === null) this.zones.set(key(src), { ...src, cards: left })
    else this.zones.delete(key(src)) // a numbered zone vanishes with its last card
    for (const card of gone) this.faces.delete(card)
    to.forEach((card, at) => card !== null && this.faces.set(card, faces[at]))
    const there = this.zones.get(key(dst))?.cards ?? []
    const after = there.toSpliced(index ?? there.length, 0, ...to)
    if (this.sets.has(dst.name) && !after.includes(null)) after.sort((one, other) => this.inSet(one, other))
    this.zones.set(key(dst), { ...dst, cards: after })
  }

  // The order of a set: by face, then by number.
  inSet(one, other) {
    const [face, against] = [this.faces.get(one), this.faces.get(other)]
    return face < against ? -1 : face > against ? 1 : one - other
  }

  // The table in the form of `/view`; `known`, which is inferred, is as it was at first.
  asView() {
    const { prompts } = this.view
    const parents = new Set(prompts.filter(({ beside }) => !beside).map(({ parent }) => parent))
    return {
      ...this.view,
      zones: [...this.zones.values()].sort(byZone),
      faces: Object.fromEntries([...this.faces].map(([card, face]) => [card, this.printed[face]])),
      prompts: prompts.map((prompt) => ({
        ...prompt,
        open: prompt.beside || !parents.has(prompt.id),
        deadline: this.deadlines.get(prompt.id) ?? null,
      })),
    }
  }

  // The members in which the table is not the server's view.
  differs(view) {
    const mine = this.asView()
    const names = new Set([...Object.keys(mine), ...Object.keys(view)])
    names.delete('known')
    return [...names].filter((name) => canonical(mine[name]) !== canonical(view[name]))
  }
}

const arrived = (prompt, { prompt: id, seat }) =>
  prompt.id !== id || prompt.mode !== 'once' ? prompt : { ...prompt, arrived: [...new Set([...prompt.arrived, seat])] }

const canonical = (value) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
