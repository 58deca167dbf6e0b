"""Cards that can be proved to a viewer: those that left a shuffled pile from a known place in the viewer's sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.base.canonical_json import canonical_json
from events.base.fairness import cell_commit, inclusion_proof, tree_root
from events.log.log import item_commits
from events.proofs.selectors import DealtCard, PilePosition, card_proofs, dealt_to
from games.kernel.dealer import Dealer
from games.kernel.effect import Effect, Shuffled
from games.kernel.game import BOX
from games.kernel.rng import Rng
from games.kernel.state import State
from tests.kernel.test_memory import opening
from tests.kernel.toy import DISCARD, GAME, PILE, hand

Act = Callable[[Dealer], Any]
MATCH, SALTS = bytes(16), bytes(range(32))


def fill(dealer: Dealer) -> None:
    """Moves all four cards of the box to the pile."""
    dealer.move(dealer.state.cards("box"), BOX, PILE)


def shuffle(dealer: Dealer) -> None:
    dealer.shuffle(PILE)


def draw(seat: int, number: int = 1) -> Act:
    return lambda dealer: dealer.draw(number, PILE, hand(seat))


def put_under(dealer: Dealer) -> None:
    """Puts the first card of seat 0 under the pile."""
    dealer.move(dealer.state.cards("hand", 0)[:1], hand(0), PILE, 0)


def put_on_top(dealer: Dealer) -> None:
    dealer.move(dealer.state.cards("hand", 0)[:1], hand(0), PILE)


def pick(dealer: Dealer) -> None:
    """Takes a random card out of the pile."""
    dealer.pick(1, PILE, hand(2), "pick")


def discard(dealer: Dealer) -> None:
    dealer.move(dealer.state.cards("pile")[-1:], PILE, DISCARD)


def table(*acts: Act) -> tuple[list[tuple[int, list[Effect]]], State]:
    """Returns the effects of each act (an event of the log), and the state after them."""
    dealer, rows = Dealer(opening(), Rng(bytes(32))), []
    for seq, act in enumerate(acts):
        before = len(dealer.effects)
        act(dealer)
        rows.append((seq, dealer.effects[before:]))
    return rows, dealer.state


def proved_cards(seat: int | None, *acts: Act) -> list[DealtCard]:
    return list(dealt_to(seat, 3, GAME.sights, table(*acts)[0]))


def positions(seat: int | None, *acts: Act) -> list[int]:
    return [dealt.place.position for dealt in proved_cards(seat, *acts)]


def test_a_drawn_card_is_proved_by_its_position_in_the_shuffle() -> None:
    rows, state = table(fill, shuffle, draw(1))
    [shuffled] = [effect for effect in rows[1][1] if isinstance(effect, Shuffled)]
    [card] = state.cards("hand", 1)

    assert proved_cards(1, fill, shuffle, draw(1)) == [
        DealtCard(card, state.faces[card], 2, PilePosition(1, "effects/0/faces", 3)),
    ]
    assert state.faces[card] == shuffled.faces[3]  # type: ignore[index]


@pytest.mark.parametrize("other", [0, 2, None])
def test_a_drawn_card_is_not_proved_to_other_viewers(other: int | None) -> None:
    assert proved_cards(other, fill, shuffle, draw(1)) == []


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_card_laid_face_up_is_proved_to_every_viewer(viewer: int | None) -> None:
    assert positions(viewer, fill, shuffle, discard) == [3]


def test_two_cards_are_drawn_from_the_top_down() -> None:
    assert positions(0, fill, shuffle, draw(0, 2), draw(0)) == [3, 2, 1]


def test_cards_of_an_unshuffled_pile_are_not_proved() -> None:
    assert proved_cards(0, fill, draw(0)) == []


def test_cards_are_not_proved_after_a_random_pick_until_the_next_shuffle() -> None:
    assert proved_cards(0, fill, shuffle, pick, draw(0)) == []
    assert positions(0, fill, shuffle, pick, shuffle, draw(0)) == [2]


def test_a_returned_card_is_not_proved_and_the_positions_of_other_cards_follow() -> None:
    assert positions(0, fill, shuffle, draw(0), put_under, draw(0)) == [3, 2]
    assert positions(0, fill, shuffle, draw(0), put_on_top, draw(0), draw(0)) == [3, 2]
    assert positions(0, fill, shuffle, draw(0), put_under, draw(0, 4)) == [3, 2, 1, 0]


def test_a_proof_leads_from_the_card_to_the_root_that_the_shuffle_committed_to() -> None:
    rows, _ = table(fill, shuffle, draw(1))
    [shuffled] = [effect for effect in rows[1][1] if isinstance(effect, Shuffled)]
    faces = list(shuffled.faces or ())
    [dealt] = proved_cards(1, fill, shuffle, draw(1))

    [proof] = card_proofs(MATCH, SALTS, [dealt], lambda seq, path: faces if (seq, path) == dealt.place[:2] else [])

    leaves = item_commits(MATCH, 1, "effects/0/faces", faces, SALTS)
    salt = bytes.fromhex(proof.pop("salt"))  # type: ignore[misc]
    assert cell_commit(MATCH, 1, "effects/0/faces/3", salt, canonical_json(dealt.face)) == leaves[3]
    assert proof == {
        "card": dealt.card,
        "dealt": 2,
        "seq": 1,
        "path": "effects/0/faces",
        "position": 3,
        "size": 4,
        "value": dealt.face,
        "proof": [node.hex() for node in inclusion_proof(leaves, 3)],
        "root": tree_root(leaves).hex(),
    }
