"""Every legal move has exactly one sequence of actions, and no other move has any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bots.encoding.alphabet import Alphabet
from bots.encoding.drafts import MoveDraft
from comptoir_env import Rules
from games.kernel.rng import policy_draws
from games.kernel.slots import Counts, OneOf, Ordered, Slot, Subset
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import LegalMoves, Template
from games.kernel.view import View, Window
from games.monopoly_deal.payment import Payment
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import Match, Players
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SECONDS, seeds

GAMES = [name for name in TESTED_GAMES if name != "toy"]
MOST_MOVES, MOST_DECISIONS = 30, 60


class Decisions:
    """The moments of a random match at which a seat has several moves."""

    def __init__(self, name: str, seed: int) -> None:
        game = TESTED_GAMES[name]
        seats = game.seats[seed % len(game.seats)]
        options = covering_options(game, seats, policy_draws(b"drafts", seed))
        self.match = Match(game, seats, options[seed % len(options)], seed)
        self.alphabet = Alphabet(game, seats, self.match.options)
        self._players = Players.of_seed(seed)

    def __iter__(self) -> Iterator[tuple[Seat, Prompt, LegalMoves]]:
        match, number = self.match, 0
        while not match.state.is_over and number < MOST_DECISIONS:
            for prompt in match.state.open_prompts:
                for seat in prompt.seats:
                    if moves := match.legal(seat, prompt.id):
                        yield seat, prompt, moves
            match.decide(self._players.decision(match))
            number += 1


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_has_one_spelling_and_every_spelling_is_a_legal_move(name: str) -> None:
    checked = 0
    for seed in seeds(SECONDS / 2, at_least=4):
        decisions = Decisions(name, seed)
        for seat, prompt, moves in decisions:
            if moves.count() <= MOST_MOVES:
                view = Window(decisions.match.state, seat)

                spelled = Counter(
                    face_form(view, decisions.alphabet, move)
                    for move in spellings(decisions.alphabet, view, prompt, moves)
                )

                expected = {face_form(view, decisions.alphabet, move) for move in moves}
                assert spelled.keys() == expected, f"seed {seed}: {moves!r}"
                if not any(is_exact(slot) for template in moves.templates for slot in template.slots.values()):
                    assert max(spelled.values()) == 1, f"seed {seed}: {spelled.most_common(1)} of {moves!r}"
                checked += 1
    assert checked > 25


@pytest.mark.parametrize("name", GAMES)
def test_a_randomly_spelled_move_is_legal_for_any_number_of_moves(name: str) -> None:
    many = 0
    for seed in seeds(SECONDS / 2, at_least=4):
        decisions, draws = Decisions(name, seed), policy_draws(b"spelled", seed)
        for seat, prompt, moves in decisions:
            draft = MoveDraft(decisions.alphabet, Window(decisions.match.state, seat), [(prompt, moves)])
            while draft.move is None:
                actions = sorted(draft.actions)
                draft.choose(actions[draws.below(len(actions))])
            assert draft.move[1] in moves, f"seed {seed}: {draft.move[1]} of {moves!r}"
            many += moves.count() > MOST_MOVES
    assert many or name in ("great_dalmuti", "negoces2")


@pytest.mark.parametrize(
    ("slot", "paths"),
    [
        (Subset([1, 2, 3], range(3)), ["done", "1 done", "1 2", "1 3", "2 done", "2 3", "3"]),
        (Ordered([1, 2, 3], range(1, 3)), ["1 done", "1 2", "1 3", "2 done", "2 1", "2 3", "3 done", "3 1", "3 2"]),
        (OneOf([3, 1]), ["3", "1"]),
    ],
)
def test_the_values_of_an_unordered_list_are_named_in_ascending_order(slot: Slot, paths: list[str]) -> None:
    rules = Rules("great_dalmuti", 4)
    rules.alphabet.means["play", "cards"] = "number"
    moves = LegalMoves([Template("play", {"cards": slot}), Template("pass", {})])
    view = Window(rules.game.opening(4, rules.options), 0)

    found = [
        " ".join(rules.alphabet.names[action].removeprefix("number:") for action in path[1:])
        for path, move in _walk(rules.alphabet, view, PROMPT, moves, ())
        if move.verb == "play"
    ]

    assert sorted(found) == sorted(paths)


def test_faces_are_named_with_their_number_if_the_number_is_a_choice() -> None:
    rules = Rules("great_dalmuti", 4)
    moves = LegalMoves([Template("play", {"cards": Counts({"7": (1, 3), "jester": (0, 2)}, range(2, 4))})])
    view = Window(rules.game.opening(4, rules.options), 0)

    found = [
        " ".join(rules.alphabet.names[action] for action in path)
        for path, _ in _walk(rules.alphabet, view, PROMPT, moves, ())
    ]

    assert found == [
        "number:1 number:1",
        "number:1 number:2",
        "number:2 done",
        "number:2 word:jester",
        "number:3",
    ]


def test_a_template_that_no_action_can_name_is_found() -> None:
    rules = Rules("great_dalmuti", 4)
    view = Window(rules.game.opening(4, rules.options), 0)
    rules.alphabet.means["play", "cards"] = "version"  # planted: an argument that no action names
    moves = LegalMoves([Template("play", {"cards": OneOf([901, 902])})])

    spelled = {face_form(view, rules.alphabet, move) for move in spellings(rules.alphabet, view, PROMPT, moves)}

    assert spelled != {face_form(view, rules.alphabet, move) for move in moves}


PROMPT = Prompt(0, None, "lead", "once", (0,), {})


def is_exact(slot: Slot) -> bool:
    """Returns whether a payment accepts its cards in any order, which requires that no card is superfluous."""
    return type(slot) is Payment and slot.minimal and bool(slot.needs)


def spellings(alphabet: Alphabet, view: View, prompt: Prompt, moves: LegalMoves) -> list[Move]:
    """Returns the move of every path through the actions."""
    return [move for _, move in _walk(alphabet, view, prompt, moves, ())]


def _walk(
    alphabet: Alphabet, view: View, prompt: Prompt, moves: LegalMoves, path: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Move]]:
    draft = MoveDraft(alphabet, view, [(prompt, moves)])
    for action in path:
        draft.choose(action)
    if draft.move is not None:
        yield path, draft.move[1]
        return
    for action in sorted(draft.actions):
        yield from _walk(alphabet, view, prompt, moves, (*path, action))


def face_form(view: View, alphabet: Alphabet, move: Move) -> str:
    """Returns a move with its cards named by face and zone: a player cannot distinguish equal cards of a zone."""
    places = {card: zone for zone in view.places if view.sees(view.viewer, zone) for card in view.cards(*zone)}

    def named(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [named(item) for item in value]
        if isinstance(value, dict):
            return {key: named(item) for key, item in sorted(value.items())}
        return (view.face(value), places[value]) if type(value) is int and value in places else value

    def argument(name: str, value: Any) -> Any:
        form = named(value)
        is_ordered = name in ORDERED or (name == "cards" and move.verb in ("discard", "buy", "buy_discarded"))
        return form if is_ordered or not isinstance(form, list) else sorted(form, key=repr)

    return repr((move.verb, {name: argument(name, value) for name, value in sorted(move.args.items())}))


ORDERED = {"others"}
