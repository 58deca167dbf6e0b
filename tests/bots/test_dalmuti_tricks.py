"""The numbers with which search plays tricks agree with the rules of The Great Dalmuti and with `greedy`."""

from __future__ import annotations

import pytest

from bots import policies
from bots.search import dalmuti_greedy, dalmuti_tricks
from bots.search.dalmuti_evidence import hand_of
from bots.search.dalmuti_greedy import Outlook, choice
from bots.search.dalmuti_tricks import JESTERS, Laid, Tricks, answer, is_plain, lead
from games.great_dalmuti import GAME
from games.great_dalmuti.board import rank_of
from games.great_dalmuti.deck import RANKS
from games.kernel.rng import Rng, policy_draws
from games.kernel.simulation import Simulation
from games.kernel.state import Move, State
from tests.bots.moments import moments_with_truth

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
    """Whether what evidence expects is a legal move, and what a playout does."""
    hand, top = tricks.hands[tricks.turn], None if tricks.top is None else tricks.top[:2]
    expected = lead(hand) if top is None else answer(hand, *top)
    chosen = choice(tricks.hands, tricks.sizes, tricks.turn, top)
    return move_of(expected) in moves and move_of(chosen) in moves  # type: ignore[operator]


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


def losses(seed: int) -> list[float]:
    """Returns how much worse the numbers judge their own choice than that of `greedy`, for decisions of a match."""
    greedy, found = policies.get("great_dalmuti", "greedy"), []
    for (view, _, moves), truth in moments_with_truth("great_dalmuti", 40, 5, seed):
        if not moves.of("play"):
            continue
        hands = [hand_of(truth, seat) for seat in range(5)]
        sizes, trick = [sum(hand) for hand in hands], view.public.trick
        top = (trick[-1]["rank"], trick[-1]["count"]) if trick else None
        outlook = Outlook(hands, sizes, view.me)
        own, usual = (
            outlook.follows if laid is None else outlook.after(laid)
            for laid in (choice(hands, sizes, view.me, top), laid_of(greedy(view, moves, policy_draws(b"greedy"))))
        )
        found.append(own - usual)
    return found


def test_the_playouts_choose_as_greedy_does() -> None:
    """Also where two moves are equally good, so only their costs are compared."""
    found = losses(1) + losses(2)

    assert len(found) > 50 and all(abs(loss) < 1e-9 for loss in found)


def test_playouts_by_another_judgement_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: the numbers take no account of the lead."""
    monkeypatch.setattr(dalmuti_greedy, "LEAD_WORTH", 0.0)

    assert any(abs(loss) > 0.01 for loss in losses(1) + losses(2))


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
