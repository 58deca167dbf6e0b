"""What a seat has learnt of cards it cannot see now, and may have forgotten: given away, put on a deck, been shown.

A memory is a fold over the effects as the seat was told them, and over nothing else; so it can betray nothing.
It keeps lower bounds: when cards leave a hand unseen, each of them may have been any of those known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.kernel.deck import Face
from games.kernel.effect import Effect, Moved, Shown, Shuffled
from games.kernel.state import Seat, Sight, Zone


class Known(NamedTuple):
    """A card of that face lies in a zone, at that place from the bottom of a pile, or (None) somewhere in it."""

    zone: Zone
    position: int | None
    face: Face


class _Hidden:
    """One zone the seat cannot see: its size, what is known by place (piles), and what is somewhere in it."""

    __slots__ = ("places", "loose")

    def __init__(self) -> None:
        self.places: list[Face | None] = []
        self.loose: Counter[Face] = Counter()

    def loosen(self) -> None:
        """Places no longer mean anything."""
        self.loose.update(face for face in self.places if face is not None)
        self.places = [None] * len(self.places)

    def leave(self, told: Sequence[Face | None]) -> Counter[Face]:
        """Cards leave, nobody says from where; gives what is known of them beyond what was told."""
        everything = len(told) == len(self.places)
        self.loosen()
        del self.places[len(self.places) - len(told) :]
        self.loose.subtract(face for face in told if face is not None)
        unseen = sum(face is None for face in told)
        carried = +self.loose if everything and unseen == len(told) else Counter[Face]()
        self.loose = Counter({face: number - unseen for face, number in self.loose.items() if number > unseen})
        return carried

    def leave_from(self, at: Sequence[int], told: Sequence[Face | None]) -> list[Face | None]:
        """Cards leave from known places; gives their faces as far as they are told or known."""
        faces = [face if face is not None else self.places[place] for face, place in zip(told, at, strict=True)]
        loose = [face for face, place in zip(faces, at, strict=True) if self.places[place] is None]
        gone = set(at)
        self.places = [face for place, face in enumerate(self.places) if place not in gone]
        self.loose.subtract(face for face in loose if face is not None)
        unseen = sum(face is None for face in loose)
        self.loose = Counter({face: number - unseen for face, number in self.loose.items() if number > unseen})
        return faces


class Memory:
    """One seat's memory of a match (viewer None: what every spectator may remember)."""

    def __init__(self, viewer: Seat | None, sight: Mapping[str, Sight]) -> None:
        self._viewer = viewer
        self._sight = sight
        self._zones: dict[Zone, _Hidden] = {}

    def learn(self, effects: Iterable[Effect]) -> None:
        """Takes in effects as this seat was told them, in order, from the first of the match on."""
        for effect in effects:
            if isinstance(effect, Moved):
                self._moved(effect)
            elif isinstance(effect, Shuffled):
                self._hidden(effect.zone).loosen()
            elif isinstance(effect, Shown):
                self._shown(effect)

    @property
    def known(self) -> tuple[Known, ...]:
        """What is known, zone by zone, places first."""
        entries = []
        for zone, hidden in self._zones.items():
            entries += [Known(zone, place, face) for place, face in enumerate(hidden.places) if face is not None]
            entries += [Known(zone, None, face) for face in sorted(hidden.loose.elements())]
        return tuple(sorted(entries, key=_order))

    def _hidden(self, zone: Zone) -> _Hidden:
        return self._zones.setdefault(zone, _Hidden())

    def _sees(self, zone: Zone) -> bool:
        sight = self._sight[zone.name]
        return sight is Sight.ALL or (sight is Sight.OWNER and zone.seat is not None and zone.seat == self._viewer)

    def _moved(self, moved: Moved) -> None:
        faces: list[Face | None] = list(moved.faces)
        carried: Counter[Face] = Counter()
        if not self._sees(moved.src):
            src = self._hidden(moved.src)
            if moved.at is None:
                carried = src.leave(faces)
            else:
                faces = src.leave_from(moved.at, faces)
        if not self._sees(moved.dst):
            dst = self._hidden(moved.dst)
            is_pile = self._sight[moved.dst.name] is Sight.NOBODY
            if not is_pile:
                dst.loose.update(face for face in faces if face is not None)
            places = faces if is_pile else [None] * len(faces)
            index = len(dst.places) if moved.index is None else moved.index
            dst.places[index:index] = places
            dst.loose.update(carried)

    def _shown(self, shown: Shown) -> None:
        if self._sees(shown.zone) or any(face is None for face in shown.faces):
            return
        hidden = self._hidden(shown.zone)
        if shown.at is None:
            for face, number in Counter(shown.faces).items():
                hidden.loose[face] = max(hidden.loose[face], number)  # type: ignore[index]
            return
        for place, face in zip(shown.at, shown.faces, strict=True):
            if hidden.places[place] is None and face is not None:
                hidden.places[place] = face
                if hidden.loose[face] > 0:
                    hidden.loose[face] -= 1


def _order(known: Known) -> tuple[str, int, int, int, str]:
    zone = known.zone
    return (
        zone.name,
        -1 if zone.seat is None else zone.seat,
        -1 if zone.number is None else zone.number,
        -1 if known.position is None else known.position,
        known.face,
    )
