"""The tree of prompts: which are open, which wait, which resume, and which are independent (`beside`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest

from games.kernel.dealer import Dealer
from games.kernel.deck import Deck, Printed
from games.kernel.effect import fold
from games.kernel.errors import StalePrompt
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.phase import OpenPhase, Phase, verb
from games.kernel.rng import Rng
from games.kernel.slots import Integer
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.template import Template, template
from games.kernel.view import View, view_of

RNG = Rng(bytes(32))


class Root(Phase):
    """Waits for its child prompts; announces when it resumes."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("stop")

    @verb
    def stop(self, dealer: Dealer, seat: Seat) -> None:
        """End it."""
        dealer.end([[0, 1, 2]])

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        dealer.announce("resumed", root=prompt.id)


class Ask(Phase):
    """A prompt within the root, whose answers may open more prompts."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("yes")
        yield template("nest", times=Integer(1, 3))

    @verb
    def yes(self, dealer: Dealer, seat: Seat) -> None:
        """Answer without opening another prompt."""

    @verb
    def nest(self, dealer: Dealer, seat: Seat, times: int) -> None:
        """Prompt the next seat, within a frame of its own."""
        frame = dealer.prompt(Root, round=times)
        for _ in range(times):
            dealer.prompt(Ask, (seat + 1) % 3, within=frame)


class Vote(OpenPhase):
    """An independent prompt (`beside`)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("aye")
        yield template("enough")

    @verb
    def aye(self, dealer: Dealer, seat: Seat) -> None:
        """Say aye."""

    @verb
    def enough(self, dealer: Dealer, seat: Seat) -> None:
        """Close the vote."""
        dealer.close()


class Tree(Game):
    """A game that consists of prompts."""

    key = "tree"
    seats = range(3, 4)
    deck = Deck(Printed("a", 1))
    sight: ClassVar[Any] = {}
    phase_types = (Root, Ask, Vote)

    def bound(self, seats: int, options: Options) -> int:
        return 99

    def setup(self, dealer: Dealer) -> None:
        root = dealer.prompt(Root)
        dealer.prompt(Ask, 0, within=root)
        dealer.prompt(Ask, 1, within=root)
        dealer.prompt(Vote, range(3), beside=True, after=60)


GAME = Tree()
ROOT, FIRST, SECOND, VOTE = range(4)


def start() -> State:
    state = GAME.opening(3, Options())
    return fold(state, GAME.start(3, Options(), RNG).effects)  # type: ignore[return-value]


def play(state: State, seat: Seat, prompt: int, verb: str, **args: Any) -> State:
    return fold(state, GAME.play(state, seat, prompt, Move(verb, args), RNG).effects)  # type: ignore[return-value]


def announcements(state: State, seat: Seat, prompt: int, verb: str, **args: Any) -> list[str]:
    outcome = GAME.play(state, seat, prompt, Move(verb, args), RNG)
    return [effect.to_json()["what"] for effect in outcome.effects if effect.kind == "announced"]


def open_prompt_ids(state: State) -> list[int]:
    return [prompt.id for prompt in state.open_prompts]


def test_a_prompt_waits_for_its_child_prompts_and_not_for_its_siblings() -> None:
    assert open_prompt_ids(start()) == [FIRST, SECOND, VOTE]


def test_a_closed_prompt_is_not_open_when_another_prompt_is() -> None:
    state = start()
    closed = state.prompts[FIRST]
    state = play(play(play(state, 0, FIRST, "yes"), 1, SECOND, "yes"), 0, VOTE, "enough")

    assert open_prompt_ids(state) == [ROOT]
    assert not state.is_open(closed)


def test_the_legal_moves_of_a_prompt_name_their_prompt() -> None:
    state = start()

    assert GAME.legal_moves(view_of(state, 1), SECOND).prompt == state.prompts[SECOND]


def test_children_of_one_prompt_are_answered_in_any_order() -> None:
    state = play(start(), 1, SECOND, "yes")
    assert open_prompt_ids(state) == [FIRST, VOTE]


def test_the_last_child_to_close_resumes_its_parent() -> None:
    state = play(start(), 1, SECOND, "yes")
    assert announcements(state, 0, FIRST, "yes") == ["resumed"]
    assert announcements(start(), 1, SECOND, "yes") == []
    assert open_prompt_ids(play(state, 0, FIRST, "yes")) == [ROOT, VOTE]


def test_a_prompt_opened_by_an_answer_replaces_the_answered_prompt() -> None:
    state = play(start(), 0, FIRST, "nest", times=2)
    frame = max(prompt.id for prompt in state.prompts.values() if prompt.phase == "root")
    assert state.prompts[frame].parent == ROOT
    assert open_prompt_ids(state) == [SECOND, VOTE, frame + 1, frame + 2]


def test_an_inner_frame_resumes_before_its_outer_frame() -> None:
    state = play(play(start(), 1, SECOND, "yes"), 0, FIRST, "nest", times=1)
    inner = max(state.prompts)
    outcome = GAME.play(state, 1, inner, Move("yes"), RNG)
    resumed = [e.to_json()["details"]["root"] for e in outcome.effects if e.kind == "announced"]
    assert resumed == [inner - 1], "the outer one waits until the frame, too, has closed"


def test_closing_a_prompt_closes_all_its_child_prompts() -> None:
    dealer = Dealer(start(), RNG)
    dealer.close(ROOT)
    assert [e.to_json()["prompt"] for e in dealer.effects] == [FIRST, SECOND, ROOT]
    assert open_prompt_ids(dealer.state) == [VOTE]


def test_closing_a_closed_prompt_has_no_effect() -> None:
    dealer = Dealer(start(), RNG)
    dealer.close(99)
    assert dealer.effects == []


def test_an_open_prompt_takes_answers_until_a_verb_closes_it() -> None:
    state = play(play(start(), 2, VOTE, "aye"), 2, VOTE, "aye")
    assert VOTE in open_prompt_ids(state)
    closed = play(state, 0, VOTE, "enough")
    assert VOTE not in closed.prompts
    assert announcements(state, 0, VOTE, "enough") == []


def test_the_table_waits_for_required_seats_and_other_seats_may_act() -> None:
    state = start()
    assert GAME.to_act(state) == (0, 1)
    assert GAME.may_act(state) == (2,)
    assert [p.id for p in GAME.prompts_for(state, 0)] == [FIRST, VOTE]


@pytest.mark.parametrize(("seat", "prompt"), [(0, SECOND), (0, ROOT), (2, FIRST), (0, 99), (0, -1)])
def test_a_prompt_that_is_not_open_for_a_seat_is_stale(seat: Seat, prompt: int) -> None:
    with pytest.raises(StalePrompt):
        GAME.play(start(), seat, prompt, Move("yes"), RNG)


def test_an_answered_prompt_is_stale() -> None:
    with pytest.raises(StalePrompt):
        play(play(start(), 0, FIRST, "yes"), 0, FIRST, "yes")


def test_the_clock_gives_the_default_answer_to_a_prompt_of_one_seat() -> None:
    outcome = GAME.expire(start(), FIRST, {}, RNG)
    assert (outcome.seat, outcome.move) == (0, Move("yes", {}))


def test_the_clock_closes_an_open_prompt() -> None:
    outcome = GAME.expire(start(), VOTE, {}, RNG)
    assert (outcome.seat, outcome.move) == (None, None)
    assert VOTE not in fold(start(), outcome.effects).prompts


def test_a_spectator_has_no_moves() -> None:
    assert not GAME.legal_moves(view_of(start(), None))


def test_legal_moves_are_those_of_the_prompt_that_waits_for_the_seat() -> None:
    assert {t.verb for t in GAME.legal_moves(view_of(start(), 0)).templates} == {"yes", "nest"}
    assert {t.verb for t in GAME.legal_moves(view_of(start(), 2)).templates} == {"aye", "enough"}
