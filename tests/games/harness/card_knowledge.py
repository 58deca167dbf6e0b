"""A simple model of the cards that a viewer has seen, and a dealer that deals all other cards again.

The model follows each card through the full log, from the place where a shuffle put it (its origin). A viewer learns
a card when it enters or leaves a zone that the game declares open to the viewer, or when it is shown to the viewer. If
the viewer saw a card only as it left a set, its origin is loose: another card of that set could have been this one.
"""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.kernel.deck import CardId, Face
from games.kernel.effect import Moved, Shown, Shuffled
from games.kernel.game import Game
from games.kernel.rng import Draws, shuffled
from games.kernel.state import Seat, Sight, State, Zone
from tests.games.harness.simulate import Step

Origin = tuple[int, int]


class Divergence(Exception):
    """Error for two worlds that differ in something that the viewer may know."""


def sees(game: Game, viewer: Seat | None, zone: Zone) -> bool:
    """Returns whether the game declares a zone open to a viewer."""
    sight = game.sights[zone.name]
    return sight is Sight.ALL or (sight is Sight.OWNER and viewer is not None and zone.seat == viewer)


class Arrival(NamedTuple):
    """A card's move from its pile into a set that the viewer does not see: the set and the number of the effect."""

    zone: Zone
    number: int


class Knowledge:
    """The knowledge of one viewer: `fixed` maps each place of a shuffle that the viewer knows to its face.

    dealt: the faces at all places of each shuffle; loose: the places known only from cards that left a set; arrivals:
    how cards came into unseen sets; passed: the next unseen set of each card that moved on.
    """

    def __init__(self, game: Game, viewer: Seat | None) -> None:
        self.game, self.viewer = game, viewer
        self.origins: dict[CardId, Origin] = {}
        self.fixed: dict[Origin, Face] = {}
        self.dealt: dict[Origin, Face] = {}
        self.loose: set[Origin] = set()
        self.arrivals: dict[Origin, Arrival] = {}
        self.passed: dict[Origin, Zone] = {}
        self._moves = 0

    def follow(self, step: Step) -> None:
        """Updates the knowledge with the complete effects of an event."""
        next_card = step.before.next_card
        for effect in step.outcome.effects:
            if isinstance(effect, Moved):
                self._moved(effect)
                next_card += len(effect.to)
            elif isinstance(effect, Shuffled):
                self._shuffled(effect, next_card)
                next_card += effect.size
            elif isinstance(effect, Shown):
                self._shown(effect)

    def needs(self, state: State) -> dict[Zone, list[tuple[int, Face]]]:
        """Returns the cards in unseen zones that the viewer sees later, as places and faces."""
        needed: dict[Zone, list[tuple[int, Face]]] = {}
        for zone, cards in state.zones.items():
            if not sees(self.game, self.viewer, zone):
                seen_later = [(at, card or 0) for at, card in enumerate(cards) if self._is_seen_later(card)]
                needed[zone] = [(at, state.faces[card]) for at, card in seen_later]
        return needed

    def _is_seen_later(self, card: CardId | None) -> bool:
        return self.origins.get(card or 0) in self.fixed

    def _shuffled(self, effect: Shuffled, first: CardId) -> None:
        for place, face in enumerate(effect.faces or ()):
            self.origins[first + place] = (effect.draw["k"], place)
            self.dealt[effect.draw["k"], place] = face

    def _moved(self, moved: Moved) -> None:
        origins = tuple(self.origins.get(card or 0) for card in moved.cards)
        self.origins.update((to or 0, origin) for to, origin in zip(moved.to, origins, strict=True) if origin)
        self._moves += 1
        if sees(self.game, self.viewer, moved.src) or sees(self.game, self.viewer, moved.dst):
            self._learn(origins, moved.faces, moved.src)
            return
        for origin in filter(None, origins):
            if moved.dst.name in self.game.sets and origin not in self.arrivals:
                self.arrivals[origin] = Arrival(moved.dst, self._moves)
            elif moved.dst.name in self.game.sets:
                self.passed[origin] = moved.dst

    def _shown(self, shown: Shown) -> None:
        if shown.to is None or self.viewer in shown.to or sees(self.game, self.viewer, shown.zone):
            self._learn(tuple(self.origins.get(card or 0) for card in shown.cards), shown.faces, shown.zone)

    def _learn(self, origins: tuple[Origin | None, ...], faces: tuple[Face | None, ...], zone: Zone) -> None:
        for origin, face in zip(origins, faces, strict=True):
            if origin is None or face is None or origin in self.fixed:
                continue
            self.fixed[origin] = face
            if origin in self.arrivals and zone.name in self.game.sets:
                self.loose.add(origin)


def fits(needed: dict[Zone, list[tuple[int, Face]]], state: State, sets: frozenset[str]) -> bool:
    """Returns whether the cards that a viewer sees later are in their sets, or at their places in piles."""
    for zone, cards in needed.items():
        there = [state.faces[card or 0] for card in state.zones.get(zone, ())]
        if zone.name in sets and not Counter(face for _, face in cards) <= Counter(there):
            return False
        if zone.name not in sets and any(at >= len(there) or there[at] != face for at, face in cards):
            return False
    return True


STAYING, DEALT_OTHERWISE, IN_ANOTHER_ORDER, EXCHANGED = range(4)


def placed(learnt: Knowledge, manner: int, draws: Draws) -> dict[Origin, Face]:
    """Returns the places of shuffles with the faces that they need in a world that looks the same.

    manner: the treatment of the cards that left a set. They stay where they were dealt; they change places with other
    cards of the same deal into the same set; or one card changes places with a card that entered this set at another
    time, or that entered the set to which it moved later.
    """
    if manner == STAYING or not learnt.loose:
        return dict(learnt.fixed)
    if manner == DEALT_OTHERWISE:
        return _dealt_otherwise(learnt, draws)
    one = _one_of(sorted(learnt.loose), draws)
    if manner == EXCHANGED:
        one = _one_of(sorted(learnt.loose & learnt.passed.keys()) or [one], draws)
    set_of_one = learnt.passed.get(one) if manner == EXCHANGED else learnt.arrivals[one].zone
    others = [other for other, arrival in learnt.arrivals.items() if arrival.zone == set_of_one and other[0] == one[0]]
    others = [other for other in others if other not in learnt.fixed or other in learnt.loose]
    faces = dict(learnt.fixed)
    if others:
        other = _one_of(sorted(others), draws)
        faces[one], faces[other] = learnt.dealt[other], learnt.dealt[one]
    return faces


def _dealt_otherwise(learnt: Knowledge, draws: Draws) -> dict[Origin, Face]:
    """Places all loose cards at random among the places of their deals."""
    deals: dict[tuple[int, Arrival], list[Origin]] = defaultdict(list)
    for origin, arrival in learnt.arrivals.items():
        if origin not in learnt.fixed or origin in learnt.loose:
            deals[origin[0], arrival].append(origin)
    faces = {origin: face for origin, face in learnt.fixed.items() if origin not in learnt.loose}
    for places in deals.values():
        known_faces = [learnt.fixed[origin] for origin in places if origin in learnt.loose]
        faces.update(zip(shuffled(sorted(places), draws), known_faces, strict=False))
    return faces


def _one_of(origins: list[Origin], draws: Draws) -> Origin:
    return origins[draws.below(len(origins))]


def rigged(game: Game, learnt: Knowledge, faces: dict[Origin, Face], again: int, draws: Draws) -> Game:
    """Returns the same rules with a dealer whose shuffles put these faces in their places and redeal the other cards.

    again: the number of places of a shuffle to redeal (0: all). The other places keep their cards where possible, so
    that hands remain consistent with their owners' public moves.
    """

    def order_of(fair: Shuffled, before: dict[int, Face]) -> Sequence[int]:
        return _order(before, *_required_faces(learnt, faces, fair.draw["k"], again, draws), draws)

    return reshuffled(game, order_of)


def reshuffled(game: Game, order_of: Callable[[Shuffled, dict[int, Face]], Sequence[int]]) -> Game:
    """Returns the same rules with a dealer that replaces the order of each shuffle.

    order_of: the new order for an effect and the faces by place before the shuffle.
    """

    class Rigged(game.dealer):  # type: ignore[name-defined, misc]
        def shuffle(self, pile: Zone) -> None:
            super().shuffle(pile)
            fair = self.effects[-1]
            before = dict(zip(fair.order, fair.faces, strict=True))
            order = tuple(order_of(fair, before))
            after = tuple(before[place] for place in order)
            self.effects[-1] = fair.replaced({"order": order, "faces": after})
            self.state.faces.update(zip(self.state.zones.get(pile, ()), after, strict=True))

    other: Any = copy.copy(game)
    other.dealer = Rigged
    return other  # type: ignore[no-any-return]


def _required_faces(
    learnt: Knowledge, faces: dict[Origin, Face], number: int, again: int, draws: Draws
) -> tuple[dict[int, Face], dict[int, Face]]:
    """Returns the faces that places of a shuffle must have, and the preferred faces of other places."""
    fixed = {place: face for (k, place), face in faces.items() if k == number}
    unseen = {place: face for (k, place), face in learnt.dealt.items() if k == number and place not in fixed}
    return fixed, {place: unseen[place] for place in shuffled(sorted(unseen), draws)[again:]} if again else {}


def _order(before: dict[int, Face], fixed: dict[int, Face], wished: dict[int, Face], draws: Draws) -> tuple[int, ...]:
    """Returns a random order of the faces: `fixed` ones in their places, and `wished` ones where possible."""
    lying = defaultdict(list)
    for place in shuffled(sorted(before), draws):
        lying[before[place]].append(place)
    chosen = {}
    for place, face in (*fixed.items(), *wished.items()):
        if place < len(before) and lying[face]:
            chosen[place] = lying[face].pop()
        elif place < len(before) and place in fixed:
            raise Divergence(f"there is no {face!r} in the pile for a place where the viewer saw one")
    rest = iter(shuffled(sorted(place for places in lying.values() for place in places), draws))
    return tuple(chosen[place] if place in chosen else next(rest) for place in range(len(before)))


def with_cards(value: Any, counterparts: Mapping[CardId, CardId]) -> Any:
    """Returns a value with its cards replaced."""
    if type(value) is int:
        return counterparts.get(value, value)
    if isinstance(value, Mapping):
        return {key: with_cards(item, counterparts) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [with_cards(item, counterparts) for item in value]
    return value
