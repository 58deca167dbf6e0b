"""Foresight of a move: its certain effects, without any information about unseen cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from games.kernel.dealer import Dealer
from games.kernel.effect import Announced, Changed, Moved, Prompted, Rolled
from games.kernel.foresight import Foreseen, Uncertain, UnknownFace, consequences, foreseen, supposed
from games.kernel.knowledge.memory import Known
from games.kernel.phase import Phase, verb
from games.kernel.state import Move, Prompt, Seat, State, Zone
from games.kernel.template import Template, template
from games.kernel.view import View, view_of
from tests.kernel.test_effects import table
from tests.kernel.toy import DISCARD, GAME, PILE, Toy, ToyOptions, hand


class Peculiar(Phase):
    """A phase with verbs that the toy does not have."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield from (template(name) for name in ("speak", "write", "ask", "pass_on", "turn_back"))

    @verb
    def speak(self, dealer: Dealer, seat: Seat) -> None:
        """Say aloud which card is on top."""
        dealer.announce("top", faces=[dealer.state.face(dealer.state.cards("pile")[-1])])
        dealer.announce("spoken")

    @verb
    def write(self, dealer: Dealer, seat: Seat) -> None:
        """Write down which card is on top."""
        dealer.change(words=[dealer.state.face(dealer.state.cards("pile")[-1])])

    @verb
    def ask(self, dealer: Dealer, seat: Seat) -> None:
        """Ask who wants the card on top."""
        dealer.prompt(Peculiar, 1, face=dealer.state.face(dealer.state.cards("pile")[-1]))

    @verb
    def pass_on(self, dealer: Dealer, seat: Seat) -> None:
        """Lay a card openly on the way to the pile."""
        dealer.move_openly(dealer.state.cards("hand", seat)[:1], hand(seat), DISCARD, PILE)

    @verb
    def turn_back(self, dealer: Dealer, seat: Seat) -> None:
        """Take the turn and give it back."""
        dealer.change(turn=1)
        dealer.change(turn=0)


class PeculiarToy(Toy):
    """The toy with these verbs."""

    key = "peculiar"
    phase_types = (*Toy.phase_types, Peculiar)


PECULIAR = PeculiarToy()


def prompted_state(phase: str = "turn", seat: Seat = 0, **data: Any) -> State:
    """The table of `test_effects.py` with a prompt to seat 0, which holds a b; seat 1 holds c; the pile is d a."""
    state = table()
    state.sets, state.zones[hand(2)] = GAME.sets, ()
    state.prompts = {4: Prompt(4, None, phase, "once", (seat,), data)}
    return state


def seen_by(seat: Seat, state: State, *known: Known) -> View:
    return view_of(state, seat, known)


def consequences_of(view: View, verb: str, game: Toy = GAME, **args: Any) -> tuple[Foreseen, list[Any]]:
    found = foreseen(game, view, 4, Move(verb, args))
    return found, [(kind, dict(facts)) for kind, facts in consequences(found, view)]


def asks(seat: Seat, phase: str = "turn", **data: Any) -> Any:
    return "prompted", {"phase": phase, "seats": [seat], "data": data}


PASSES = [asks(1), ("changed", {"name": "turn", "value": 1}), ("changed", {"name": "taken", "value": 1})]


def test_a_draw_is_foreseen_without_the_faces_of_the_cards() -> None:
    found, said = consequences_of(seen_by(0, prompted_state()), "draw")

    assert said == [("moved", {"faces": [None, None], "dst": hand(0)}), *PASSES]
    assert found.is_complete
    assert found.seen[2].faces == (None, None)  # type: ignore[attr-defined]


def test_a_card_that_the_viewer_knows_by_its_place_is_foreseen() -> None:
    _, said = consequences_of(seen_by(0, prompted_state(), Known(PILE, 1, "a"), Known(hand(1), None, "c")), "draw")

    assert said[0] == ("moved", {"faces": ["a", None], "dst": hand(0)})


def test_an_own_card_is_named_in_the_consequences() -> None:
    _, said = consequences_of(seen_by(0, prompted_state()), "lay", card=11)

    assert said == [("moved", {"faces": ["b"], "dst": Zone("down", 0)}), *PASSES]


def test_the_consequences_end_before_the_roll_of_a_die() -> None:
    found, said = consequences_of(seen_by(0, prompted_state()), "roll")

    assert not found.is_complete
    assert said == []
    assert not any(isinstance(effect, Rolled | Changed | Prompted) for effect in found.effects)


def test_the_consequences_end_before_a_random_card_of_another_hand() -> None:
    found, said = consequences_of(seen_by(1, prompted_state("guard", 1, thief=0)), "allow")

    assert not found.is_complete
    assert said == []


def test_the_next_prompt_is_a_consequence_with_its_data() -> None:
    found, said = consequences_of(seen_by(0, prompted_state()), "steal", target=1)

    assert said == [asks(1, "guard", thief=0)]
    assert found.is_complete


def test_the_consequences_end_before_a_shuffle() -> None:
    state = prompted_state()
    state.zones[PILE] = (13,)
    del state.faces[14]

    found, said = consequences_of(seen_by(0, state), "draw")

    assert not found.is_complete
    assert ("changed", {"name": "turn", "value": 1}) not in said


def test_a_sealed_answer_has_no_consequences() -> None:
    found, said = consequences_of(seen_by(0, prompted_state("bid")), "pass")

    assert (found, said) == (Foreseen(), [])
    assert found.is_complete


@pytest.mark.parametrize(
    ("verb", "said"), [("speak", [("announced", {"what": "spoken", "details": {}})]), ("write", []), ("ask", [])]
)
def test_announcements_that_would_name_an_unseen_card_are_omitted(verb: str, said: list[Any]) -> None:
    found, told = consequences_of(seen_by(0, prompted_state("peculiar")), verb, PECULIAR)

    assert told == said
    assert found.is_complete
    assert len(found.effects) == len(found.seen)
    assert not any(isinstance(each, Changed | Prompted) for each in found.effects)


def test_announcements_that_name_a_known_card_are_included() -> None:
    found, told = consequences_of(seen_by(0, prompted_state("peculiar"), Known(PILE, 1, "a")), "speak", PECULIAR)

    assert told[0] == ("announced", {"what": "top", "details": {"faces": ["a"]}})
    assert sum(isinstance(each, Announced) for each in found.effects) == 2


def test_consequences_name_only_the_last_place_of_a_card_that_moves_twice() -> None:
    found, told = consequences_of(seen_by(0, prompted_state("peculiar")), "pass_on", PECULIAR)

    assert sum(isinstance(each, Moved) for each in found.effects) == 2
    assert told == [("moved", {"faces": ["a"], "dst": PILE})]


def test_consequences_omit_a_number_that_changes_back() -> None:
    found, told = consequences_of(seen_by(0, prompted_state("peculiar")), "turn_back", PECULIAR)

    assert sum(isinstance(each, Changed) for each in found.effects) == 2
    assert told == []


def last_turn(*hands: tuple[int, ...]) -> State:
    state = prompted_state()
    state.options = ToyOptions(turns=1)
    state.zones.update({hand(seat): cards for seat, cards in enumerate(hands)})
    return state


def test_the_end_is_foreseen_with_the_winners() -> None:
    _, said = consequences_of(seen_by(0, last_turn((10, 11), (12,), (15,))), "draw")
    assert said[-1] == ("ended", {"seats": [1, 2]})


def test_an_end_without_losers_is_a_draw() -> None:
    _, said = consequences_of(seen_by(0, last_turn((10, 11), (12,), (15,))), "lay", card=10)
    assert said[-1] == ("drawn", {"seats": [0, 1, 2]})


def test_the_supposed_table_contains_visible_cards_and_unknown_faces_for_the_other_cards() -> None:
    state, known = prompted_state(), (Known(PILE, 0, "d"), Known(hand(1), None, "c"))
    state.standings, state.scores, state.draws = ((1,), (0, 2)), (5, 7, 5), 3

    guess = supposed(seen_by(0, state, *known))

    assert {zone: len(cards) for zone, cards in guess.zones.items()} == {z: len(c) for z, c in state.zones.items()}
    assert (guess.zones[hand(0)], guess.zones[DISCARD]) == ((10, 11), (15,))
    assert [repr(guess.faces[card]) for card in (10, 11, 15)] == ["'a'", "'b'", "'b'"]
    bottom, top = guess.zones[PILE]
    assert guess.faces[bottom] == "d"
    unseen = [top, *guess.zones[hand(1)]]
    assert all(isinstance(guess.faces[card], UnknownFace) for card in unseen), "a place in a hand says nothing"
    cards = [card for held in guess.zones.values() for card in held]
    assert len(set(cards)) == len(cards) == len(guess.faces)
    assert (guess.prompts, guess.standings, guess.scores) == (state.prompts, ((1,), (0, 2)), (5, 7, 5))
    assert (guess.draws, guess.next_card, guess.next_prompt) == (3, 20, 5)
    assert guess.prompts is not state.prompts


def test_a_rule_that_reads_an_unknown_face_is_stopped() -> None:
    face: Any = UnknownFace(3)
    looks = (
        lambda: face == "a",
        lambda: face != "a",
        lambda: face in {"a"},
        lambda: "a" in face,
        lambda: face[0],
        lambda: list(face),
        lambda: str(face),
        lambda: f"{face}",
        lambda: len(face),
        lambda: face.split("_"),
        lambda: face.startswith("a"),
        lambda: face.endswith("a"),
        lambda: face.partition("_"),
        lambda: face.rpartition("_"),
    )

    for look in looks:
        with pytest.raises(Uncertain):
            look()


def test_unknown_faces_are_sorted_before_all_other_faces() -> None:
    faces = sorted(["b", UnknownFace(2), "a", UnknownFace(1)])

    assert [repr(face) for face in faces] == ["UnknownFace(1)", "UnknownFace(2)", "'a'", "'b'"]
    assert UnknownFace(2) > UnknownFace(1)
    assert not UnknownFace(1) > UnknownFace(2)
    assert not UnknownFace(1) > "a"
