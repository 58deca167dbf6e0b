// Plays random legal moves in all matches of a bot's account. It knows no rules; Node 20 is enough.
//
//     node bot.mjs http://127.0.0.1:8000 TOKEN
//
// `POST /bots` creates the account and returns the token. To build your own bot, replace `choose`.

const [address, token] = process.argv.slice(2)
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000))

// A legal move for a decision; null: say nothing now.
function choose(decision) {
  const { moves } = decision.legal_moves
  if (!moves.length || (!decision.required && Math.random() < 0.7)) return null
  return moves[Math.floor(Math.random() * moves.length)]
}

// Sends a request until the server answers it, also through a restart; returns the status and the JSON.
async function post(path, body, headers = {}) {
  const all = { ...headers, 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  while (true) {
    try {
      const request = { method: 'POST', headers: all, body: JSON.stringify(body), signal: AbortSignal.timeout(40_000) }
      const response = await fetch(`${address}/api/v1${path}`, request)
      if (![429, 500, 502, 503].includes(response.status)) return [response.status, await response.json()]
      await pause(Number(response.headers.get('Retry-After') ?? 1))
    } catch {
      await pause(1) // the server is away
    }
  }
}

// Decisions as the server leases them, one at a time; the stream is opened again wherever it ends.
async function* decisions() {
  const headers = { Accept: 'application/x-ndjson', Authorization: `Bearer ${token}` }
  while (true) {
    const response = await fetch(`${address}/api/v1/bots/decisions/stream`, { headers }).catch(() => null) // away
    if ([401, 403, 406].includes(response?.status)) throw new Error((await response.json()).detail)
    try {
      let text = ''
      for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
        const lines = (text + part).split('\n')
        text = lines.pop()
        for (const { event, data } of lines.map((line) => JSON.parse(line))) if (event === 'decision') yield data
      }
    } catch {
      // the stream has broken
    }
    await pause(1)
  }
}

for await (const decision of decisions()) {
  const { match, game, prompt, lease } = decision
  const move = choose(decision)
  const body = { prompt, lease, ...move }
  const [played, reply] = move ? await post(`/matches/${match}/moves`, body, { 'Idempotency-Key': lease }) : [0, {}]
  if (move) console.log(game, move.verb, reply.code ?? 'played')
  if (!move || played >= 400) await post('/bots/decisions', { max: 0, passed: [lease] })
}
