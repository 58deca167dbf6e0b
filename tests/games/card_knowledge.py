"""A naive account of who has seen which card, and a dealer that deals the other cards again.

A card is followed by the truth of the log from the place where a shuffle put it (its origin). A viewer has learnt it
when it came to or left a zone that the game declares open to the viewer, or when it was shown to the viewer. If it was
seen only as it left a set, its origin is loose: any other card that came into that set may have been this one.
"""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from games.kernel.deck import CardId, Face
from games.kernel.effect import Moved, Shown, Shuffled
from games.kernel.game import Game
from games.kernel.rng import Draws, shuffled
from games.kernel.state import Seat, Sight, State, Zone
from tests.games.simulate import Step

Origin = tuple[int, int]


class Divergence(Exception):
    """The two worlds differ in something that the viewer may rightly know."""


def sees(game: Game, viewer: Seat | None, zone: Zone) -> bool:
    """Whether the game declares a zone open to a viewer."""
    sight = game.sights[zone.name]
    return sight is Sight.ALL or (sight is Sight.OWNER and viewer is not None and zone.seat == viewer)


class Arrival(NamedTuple):
    """How a card came from its pile into a set that the viewer does not see: which set, and in which effect."""

    zone: Zone
    number: int


class Knowledge:
    """What one viewer has learnt: `fixed` maps those places of each shuffle that the viewer knows to their faces.

    dealt: the faces at all places of each shuffle; loose: the places that are known by what left a set, and only so;
    arrivals: how cards came into unseen sets; passed: the unseen set to which a card went on from there.
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
        """Takes in the true effects of a row."""
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
        """The cards in unseen zones that the viewer sees later: their places and faces."""
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
    """Whether the cards that a viewer sees later lie where they must: in their sets, at their places of piles."""
    for zone, cards in needed.items():
        there = [state.faces[card or 0] for card in state.zones.get(zone, ())]
        if zone.name in sets and not Counter(face for _, face in cards) <= Counter(there):
            return False
        if zone.name not in sets and any(at >= len(there) or there[at] != face for at, face in cards):
            return False
    return True


STAYING, DEALT_OTHERWISE, IN_ANOTHER_ORDER, EXCHANGED = range(4)


def placed(learnt: Knowledge, manner: int, draws: Draws) -> dict[Origin, Face]:
    """Places of shuffles with the faces that they must have in a world which looks the same.

    manner: the cards that left a set stay where they were dealt; change places with others of the same deal into the
    same set; or one of them does so with one that came to this set at another time, or to the set where it went later.
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
    """All loose cards at any places of the deals in which they came."""
    deals: dict[tuple[int, Arrival], list[Origin]] = defaultdict(list)
    for origin, arrival in learnt.arrivals.items():
        if origin not in learnt.fixed or origin in learnt.loose:
            deals[origin[0], arrival].append(origin)
    faces = {origin: face for origin, face in learnt.fixed.items() if origin not in learnt.loose}
    for places in deals.values():
        seen = [learnt.fixed[origin] for origin in places if origin in learnt.loose]
        faces.update(zip(shuffled(sorted(places), draws), seen, strict=False))
    return faces


def _one_of(origins: list[Origin], draws: Draws) -> Origin:
    return origins[draws.below(len(origins))]


def rigged(game: Game, learnt: Knowledge, faces: dict[Origin, Face], again: int, draws: Draws) -> Game:
    """The same rules with a dealer whose shuffles put these faces in their places and deal the other cards again.

    anew: how many places of a shuffle are dealt again (0: all); the others are dealt as before where that can be, so
    that hands still fit what their owners did in the open.
    """

    class Rigged(game.dealer):  # type: ignore[name-defined, misc]
        def shuffle(self, pile: Zone) -> None:
            super().shuffle(pile)
            fair = self.effects[-1]
            before = dict(zip(fair.order, fair.faces, strict=True))
            order = _order(before, *_wanted(learnt, faces, fair.draw["k"], again, draws), draws)
            after = tuple(before[place] for place in order)
            self.effects[-1] = fair.replaced({"order": order, "faces": after})
            self.state.faces.update(zip(self.state.zones.get(pile, ()), after, strict=True))

    other: Any = copy.copy(game)
    other.dealer = Rigged
    return other  # type: ignore[no-any-return]


def _wanted(
    learnt: Knowledge, faces: dict[Origin, Face], number: int, again: int, draws: Draws
) -> tuple[dict[int, Face], dict[int, Face]]:
    """The faces that places of a shuffle must have, and those that others should have."""
    fixed = {place: face for (k, place), face in faces.items() if k == number}
    unseen = {place: face for (k, place), face in learnt.dealt.items() if k == number and place not in fixed}
    return fixed, {place: unseen[place] for place in shuffled(sorted(unseen), draws)[again:]} if again else {}


def _order(before: dict[int, Face], fixed: dict[int, Face], wished: dict[int, Face], draws: Draws) -> tuple[int, ...]:
    """An order with these faces in these places, where possible those in those, and any others in the rest."""
    lying = defaultdict(list)
    for place in shuffled(sorted(before), draws):
        lying[before[place]].append(place)
    taken = {}
    for place, face in (*fixed.items(), *wished.items()):
        if place < len(before) and lying[face]:
            taken[place] = lying[face].pop()
        elif place < len(before) and place in fixed:
            raise Divergence(f"there is no {face!r} in the pile for a place where the viewer saw one")
    rest = iter(shuffled(sorted(place for places in lying.values() for place in places), draws))
    return tuple(taken[place] if place in taken else next(rest) for place in range(len(before)))
