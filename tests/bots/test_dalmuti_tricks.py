"""The numbers with which search plays tricks agree with the rules of The Great Dalmuti, move by move."""

from __future__ import annotations

import pytest

from bots.search import dalmuti_tricks
from bots.search.dalmuti_tricks import JESTERS, Laid, Tricks, answer, is_plain, lead
from games.great_dalmuti import GAME
from games.great_dalmuti.board import rank_of
from games.great_dalmuti.deck import RANKS
from games.kernel.rng import Rng, policy_draws
from games.kernel.simulation import Simulation
from games.kernel.state import Move, State

OPTIONS = {"end": {"hands": 1}}


def compare(seats: int, seed: int) -> int:
    """Plays a random hand both ways; returns the number of moves that were compared."""
    rng, draws = Rng(seed.to_bytes(32, "big")), policy_draws(b"tricks", seats, seed)
    options = GAME.options.from_json(OPTIONS, seats)
    simulation = Simulation(GAME, GAME.start(seats, options, rng).state, rng)  # type: ignore[arg-type]
    tricks, compared = None, 0
    while not simulation.is_over:
        seat, prompt = simulation.turns()[0]
        if GAME.is_sealed(prompt):
            simulation.open(prompt, {})
            continue
        if is_plain(simulation.state, prompt):
            tricks = tricks or Tricks(simulation.state, seat)
            assert same(tricks, Tricks(simulation.state, seat)), f"{seats} seats, seed {seed}, move {compared}"
        moves = simulation.legal(seat, prompt)
        assert rule_of_thumb_is_legal(tricks, moves) if tricks else True
        move = moves.templates[draws.below(len(moves.templates))].sample(draws)
        if tricks is not None:
            tricks.play(laid_of(move))
            compared += 1
        simulation.play(seat, prompt, move)
    assert tricks is not None and tricks.is_over
    scores = simulation.state.scores
    assert scores is not None and [tricks.points(seat) for seat in range(seats)] == list(scores)
    return compared


def same(one: Tricks, other: Tricks) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in Tricks.__slots__)


def rule_of_thumb_is_legal(tricks: Tricks, moves: object) -> bool:
    """Whether what the playouts would do is a legal move."""
    hand = tricks.hands[tricks.turn]
    laid = lead(hand) if tricks.top is None else answer(hand, tricks.top[0], tricks.top[1])
    return move_of(laid) in moves  # type: ignore[operator]


def laid_of(move: Move) -> Laid | None:
    """Returns a move as numbers; None: a pass."""
    if move.verb == "pass":
        return None
    cards = move.args["cards"]
    rank = rank_of(cards)
    jesters = cards.get("jester", 0)
    return Laid(rank, jesters) if rank == JESTERS else Laid(rank, sum(cards.values()) - jesters, jesters)


def move_of(laid: Laid | None) -> Move:
    if laid is None:
        return Move("pass")
    faces = {rank: face for face, rank in RANKS.items()}
    cards = {faces[laid.rank]: laid.cards} | ({"jester": laid.jesters} if laid.jesters else {})
    return Move("play", {"cards": cards})


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("seed", range(4))
def test_numbers_and_rules_agree(seats: int, seed: int) -> None:
    assert compare(seats, seed) > 20


def test_numbers_that_keep_old_passes_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: a set that is beaten does not let those that passed play again."""

    class Locked(Tricks):
        def play(self, laid: Laid | None) -> None:
            passed = set(self.passed)
            super().play(laid)
            if laid is not None and self.top is not None:
                self.passed |= passed

    monkeypatch.setitem(globals(), "Tricks", Locked)
    with pytest.raises(AssertionError):
        for seed in range(4):
            compare(5, seed)


def test_other_rules_are_not_played_by_numbers() -> None:
    rng = Rng(bytes(32))
    for options, plain in (({}, True), ({"pass_rule": "locked"}, False), ({"auto_pass": True}, False)):
        state = GAME.start(5, GAME.options.from_json({**OPTIONS, **options}, 5), rng).state
        assert isinstance(state, State)
        simulation = Simulation(GAME, state, rng)
        while GAME.is_sealed(simulation.turns()[0][1]):
            simulation.open(simulation.turns()[0][1], {})
        assert is_plain(simulation.state, simulation.turns()[0][1]) is plain


def test_a_last_rank_goes_with_all_jesters() -> None:
    hand = [0] * (JESTERS + 1)
    hand[9], hand[JESTERS] = 2, 1

    assert lead(hand) == Laid(9, 2, 1)
    assert answer(hand, 10, 3) == Laid(9, 2, 1)
    assert answer(hand, 9, 3) is None
    assert dalmuti_tricks.is_winner(1, 1) and not dalmuti_tricks.is_winner(9, 2)
