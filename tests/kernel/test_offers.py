"""Offers: backed by cards, public except for hidden goods, named by number and version, and accepted as a whole."""

from __future__ import annotations

import json

import pytest

from games.kernel import offers
from games.kernel.codec import view_from, view_json
from games.kernel.effect import Moved, fold, redacted
from games.kernel.errors import IllegalMove, StaleOffer
from games.kernel.options import Options
from games.kernel.rng import Rng, policy_draws
from games.kernel.state import Move, State
from games.kernel.view import view_of
from tests.kernel.stalls import GAME, Stalls

RNG = Rng(bytes(32))


class Stand:
    """A match of the game of offers: prompt 0 is the market."""

    def __init__(self) -> None:
        start = GAME.start(3, Options(), RNG)
        self.state: State = fold(GAME.opening(3, Options()), start.effects)
        self.last = start

    def play(self, seat: int, verb: str, **args) -> None:
        self.last = GAME.play(self.state, seat, 0, Move(verb, args), RNG)
        self.state = fold(self.state, self.last.effects)

    def expire(self, prompt: int) -> None:
        self.last = GAME.expire(self.state, prompt, {}, RNG)
        self.state = fold(self.state, self.last.effects)

    def resign(self, seat: int) -> None:
        self.state = fold(self.state, GAME.resign(self.state, seat, RNG).effects)

    def offer(self, seat: int, audience: list[int], up: str, want: str, after: int = 0) -> None:
        self.play(seat, "offer", audience=audience, up=counts(up), down={}, want=counts(want), after=after)

    def faces(self, name: str, seat: int, number: int | None = None) -> str:
        return "".join(sorted(self.state.face(card) for card in self.state.cards(name, seat, number)))

    @property
    def standing(self) -> list[tuple[int, int]]:
        return [(offer.id, offer.version) for offer in offers.offers(self.state)]


def counts(faces: str) -> dict[str, int]:
    return {face: faces.count(face) for face in sorted(set(faces))}


@pytest.fixture
def stand() -> Stand:
    return Stand()


def test_goods_on_offer_lie_before_their_owner(stand):
    stand.offer(0, [1], "aa", "b")

    assert stand.faces("offer_open", 0, 0) == "aa"
    assert stand.faces("hand", 0) == "b"


def test_a_card_backs_one_offer_at_a_time(stand):
    stand.offer(0, [1], "aa", "b")

    with pytest.raises(IllegalMove):
        stand.offer(0, [2], "a", "c")


def test_an_accepted_offer_moves_both_sides_at_once(stand):
    stand.offer(0, [1], "aa", "bb")
    stand.play(1, "accept", offer=0, version=1)

    assert stand.faces("hand", 0) == "bbb"
    assert stand.faces("hand", 1) == "aac"
    assert stand.standing == []


def test_only_the_audience_may_accept(stand):
    stand.offer(0, [1], "a", "c")

    with pytest.raises(IllegalMove):
        stand.play(2, "accept", offer=0, version=1)


def test_an_offer_to_several_seats_goes_to_the_first_that_accepts(stand):
    stand.offer(0, [1, 2], "a", "c")
    stand.play(2, "accept", offer=0, version=1)

    with pytest.raises(StaleOffer) as error:
        stand.play(1, "accept", offer=0, version=1)
    assert error.value.offer == 0


def test_a_seat_that_lacks_what_an_offer_wants_cannot_accept(stand):
    stand.offer(0, [1], "a", "cc")

    with pytest.raises(IllegalMove):
        stand.play(1, "accept", offer=0, version=1)


def test_a_changed_offer_cannot_be_accepted_with_its_old_version(stand):
    stand.offer(0, [1], "a", "b")
    stand.play(0, "raise_coins", offer=0, version=1, coins=2)
    before = stand.state

    with pytest.raises(StaleOffer):
        stand.play(1, "accept", offer=0, version=1)
    assert stand.state == before
    stand.play(1, "accept", offer=0, version=2)
    assert stand.faces("hand", 1) == "abc"


def test_a_change_of_terms_does_not_move_the_offered_goods(stand):
    stand.offer(0, [1], "a", "b")
    lying = stand.state.cards("offer_open", 0, 0)
    stand.play(0, "raise_coins", offer=0, version=1, coins=2)

    assert stand.state.cards("offer_open", 0, 0) == lying
    assert not any(isinstance(effect, Moved) for effect in stand.last.effects)


def test_trades_of_other_seats_do_not_make_an_offer_stale(stand):
    stand.offer(0, [1], "a", "b")
    stand.offer(2, [1], "c", "b")
    stand.play(1, "accept", offer=1, version=1)

    stand.play(1, "accept", offer=0, version=1)

    assert stand.faces("hand", 0) == "abb"


@pytest.mark.parametrize(
    "args",
    [
        {"offer": 7, "version": 1},
        {"offer": 0, "version": 2},
        {"offer": True, "version": 1},
        {"offer": "0", "version": 1},
        {"offer": 0, "version": "1"},
    ],
)
def test_an_offer_that_never_existed_is_illegal_and_not_stale(stand, args):
    stand.offer(0, [1], "a", "b")

    with pytest.raises(IllegalMove):
        stand.play(1, "accept", **args)


def test_a_withdrawn_offer_returns_its_goods(stand):
    stand.offer(0, [1], "ab", "c")
    stand.play(0, "withdraw", offer=0, version=1)

    assert stand.faces("hand", 0) == "aab"
    assert stand.state.numbers("offer_open", 0) == ()
    with pytest.raises(StaleOffer):
        stand.play(0, "withdraw", offer=0, version=1)


def test_a_counter_is_linked_and_leaves_the_first_offer_open(stand):
    stand.offer(0, [1], "aa", "c")
    stand.play(1, "counter", offer=0, version=1, up=counts("b"), want=counts("a"))

    assert stand.standing == [(0, 1), (1, 1)]
    assert offers.standing(stand.state, 1).answers == 0


def test_accepting_a_counter_returns_the_goods_of_the_first_offer(stand):
    stand.offer(0, [1, 2], "aa", "c")
    stand.play(1, "counter", offer=0, version=1, up=counts("bb"), want=counts("aa"))
    stand.play(0, "accept", offer=1, version=1)

    assert stand.faces("hand", 0) == "bbb"
    assert stand.faces("hand", 1) == "aac"
    assert stand.standing == []


def test_an_offer_expires_after_its_time(stand):
    stand.offer(0, [1], "a", "b", after=30)
    (clock,) = [prompt for prompt in stand.state.prompts.values() if prompt.phase == "offer_time"]
    assert clock.after == 30 and clock.seats == ()
    assert GAME.prompts_for(stand.state, 1)[0].phase == "market"

    stand.expire(clock.id)

    assert stand.standing == []
    assert list(stand.state.prompts) == [0]
    assert stand.faces("hand", 0) == "aab"


def test_a_change_restarts_the_time_of_an_offer_and_a_withdrawal_ends_it(stand):
    stand.offer(0, [1], "a", "b", after=30)
    first = set(stand.state.prompts)
    stand.play(0, "raise_coins", offer=0, version=1, coins=1)
    second = set(stand.state.prompts)
    stand.play(0, "withdraw", offer=0, version=2)

    assert first & second == {0} and len(second) == 2
    assert list(stand.state.prompts) == [0]


def test_only_the_owner_sees_goods_offered_face_down(stand):
    stand.play(0, "hide", audience=[1], down=counts("a"), coins=0, want=counts("b"))

    assert view_of(stand.state, 0).cards("offer_down", 0, 0) != (None,)
    for viewer in (1, 2, None):
        received = json.dumps([effect.to_json() for effect in redacted(stand.last.effects, 3, GAME.sights, viewer)])
        assert view_of(stand.state, viewer).cards("offer_down", 0, 0) == (None,)
        assert '"a"' not in received
    assert stand.last.private == ("down",)


def test_only_the_buyer_sees_goods_that_were_offered_face_down(stand):
    stand.play(0, "hide", audience=[1], down=counts("a"), coins=0, want=counts("b"))
    stand.play(1, "accept", offer=0, version=1)

    effects = stand.last.effects
    faces = [effect.faces for effect in redacted(effects, 3, GAME.sights, 1) if isinstance(effect, Moved)]
    others = [effect.faces for effect in redacted(effects, 3, GAME.sights, 2) if isinstance(effect, Moved)]
    assert ("a",) in faces
    assert ("a",) not in others


def test_a_resignation_withdraws_the_offers_of_a_seat_and_to_a_seat(stand):
    stand.offer(0, [1], "a", "b")
    stand.offer(1, [0], "b", "a")
    stand.offer(1, [0, 2], "b", "a")
    stand.resign(0)

    assert [(offer.owner, offer.audience) for offer in offers.offers(stand.state)] == [(1, (2,))]


@pytest.mark.parametrize("seed", range(20))
def test_random_offers_conserve_cards_and_views_agree_with_the_state(seed):
    stand, draws = Stand(), policy_draws(bytes(32), "offers", seed)
    views = {viewer: view_of(stand.state, viewer) for viewer in (0, 1, 2, None)}
    for _ in range(60):
        seat = draws.below(3)
        templates = GAME.legal_moves(view_of(stand.state, seat), 0).templates
        move = templates[draws.below(len(templates))].sample(draws)
        stand.play(seat, move.verb, **move.args)
        for viewer, view in views.items():
            received = redacted(stand.last.effects, 3, GAME.sights, viewer)
            views[viewer] = fold(view, received)
            assert views[viewer] == view_of(stand.state, viewer), (seed, viewer, move)
        served = view_from(GAME, json.loads(json.dumps(view_json(GAME, view_of(stand.state, seat)))))
        assert GAME.legal_moves(served, 0).to_json() == GAME.legal_moves(view_of(stand.state, seat), 0).to_json()
        zones = [zone for zone, cards in stand.state.zones.items() if cards]
        assert sum(len(stand.state.zones[zone]) for zone in zones) == 9, seed
        backed = {zone.number for zone in zones if zone.number is not None}
        assert backed <= {offer.id for offer in offers.offers(stand.state)}, seed


def test_a_game_without_versions_of_offers_accepts_changed_offers(stand, monkeypatch):
    """Planted fault: without the version slot, a seat can accept a changed offer."""
    from games.kernel.slots import Integer, OneOf

    loose = {"offer": lambda offer: OneOf([offer.id]), "version": lambda offer: Integer(1, 99)}
    monkeypatch.setattr(offers, "named", lambda offer: {name: slot(offer) for name, slot in loose.items()})

    with pytest.raises(pytest.fail.Exception):
        test_a_changed_offer_cannot_be_accepted_with_its_old_version(stand)


def test_the_json_of_a_view_lists_the_numbers_to_leave_blank_and_contains_them():
    class Blanked(Stalls):
        def blanks(self, options, viewer):
            return {"left": (0, 1)}

    stand = Stand()
    blanked, plain = (view_json(game, view_of(stand.state, 0)) for game in (Blanked(), GAME))
    assert (blanked["display"], plain["display"]) == ({"blank": {"left": [0, 1]}}, {"blank": {}})
    assert blanked["public"] == plain["public"]
