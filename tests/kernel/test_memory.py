"""The memory of a seat, in small scenarios and in random matches."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import pytest

from games import registry
from games.kernel.dealer import Dealer
from games.kernel.effect import Moved, redacted
from games.kernel.game import BOX
from games.kernel.knowledge.bounds import MOST_GROUPS, Bounds
from games.kernel.knowledge.memory import Memory
from games.kernel.rng import Rng
from games.kernel.state import State, Zone
from tests.games.harness.checked_match import play_checked
from tests.games.harness.checks import CHECKS
from tests.games.harness.simulate import played
from tests.kernel.toy import DISCARD, GAME, PILE, ToyOptions, ToyPublic, hand

Scene = Callable[[Dealer], None]


def opening() -> State:
    """Returns a state with four cards, a b c d, in the box."""
    state = State(3, ToyOptions(), GAME.sights, ToyPublic())
    state.faces = dict(enumerate("abcd"))
    state.zones = {BOX: (0, 1, 2, 3), PILE: (), DISCARD: (), **{hand(seat): () for seat in range(3)}}
    state.next_card = 4
    return state


def known(viewer: int | None, *scenes: Scene) -> list[tuple[str, int | None, int | None, str]]:
    """Returns the cards that a viewer knows after some acts, as (zone, seat, place, face)."""
    dealer = Dealer(opening(), Rng(bytes(32)))
    for scene in scenes:
        scene(dealer)
    memory = Memory(viewer, GAME.sights)
    memory.learn(redacted(dealer.effects, 3, GAME.sights, viewer))
    return [(k.zone.name, k.zone.seat, k.position, k.face) for k in memory.known]


def move(places: list[int], src: Zone, dst: Zone, index: int | None = None) -> Scene:
    """Returns an act that moves the cards at some places of a zone."""
    return lambda dealer: dealer.move([dealer.state.cards(*src)[p] for p in places], src, dst, index) and None


def show(place: int, zone: Zone, to: list[int] | None) -> Scene:
    return lambda dealer: dealer.show([dealer.state.cards(*zone)[place]], zone, to)


def shuffle(dealer: Dealer) -> None:
    dealer.shuffle(PILE)


def pick(dealer: Dealer) -> None:
    dealer.pick(1, hand(1), hand(2), "pick")


def deal_pile(dealer: Dealer) -> None:
    dealer.move(dealer.state.cards("box"), BOX, PILE)


def test_cards_laid_on_a_visible_pile_are_known_by_their_place() -> None:
    assert known(None, move([2, 0], BOX, PILE)) == [("pile", None, 0, "c"), ("pile", None, 1, "a")]


def test_a_card_put_under_a_pile_moves_the_other_cards_up() -> None:
    scenes = (move([0, 1], BOX, PILE), move([0], BOX, PILE, 0))
    assert known(1, *scenes) == [("pile", None, 0, "c"), ("pile", None, 1, "a"), ("pile", None, 2, "b")]


def test_a_shuffle_keeps_the_known_cards_of_a_pile_and_clears_their_places() -> None:
    assert known(1, move([0, 1], BOX, PILE), shuffle) == [("pile", None, None, "a"), ("pile", None, None, "b")]


def test_a_card_drawn_from_a_shuffled_pile_makes_the_cards_of_the_pile_uncertain() -> None:
    assert known(1, move([0, 1], BOX, PILE), shuffle, move([1], PILE, hand(0))) == []


def test_a_seat_that_draws_a_card_knows_the_cards_left_in_the_pile() -> None:
    rest = known(0, deal_pile, shuffle, move([3], PILE, hand(0)))
    assert len(rest) == 3
    assert all(place is None for _, _, place, _ in rest)


def test_a_card_known_by_its_place_is_followed_into_a_hand() -> None:
    assert known(2, deal_pile, move([3], PILE, hand(0))) == [
        ("hand", 0, None, "d"),
        ("pile", None, 0, "a"),
        ("pile", None, 1, "b"),
        ("pile", None, 2, "c"),
    ]


def test_a_card_given_away_is_remembered() -> None:
    assert ("hand", 1, None, "a") in known(0, move([0], BOX, hand(0)), move([0], hand(0), hand(1)))


def test_a_card_played_in_sight_is_no_longer_in_the_hand() -> None:
    before = (move([0, 1], BOX, hand(0)), move([0, 1], hand(0), hand(1)))
    assert known(0, *before, move([0], hand(1), DISCARD)) == [("hand", 1, None, "b")]


def test_an_unseen_card_that_leaves_a_hand_makes_a_known_card_of_the_hand_uncertain() -> None:
    before = (move([0, 1], BOX, hand(1)),)
    assert known(0, *before, pick) == []


def test_the_last_card_of_a_hand_is_followed() -> None:
    assert known(0, move([0], BOX, hand(1)), pick) == [("hand", 2, None, "a")]


def test_two_equal_known_cards_of_a_hand_are_uncertain_after_an_unseen_card_leaves() -> None:
    state_faces = known(0, move([0], BOX, hand(1)), move([0], BOX, hand(1)), pick)
    assert state_faces == []


def test_only_the_seat_that_peeked_remembers_the_card() -> None:
    hidden = (deal_pile, shuffle)
    memory = known(1, *hidden, show(3, PILE, [1]))
    assert [(name, place) for name, _, place, _ in memory if place is not None] == [("pile", 3)]
    assert all(place is None for _, _, place, _ in known(0, *hidden, show(3, PILE, [1])))


def test_a_hand_card_shown_to_all_is_known_to_be_there() -> None:
    drawn = (deal_pile, shuffle, move([3], PILE, hand(0)))
    assert [k[:3] for k in known(2, *drawn, show(0, hand(0), None)) if k[0] == "hand"] == [("hand", 0, None)]


def test_a_card_that_is_shown_twice_counts_once() -> None:
    drawn = (deal_pile, shuffle, move([3], PILE, hand(0)))
    memory = known(2, *drawn, show(0, hand(0), None), show(0, hand(0), None))
    assert len([k for k in memory if k[0] == "hand"]) == 1


def test_a_seat_remembers_nothing_of_its_own_hand() -> None:
    assert not [k for k in known(0, move([0], BOX, hand(0))) if k[0] == "hand"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_remembered_cards_are_true_in_random_matches(seats: int) -> None:
    for seed in range(6):
        play_checked(GAME, seats, ToyOptions(turns=40), seed, [CHECKS["MemoryNeverLies"]])


@pytest.mark.pure
def test_a_memory_that_remembers_wrong_cards_is_found() -> None:
    class Sure(Memory):
        """Faulty memory, which assumes that known cards leave a hand first."""

        def _put(self, moved: Moved, faces: Sequence[str | None], unseen: int) -> None:
            super()._put(moved, faces, unseen)
            if unseen:
                self._bounds.show(moved.dst, self.before)

        def _moved(self, moved: Moved) -> None:
            self.before = self._bounds.known([moved.src]).get(moved.src, {})
            super()._moved(moved)

    class Credulous(CHECKS["MemoryNeverLies"]):  # type: ignore[misc]
        def begin(self) -> None:
            self.memories = {viewer: Sure(viewer, GAME.sights) for viewer in self.viewers}

    with pytest.raises(AssertionError, match="knows"):
        _watch_with(Credulous)


def _watch_with(check: Any) -> None:
    for seed in range(200):
        play_checked(GAME, 3, ToyOptions(turns=40), seed, [check])


def learnt(viewer: int | None, *scenes: Scene) -> Memory:
    """Returns a viewer's memory of some acts."""
    dealer = Dealer(opening(), Rng(bytes(32)))
    for scene in scenes:
        scene(dealer)
    memory = Memory(viewer, GAME.sights)
    memory.learn(redacted(dealer.effects, 3, GAME.sights, viewer))
    return memory


GIVEN_AWAY = (move([0, 1], BOX, hand(0)), move([0, 1], hand(0), hand(1)), move([0, 1], BOX, PILE))


def test_a_memory_restored_from_json_learns_like_the_original() -> None:
    memory = learnt(0, *GIVEN_AWAY, pick)
    again = Memory.from_json(0, GAME.sights, json.loads(json.dumps(memory.to_json())))
    played = [Moved((None,), (20,), ("b",), hand(1), DISCARD), Moved((None,), (None,), (None,), PILE, hand(1), (1,))]

    assert again.known == memory.known
    assert again.to_json() == memory.to_json()
    for each in (memory, again):
        each.learn(played)
    assert again.known == memory.known
    assert [(entry.zone.name, entry.face) for entry in again.known] == [("hand", "d"), ("hand", "a"), ("pile", "c")]


def test_a_copied_memory_does_not_change_the_original() -> None:
    memory = learnt(0, *GIVEN_AWAY)
    before, stored = memory.known, json.dumps(memory.to_json())

    copy = memory.copied()
    assert copy.known == before
    copy.learn([Moved((None,), (20,), ("a",), hand(1), DISCARD), Moved((None,), (None,), (None,), PILE, hand(2), (1,))])

    assert copy.known != before
    assert (memory.known, json.dumps(memory.to_json())) == (before, stored)


def test_a_place_whose_last_card_left_is_forgotten_and_gets_a_new_number_later() -> None:
    bounds = Bounds()
    bounds.arrive("here", {"a": 1})
    bounds.move(1, "here", "there")

    assert bounds.to_json(str)[:2] == [[["there", "2"]], [["2", 1]]]
    assert bounds.known(["here", "there"]) == {"there": Counter("a")}

    bounds.leave("there", "a")
    bounds.arrive("here", {"b": 1})

    assert bounds.to_json(str)[:2] == [[["here", "1"]], [["1", 1]]]
    assert bounds.known(["here", "there"]) == {"here": Counter("b")}


def test_known_cards_are_named_in_the_order_of_their_zones_and_places() -> None:
    stack = [Zone("down", 0, number) for number in (2, 1)]
    assert [
        (entry.zone.number, entry.face) for entry in learnt(1, move([0], BOX, stack[0]), move([0], BOX, stack[1])).known
    ] == [(1, "b"), (2, "a")]


def test_cards_shown_in_a_pile_are_known_by_their_place_until_a_card_is_put_below_them() -> None:
    before = (deal_pile, shuffle, show(3, PILE, None))
    [top] = [entry[2:] for entry in known(2, *before) if entry[2] is not None]
    [moved] = [
        entry[2:]
        for entry in known(2, *before, move([0], PILE, hand(0)), move([0], hand(0), PILE, 0))
        if entry[2] is not None and entry[2] > 0
    ]

    assert (top[0], moved) == (3, top)


def test_a_card_put_on_a_pile_after_a_random_draw_is_known_as_the_top_card() -> None:
    def taken_by_chance(dealer: Dealer) -> None:
        dealer.pick(1, PILE, hand(2), "pick")

    back = (move([0], hand(2), DISCARD), move([0], DISCARD, PILE))
    assert [entry[2] for entry in known(1, deal_pile, taken_by_chance, *back) if entry[2] is not None] == [3]


@pytest.mark.parametrize("seed", range(8))
def test_no_stored_bound_follows_from_another_bound(seed: int) -> None:
    match = played(GAME, 4, ToyOptions(turns=40), seed, most=60)
    memory = Memory(None, GAME.sights)
    for step in match.steps:
        memory.learn(redacted(step.outcome.effects, 4, GAME.sights, None))

        for _, least in memory.to_json()["bounds"][2]:
            groups = [(int(group, 16), low) for group, low in least]
            assert len(groups) <= MOST_GROUPS
            for group, low in groups:
                assert low > 0
                assert not [
                    other for other, more in groups if other != group and other & group == other and more >= low
                ]


@pytest.mark.parametrize("seats", [6, 8, 10])
def test_the_work_for_the_known_cards_grows_at_most_with_the_square_of_the_seats(seats: int) -> None:
    game, calls = registry.get("monopoly_deal"), 0
    match = played(game, seats, game.options.from_json({}, seats), 7, most=40)
    memory = Memory(0, game.sights)
    memory.learn(redacted([e for step in match.steps for e in step.outcome.effects], seats, game.sights, 0))

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        _ = memory.known
    finally:
        sys.setprofile(None)

    assert calls < 75 * seats**2
