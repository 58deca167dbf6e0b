"""Sealed prompts: answers are hidden until all have arrived, defaults replace missing ones, prompts state a window."""

from __future__ import annotations

import pytest

from games.kernel.effect import Answered, Moved, fold
from games.kernel.errors import IllegalMove, StalePrompt
from games.kernel.rng import Rng
from games.kernel.state import Move, State, Zone
from tests.kernel.toy import GAME, Toy, ToyOptions

RNG = Rng(bytes(32))


def auction(open_bids: bool = False) -> tuple[State, int]:
    """Returns a table after seat 0 of three has opened an auction, and the prompt for the bids."""
    options = ToyOptions(open_bids=open_bids)
    state = GAME.opening(3, options)
    state = fold(state, GAME.start(3, options, RNG).effects)
    state = fold(state, GAME.play(state, 0, 0, Move("auction"), RNG).effects)
    return state, max(state.prompts)  # type: ignore[return-value]


def bid(state: State, seat: int) -> Move:
    return Move("bid", {"card": state.cards("hand", seat)[0]})


def test_all_seats_are_prompted_and_required_to_answer() -> None:
    state, prompt = auction()
    assert state.prompts[prompt].seats == (0, 1, 2)
    assert GAME.to_act(state) == (0, 1, 2)


def test_a_prompt_states_its_window() -> None:
    state, prompt = auction()
    assert (state.prompts[prompt].window, state.prompts[prompt].after) == (3, 60)


def test_a_sealed_answer_is_stored_and_not_played() -> None:
    state, prompt = auction()
    assert GAME.validate(state, 1, prompt, bid(state, 1)).effects == ()
    with pytest.raises(AssertionError):
        GAME.play(state, 1, prompt, bid(state, 1), RNG)


def test_an_illegal_answer_is_refused_before_it_is_stored() -> None:
    state, prompt = auction()
    with pytest.raises(IllegalMove):
        GAME.validate(state, 1, prompt, bid(state, 2))


def test_the_arrival_of_an_answer_is_hidden_unless_the_phase_shows_it() -> None:
    state, prompt = auction()
    assert GAME.arrive(state, 1, prompt) is None
    state, prompt = auction(open_bids=True)
    outcome = GAME.arrive(state, 1, prompt)
    assert outcome is not None
    assert outcome.effects == (Answered(prompt, 1),)
    assert outcome.move is None


def test_the_arrival_of_a_second_answer_is_not_shown() -> None:
    state, prompt = auction(open_bids=True)
    outcome = GAME.arrive(state, 1, prompt)
    assert outcome is not None
    state = fold(state, outcome.effects)  # type: ignore[assignment]
    assert GAME.arrive(state, 1, prompt) is None
    assert GAME.to_act(state) == (0, 2)
    assert GAME.may_act(state) == (1,)


def test_an_answer_that_has_become_illegal_is_replaced_by_the_default() -> None:
    state, prompt = auction()
    changed_state = bid(state, 1)
    state.zones[Zone("hand", 1)] = state.cards("hand", 1)[1:]

    outcome = GAME.open(state, prompt, {0: bid(state, 0), 1: changed_state, 2: bid(state, 2)}, RNG)

    assert [e.move.verb for e in outcome.effects if isinstance(e, Answered) and e.move] == ["bid", "pass", "bid"]


class ToyVersion1(Toy):
    """The toy under the older rule, by which an answer still counts after its seat has resigned."""

    keeps_resigned_answers = True


def bids_after_resignation(game: Toy) -> list[str]:
    """Plays an auction in which seat 1 resigns after its answer; returns the bids of all three seats."""
    state, prompt = auction()
    answers = {seat: bid(state, seat) for seat in range(3)}
    left: State = fold(state, game.resign(state, 1, RNG).effects)  # type: ignore[assignment]
    outcome = game.open(left, prompt, answers, RNG)
    return [effect.move.verb for effect in outcome.effects if isinstance(effect, Answered) and effect.move]


def test_the_answer_of_a_resigned_seat_is_its_default() -> None:
    assert bids_after_resignation(GAME) == ["bid", "pass", "bid"]


def test_an_older_version_may_keep_the_answer_of_a_resigned_seat() -> None:
    assert bids_after_resignation(ToyVersion1()) == ["bid", "bid", "bid"]


def test_answers_are_opened_together_in_seat_order() -> None:
    state, prompt = auction()
    answers = {2: bid(state, 2), 0: bid(state, 0), 1: Move("pass")}
    outcome = GAME.open(state, prompt, answers, RNG)
    assert [(e.seat, e.move.verb) for e in outcome.effects if isinstance(e, Answered) and e.move] == [
        (0, "bid"),
        (1, "pass"),
        (2, "bid"),
    ]
    assert [e.src.seat for e in outcome.effects if isinstance(e, Moved)] == [0, 2]


def test_a_seat_without_an_answer_gives_the_default() -> None:
    state, prompt = auction()
    outcome = GAME.expire(state, prompt, {1: bid(state, 1)}, RNG)
    assert [e.move.verb for e in outcome.effects if isinstance(e, Answered) and e.move] == ["pass", "bid", "pass"]


def test_an_opened_prompt_is_stale() -> None:
    state, prompt = auction()
    after = fold(state, GAME.open(state, prompt, {}, RNG).effects)
    with pytest.raises(StalePrompt):
        GAME.validate(after, 0, prompt, Move("pass"))  # type: ignore[arg-type]


def test_the_outer_frame_resumes_when_the_bids_are_opened() -> None:
    state, prompt = auction()
    after = fold(state, GAME.open(state, prompt, {}, RNG).effects)
    assert [p.phase for p in after.open_prompts] == ["turn"]
    assert GAME.to_act(after) == (1,)
