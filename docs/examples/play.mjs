// Plays random legal moves in any game and folds the log that it streams. It knows no rules; Node 20 is enough, and
// everything but `main` runs in a browser.
//
//     node play.mjs http://127.0.0.1:8000 monopoly_deal --seats 3 --moves 100 --check
//
// Each seat is a guest of its own with a stream of its own. --check compares the folded table with the server's view
// after every row; --cuts 0.05 closes streams at random, which then resume after the last id.

import { Table } from './fold.mjs'

const LATER = ['cooling_down', 'rate_limited', 'busy']
const EXPLAINED = [...LATER, 'stale_prompt', 'stale_offer', 'match_over', 'illegal_move']
const LISTED = 40 // of the legal moves, to choose from
const PAUSE = 150 // milliseconds
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
const anyOf = (items) => items[Math.floor(Math.random() * items.length)]

// The API, as one player.
export class Server {
  constructor(base, token = null) {
    this.base = base
    this.token = token
    this.requests = 0
  }

  open(method, path, body, headers = {}, signal = undefined) {
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (this.token) headers.Authorization = `Bearer ${this.token}`
    this.requests += 1
    return fetch(`${this.base}/api/v1${path}`, { method, headers, signal, body: JSON.stringify(body) })
  }

  async call(method, path, body) {
    const response = await this.open(method, path, body)
    return [response.status, await response.json()]
  }

  // The JSON of the answer; asks again while the server is busy, as it is with tables of the past.
  async get(path) {
    let [status, answer] = await this.call('GET', path)
    while (status === 503) {
      this.requests -= 1
      await pause(PAUSE)
      ;[status, answer] = await this.call('GET', path)
    }
    return answer
  }

  // The events of a stream as [name, id, data], until the server closes it or the reader stops.
  async *events(path, after) {
    const stop = new AbortController()
    const headers = { Accept: 'application/x-ndjson', 'Last-Event-ID': String(after) }
    const response = await this.open('GET', path, undefined, headers, stop.signal)
    if (response.status !== 200) throw new Error(`expected a stream, got ${response.status}`)
    try {
      let text = ''
      for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
        const lines = (text + part).split('\n')
        text = lines.pop()
        for (const { event, id, data } of lines.map((line) => JSON.parse(line))) yield [event, id, data]
      }
    } finally {
      stop.abort()
    }
  }
}

// One seat: follows the log of a match and plays when it may, until the match has so many moves.
export class Player {
  constructor(server, match, options) {
    Object.assign(this, { server, match: `/matches/${match}`, options, newest: null, played: -1, over: false })
    Object.assign(this, { moves: 0, rows: 0, cuts: 0, checks: 0, wrong: [], refused: [] })
  }

  async follow() {
    const created = (await this.server.get(`${this.match}/events?limit=1`)).items[0]
    const table = new Table(await this.server.get(`${this.match}/view?at=0`), created.sets)
    let made = 0
    while (!this.over && !this.wrong.length) {
      const path = `${this.match}/stream?legal=${LISTED}`
      for await (const [name, seq, data] of this.server.events(path, table.view.seq)) {
        if (this.error) throw this.error
        if (name === 'event') {
          if (seq !== table.view.seq + 1) throw new Error(`expected row ${table.view.seq + 1}, got ${seq}`)
          table.fold(data)
          await this.check(table)
          made += data.type === 'move'
          this.over = made >= this.options.moves || ['match.over', 'match.void'].includes(data.type)
        } else if (name === 'prompt') {
          this.newest = data
          this.playing ??= this.answer().catch((error) => (this.error = error))
        }
        if (this.over || Math.random() < this.options.cuts) break
      }
      this.cuts += 1
    }
    await this.playing
  }

  // All requests of the player, except those that only check.
  get requests() {
    return this.server.requests - this.checks
  }

  async check(table) {
    this.rows += 1
    if (!this.options.check) return
    this.checks += 1
    const { seq } = table.view
    const view = await this.server.get(`${this.match}/view?at=${seq}`)
    this.wrong.push(...table.differs(view).map((name) => `${seq}: ${name}`))
  }

  // Answers the newest prompts. Where others may move first, it waits a moment to see whether they do.
  async answer() {
    await null // so that `playing` is set before it ends
    while (this.newest && !this.over) {
      const several = (prompt) => prompt.mode === 'open' && prompt.seats.length > 1
      if (this.newest.prompts.some(several)) await pause(Math.random() * PAUSE)
      const { seq, prompts } = this.newest
      this.newest = null
      if (prompts.length && seq >= this.played) await this.play(prompts.filter((prompt) => !('answer' in prompt)))
    }
    this.playing = null
  }

  // Plays a random legal move, if there is one; the stream sends the legal moves with each prompt.
  async play(prompts) {
    const playable = prompts.filter((one) => one.legal.moves.length)
    const prompt = anyOf(playable.length ? playable : prompts)
    let legal = prompt?.legal
    while (legal && !this.over) {
      if (legal.moves.length) {
        const move = { prompt: prompt.id, ...anyOf(legal.moves) }
        const [status, answer] = await this.server.call('POST', `${this.match}/moves`, move)
        if (status < 300) {
          this.moves += 1
          this.played = Math.max(this.played, answer.seq ?? 0)
          break
        }
        this.refused.push(answer.code)
        if (!EXPLAINED.includes(answer.code)) throw new Error(`expected a legal move, got ${JSON.stringify([move, answer])}`)
        if (!LATER.includes(answer.code)) break // the table has moved on: its row and the next prompt are on their way
      } else if (!legal.templates.some((each) => each.available_at)) break
      await pause(1000) // all that is legal has to wait
      const path = `${this.match}/legal-moves?limit=${LISTED}&prompt=${prompt.id}`
      const [status, answer] = await this.server.call('GET', path)
      legal = status === 200 ? answer : null
    }
  }
}

// A match of the game with a new guest on each seat.
export async function sitDown(base, game, seats, options) {
  const guests = []
  for (let seat = 0; seat < seats; seat += 1) {
    const name = `Random ${Math.random().toString(36).slice(2)} ${seat}`
    guests.push(new Server(base, (await new Server(base).call('POST', '/players', { name }))[1].token))
  }
  const chairs = guests.map((_, seat) => ({ kind: seat ? 'open' : 'me' }))
  const [, { id }] = await guests[0].call('POST', '/matches', { game, options, seats: chairs })
  for (const guest of guests.slice(1)) await guest.call('POST', `/matches/${id}/seats`, {})
  return [id, guests]
}

async function main([base, game, ...words]) {
  const read = (name, otherwise) => (words.includes(name) ? JSON.parse(words[words.indexOf(name) + 1]) : otherwise)
  const options = { check: words.includes('--check'), cuts: read('--cuts', 0), moves: read('--moves', 10000) }
  const seats = read('--seats', null) ?? (await new Server(base).get(`/games/${game}`)).seats.min
  const [match, guests] = await sitDown(base, game, seats, read('--options', {}))
  const players = guests.map((guest) => new Player(guest, match, options))
  const ends = await Promise.allSettled(players.map((player) => player.follow()))
  const sum = (name) => players.reduce((total, player) => total + player[name], 0)
  const totals = { moves: sum('moves'), requests: sum('requests'), rows: sum('rows'), cuts: sum('cuts') }
  const wrong = players.flatMap((player) => player.wrong)
  const errors = [...ends.map((end) => end.reason), ...players.map((player) => player.error)].filter(Boolean).map(String)
  console.log(JSON.stringify({ match, ...totals, refused: players.flatMap((player) => player.refused), errors, wrong }))
  process.exit(wrong.length || errors.length ? 1 : 0)
}

if (globalThis.process?.argv[1]?.endsWith('play.mjs')) await main(process.argv.slice(2))
