"""Views and windows hide unseen cards, and a sampled world looks the same to its viewer."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from games.kernel.codec import view_from, view_json
from games.kernel.dealer import Dealer
from games.kernel.knowledge.memory import Known
from games.kernel.rng import Rng, policy_draws
from games.kernel.state import State, Table, Zone
from games.kernel.view import Window, sample_world, view_of
from tests.games.harness.simulate import canonical, played
from tests.kernel.test_effects import faces, table
from tests.kernel.toy import DISCARD, GAME, PILE, ToyOptions, hand

VIEWERS = pytest.mark.parametrize("viewer", [None, 0, 1, 2])
BOX = "aabbcd"


@VIEWERS
def test_a_view_contains_ids_and_faces_of_visible_cards_only(viewer: int | None) -> None:
    view = view_of(table(), viewer)
    visible_zones = {DISCARD} | ({hand(viewer)} if viewer is not None else set())
    for zone, cards in view.zones.items():
        assert all((card is not None) == (zone in visible_zones) for card in cards)
    assert set(view.faces) == {card for zone in visible_zones for card in view.zones[zone]}


@VIEWERS
def test_a_window_equals_a_view(viewer: int | None) -> None:
    view, window = view_of(table(), viewer), Window(table(), viewer)
    for zone in (*view.zones, Zone("down", 1), Zone("shown", 0)):
        assert window.cards(*zone) == view.cards(*zone)
        assert window.size(*zone) == view.size(*zone)
    assert window.zones == view.zones
    assert window.faces == view.faces
    assert canonical(view_json(GAME, window)) == canonical(view_json(GAME, view))


@VIEWERS
def test_a_view_is_equal_after_json(viewer: int | None) -> None:
    view = view_of(table(), viewer, (Known(PILE, 1, "a"), Known(hand(1), None, "c")) if viewer == 2 else ())
    again = view_from(GAME, json.loads(canonical(view_json(GAME, view))))
    assert canonical(view_json(GAME, again)) == canonical(view_json(GAME, view))


@VIEWERS
def test_the_face_of_an_unseen_card_cannot_be_read_from_a_view(viewer: int | None) -> None:
    view = view_of(table(), viewer)
    for card in set(table().faces) - set(view.faces):
        with pytest.raises(KeyError):
            view.face(card)


def test_a_view_does_not_list_cards_that_left_visible_zones() -> None:
    assert None not in view_of(table(), 0).faces


@VIEWERS
def test_a_sampled_world_has_the_same_view(viewer: int | None) -> None:
    view, draws = view_of(table(), viewer), policy_draws(b"worlds", viewer)
    for _ in range(50):
        world = sample_world(view, BOX, draws)
        assert view_of(world, viewer) == view
        assert Counter(world.faces.values()) == Counter(BOX)


@VIEWERS
def test_unseen_cards_of_a_sampled_world_get_ids_above_those_of_visible_cards(viewer: int | None) -> None:
    view = view_of(table(), viewer)
    world = sample_world(view, BOX, policy_draws(b"ids", viewer))

    dealt = sorted(world.faces.keys() - view.faces.keys())
    assert dealt == list(range(1 + max(view.faces), 1 + max(view.faces) + len(dealt)))
    assert (world.next_card, world.next_prompt) == (1 + dealt[-1], 1 + max(view.prompts))


def test_a_sampled_world_contains_the_known_cards() -> None:
    known = (Known(PILE, 1, "a"), Known(hand(1), None, "c"))
    view, draws = view_of(table(), 2, known), policy_draws(b"known")
    for _ in range(50):
        world = sample_world(view, BOX, draws)
        assert faces(world, PILE).split()[1] == "a"
        assert "c" in faces(world, hand(1))


def test_all_worlds_are_sampled_equally_often() -> None:
    """Seat 2 sees a b on the discard, so a a b c d lie at five places that it does not see."""
    view, draws = view_of(table(), 2), policy_draws(b"even")
    counts: Counter[Any] = Counter()
    for _ in range(1200):
        world = sample_world(view, BOX, draws)
        counts[faces(world, hand(1))] += 1
    expected = {"a": 2 / 5, "b": 1 / 5, "c": 1 / 5, "d": 1 / 5}
    assert set(counts) == set(expected)
    assert sum((counts[face] - 1200 * p) ** 2 / (1200 * p) for face, p in expected.items()) < 21.1


def test_a_game_can_be_continued_in_a_sampled_world() -> None:
    match = played(GAME, 3, ToyOptions(), 5, most=6)
    draws = policy_draws(b"on")
    world = sample_world(view_of(match.state, 1), match.rules.box(3, match.options), draws)
    assert GAME.to_act(world) == GAME.to_act(match.state)
    for prompt in world.open_prompts:
        for seat in prompt.seats:
            assert GAME.legal_moves(Window(world, seat), prompt.id)


def test_two_views_of_different_seats_differ() -> None:
    assert view_of(table(), 2) != view_of(table(), None)


def discarded_faces(a_table: Table) -> list[str]:
    """Returns the faces on the discard pile, as a new list at each read."""
    return [a_table.face(card) for card in a_table.cards("discard")]


def one_card_later(before: State) -> State:
    """Returns a copy in which seat 0 has discarded its first card."""
    dealer = Dealer(before, Rng(b""))
    dealer.move(before.cards("hand", 0)[:1], hand(0), DISCARD)
    return dealer.state


def test_a_survey_of_visible_cards_is_cached_until_a_card_moves() -> None:
    before = table()
    survey = before.surveyed(discarded_faces)
    after = one_card_later(before)

    assert before.copied().surveyed(discarded_faces) is survey
    assert after.surveyed(discarded_faces) == ["b", "a"]
    assert Window(after, 1).surveyed(discarded_faces) is after.surveyed(discarded_faces)
    assert before.surveyed(discarded_faces) is survey


def test_a_move_that_does_not_change_the_next_card_id_leaves_a_stale_survey() -> None:
    """Planted fault: the move does not change the counter."""
    before = table()
    before.surveyed(discarded_faces)
    after = one_card_later(before)
    after.next_card = before.next_card

    assert after.surveyed(discarded_faces) != ["b", "a"]
