"""Legal moves of the widest payment: in process, and over HTTP in a practice match with the same seed and moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from statistics import median, quantiles
from typing import NamedTuple

from games.kernel.effect import move_json
from games.kernel.rng import policy_draws
from games.kernel.state import Seat
from games.kernel.view import Window
from games.monopoly_deal import GAME
from tests.bench.http import Connection, Latency
from tests.games.http_match import Table
from tests.games.simulate import Match, Players

LISTED = 100


class Widest(NamedTuple):
    """A payment prompt: its seat, its match and the number of decisions before it, and how many payments are legal."""

    count: int
    match: Match
    decisions: int
    seat: Seat
    prompt: int

    @property
    def name(self) -> str:
        """Returns a label for the report."""
        return f"legal moves, {self.count:.2g} payments"


def widest(matches: int) -> Widest:
    """Returns the payment with the most choices in random matches by the standard rules, with 2 to 10 players."""
    payments = []
    for seed in range(matches):
        seats = GAME.seats[seed % len(GAME.seats)]
        match = Match(GAME, seats, GAME.options.from_json({}, seats), seed, first_id=0)
        players = Players(policy_draws(b"widest", seed))
        wide = [_widest_now(match)]
        while not match.state.is_over:
            match.decide(players.decision(match))
            wide.append(_widest_now(match))
        payments.append(max((one for one in wide if one is not None), key=lambda one: one.count))
    return max(payments, key=lambda one: one.count)


def _widest_now(match: Match) -> Widest | None:
    """Returns the payment prompt with the most choices that is open now; None without one."""
    debts = [prompt for prompt in match.state.open_prompts if prompt.phase == "pay"]
    prompts = [(prompt.id, seat) for prompt in debts for seat in prompt.seats]
    wide = [
        Widest(match.legal(seat, prompt).count(), match, len(match.decisions), seat, prompt) for prompt, seat in prompts
    ]
    return max(wide, key=lambda one: one.count, default=None)


def in_process(payment: Widest, seconds: float) -> Latency:
    """Measures the work of GET /legal-moves without the server."""
    state = payment.match.at(payment.decisions).state

    def legal_moves_body() -> None:
        legal = GAME.legal_moves(Window(state, payment.seat), payment.prompt)
        legal.to_json(), legal.count(), [move_json(move) for move in islice(iter(legal), LISTED)]

    return _timed(f"{payment.name}, in process", legal_moves_body, seconds)


def over_http(payment: Widest, port: int, seconds: float) -> Latency:
    """Measures GET /legal-moves at that prompt, after posting the moves before."""
    match = payment.match
    table = Table(port, GAME.key, match.seats, (), {}, seed=match.seed)
    for decision in match.decisions[: payment.decisions]:
        assert decision.seat is not None and decision.move is not None, "nobody's time runs out and nobody resigns"
        body = {"prompt": decision.prompt, **move_json(decision.move)}
        table.request(decision.seat, "POST", f"{table.path}/moves", body)
    path = f"/api/v1{table.path}/legal-moves?limit={LISTED}&prompt={payment.prompt}"
    seat: Connection = table.seats[payment.seat]
    assert str(payment.count) in seat.call("GET", path)[1].decode(), "both matches are in the same state"
    return _timed(f"GET /legal-moves, {payment.count:.2g} payments", lambda: seat.call("GET", path), seconds)


def _timed(name: str, ask: Callable[[], object], seconds: float) -> Latency:
    times, until = [], time.perf_counter() + seconds
    while time.perf_counter() < until or len(times) < 2:
        started = time.perf_counter()
        ask()
        times.append(time.perf_counter() - started)
    return Latency(name, 1, 1 / median(times), median(times) * 1000, quantiles(times, n=100)[98] * 1000)
