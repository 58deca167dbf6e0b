"""The log without HTTP: folding 10,000 events, and the lower bound of one durable statement."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from statistics import median, quantiles

from tests.bench.http import Latency
from tests.bench.playouts import Rate, rate
from tests.stack import ROOT

BATCH = 200  # events of a long match written in one statement


def durable_statements(url: str, seconds: float) -> Latency:
    """Measures one connection that updates a head and inserts a row in one statement, each committed to disk."""
    import psycopg

    times = []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TEMP TABLE head (id int primary key, seq bigint)")
        connection.execute("CREATE TABLE IF NOT EXISTS bench_row (seq bigint, core bytea)")
        connection.execute("INSERT INTO head VALUES (1, 0)")
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            started = time.perf_counter()
            connection.execute(
                "WITH moved AS (UPDATE head SET seq = seq + 1 WHERE id = 1 RETURNING seq) "
                "INSERT INTO bench_row SELECT seq, %s FROM moved",
                [b"x" * 400],
            )
            times.append(time.perf_counter() - started)
        connection.execute("DROP TABLE bench_row")
    return Latency(
        "floor: one durable statement",
        1,
        len(times) / seconds,
        median(times) * 1000,
        quantiles(times, n=100)[98] * 1000,
    )


def replay(match: object, runs: int = 5) -> Rate:
    """Measures events per second from the database to the table, without caches."""
    from events.log import states

    times = []
    for _ in range(runs):
        states.forget()
        started = time.perf_counter()
        states.head(match)
        times.append((match.head_seq + 1) / (time.perf_counter() - started))
    return rate(f"cold replay of {match.head_seq + 1} rows", times, " rows/s")


_VERIFYING = """
import json, runpy, sys, time
verify, raw, taken = runpy.run_path("events/verifier/verify.py")["verify"], json.load(open(sys.argv[1])), []
for _ in range(int(sys.argv[2])):
    started = time.perf_counter()
    results = verify(raw)
    taken.append(len(raw["events"]) / (time.perf_counter() - started))
print(json.dumps({"taken": taken, "failed": [words for status, _, words in results if status == "FAILED"]}))
"""


def verified(match: object, runs: int = 5) -> Rate:
    """Measures rows per second of the offline verifier, for an export as a spectator gets it before the end.

    The verifier runs in its own process, as for an auditor; reading the file is not counted.
    """
    from events.log.access import Viewer
    from events.proofs.selectors import bundle_for

    raw = bundle_for(match, Viewer(None))
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(raw, file)
        file.flush()
        words = [sys.executable, "-c", _VERIFYING, file.name, str(runs)]
        report = json.loads(subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout)
    if report["failed"]:
        raise AssertionError(f"expected an export that verifies, got {report['failed']}")
    return rate(f"events/verifier/verify.py over {len(raw['events'])} rows", report["taken"], " rows/s")


def long_match(rows: int) -> object:
    """Returns a match with at least that many events: one long random game, written directly to the log."""
    from django.db import transaction

    from events.log import log, states
    from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
    from events.matches.record.recording import draft_outcome, rng_of
    from events.models import Match, Player
    from games.kernel.rng import policy_draws
    from games.kernel.view import Window

    player = Player(name="Bench", name_key=f"bench{time.time_ns()}")
    player.save()
    wish = MatchRequest("great_dalmuti", {"end": {"hands": 100}}, [SeatRequest("bot", "uniform")] * 5)
    match = match_create(player=player, request=wish)
    draws, game = policy_draws(b"long" * 8, rows), states.game_of(match)
    with transaction.atomic():
        position, rng, events = states.head(match), rng_of(match), []
        while match.head_seq < rows and not position.state.is_over:
            state = position.state
            seat = game.to_act(state)[0]
            prompt = game.prompts_for(state, seat)[0]
            if game.is_sealed(prompt):
                answers = {s: game.legal_moves(Window(state, s), prompt.id).sample(draws) for s in prompt.seats}
                outcome = game.open(state, prompt.id, answers, rng)
            else:
                move = game.legal_moves(Window(state, seat), prompt.id).sample(draws)
                outcome = game.play(state, seat, prompt.id, move, rng)
            draft = draft_outcome(match, position, "move", outcome, by="bot")
            position, events = draft.match_state, [*events, *draft.events]
            if len(events) >= BATCH:
                log.store(match, events)
                events = []
        log.store(match, events)
    return Match.objects.get(pk=match.pk)
