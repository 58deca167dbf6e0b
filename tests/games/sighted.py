"""A naive account of who has seen which card, and a dealer who deals the rest anew.

A card is followed by the truth of the log from the place where a shuffle put it (its origin). A viewer has learnt it
when it came to or left a zone that the game declares open to the viewer, or when it was shown to the viewer.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from typing import Any

from games.kernel.deck import CardId, Face
from games.kernel.effect import Moved, Shown, Shuffled
from games.kernel.game import Game
from games.kernel.rng import Draws, shuffled
from games.kernel.state import Seat, Sight, Zone
from tests.games.simulate import Step

Origin = tuple[int, int]
Ways = list[tuple[Origin | None, ...]]


class Divergence(Exception):
    """The two worlds differ in something that the viewer may rightly know."""


def sees(game: Game, viewer: Seat | None, zone: Zone) -> bool:
    """Whether the game declares a zone open to a viewer."""
    sight = game.sights[zone.name]
    return sight is Sight.ALL or (sight is Sight.OWNER and viewer is not None and zone.seat == viewer)


class Learnt:
    """What one viewer has learnt: `fixed` gives the faces at those places of each shuffle that he knows.

    dealt: the faces at all places of each shuffle.
    """

    def __init__(self, game: Game, viewer: Seat | None) -> None:
        self.game, self.viewer = game, viewer
        self.origins: dict[CardId, Origin] = {}
        self.fixed: dict[Origin, Face] = {}
        self.dealt: dict[Origin, Face] = {}

    def copied(self) -> Learnt:
        """The same account, to go on from separately."""
        other = copy.copy(self)
        other.origins, other.fixed = dict(self.origins), dict(self.fixed)
        return other

    def follow(self, step: Step) -> Ways:
        """Takes in the true effects of a row; gives the origins of the cards in each move the viewer cannot see."""
        ways, next_card = [], step.before.next_card
        for effect in step.act.effects:
            if isinstance(effect, Moved):
                ways.append(self._moved(effect))
                next_card += len(effect.to)
            elif isinstance(effect, Shuffled):
                self._shuffled(effect, next_card)
                next_card += effect.size
            elif isinstance(effect, Shown):
                self._shown(effect)
        return ways

    def _shuffled(self, effect: Shuffled, first: CardId) -> None:
        for place, face in enumerate(effect.faces or ()):
            self.origins[first + place] = (effect.draw["k"], place)
            self.dealt[effect.draw["k"], place] = face

    def _moved(self, moved: Moved) -> tuple[Origin | None, ...]:
        origins = tuple(self.origins.get(card or 0) for card in moved.cards)
        self.origins.update((to or 0, origin) for to, origin in zip(moved.to, origins, strict=True) if origin)
        if sees(self.game, self.viewer, moved.src) or sees(self.game, self.viewer, moved.dst):
            self._learn(origins, moved.faces)
            return ()
        return origins

    def _shown(self, shown: Shown) -> None:
        if shown.to is None or self.viewer in shown.to or sees(self.game, self.viewer, shown.zone):
            self._learn(tuple(self.origins.get(card or 0) for card in shown.cards), shown.faces)

    def _learn(self, origins: tuple[Origin | None, ...], faces: tuple[Face | None, ...]) -> None:
        self.fixed.update(
            {o: face for o, face in zip(origins, faces, strict=True) if o is not None and face is not None}
        )


def rigged(game: Game, learnt: Learnt, anew: int, draws: Draws) -> Game:
    """The same rules with a dealer whose shuffles put what is learnt in its place and deal the rest anew.

    anew: how many places of a shuffle are dealt anew (0: all); the others are dealt as before where that can be, so
    that hands still fit what their owners did in the open.
    """

    class Rigged(game.dealer):  # type: ignore[name-defined, misc]
        def shuffle(self, pile: Zone) -> None:
            super().shuffle(pile)
            fair = self.effects[-1]
            before = dict(zip(fair.order, fair.faces, strict=True))
            order = _order(before, *_wanted(learnt, fair.draw["k"], anew, draws), draws)
            faces = tuple(before[place] for place in order)
            self.effects[-1] = fair.replaced({"order": order, "faces": faces})
            self.state.faces.update(zip(self.state.zones.get(pile, ()), faces, strict=True))

    other: Any = copy.copy(game)
    other.dealer = Rigged
    return other  # type: ignore[no-any-return]


def _wanted(learnt: Learnt, number: int, anew: int, draws: Draws) -> tuple[dict[int, Face], dict[int, Face]]:
    """The faces that places of a shuffle must have, and those that others should have."""
    fixed = {place: face for (k, place), face in learnt.fixed.items() if k == number}
    unseen = {place: face for (k, place), face in learnt.dealt.items() if k == number and place not in fixed}
    return fixed, {place: unseen[place] for place in shuffled(sorted(unseen), draws)[anew:]} if anew else {}


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
