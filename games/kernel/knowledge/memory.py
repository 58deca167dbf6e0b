"""The knowledge of a seat about cards that it gave away, put on a deck or was shown, and cannot see any more.

A memory is a fold over the effects that the seat received, so it cannot leak hidden information. It infers by counting
(`bounds.py`), and its lower bounds are never wrong:

- a card known by its place in a pile is followed there and away from there;
- a card that leaves an unseen place may be a known card; until it is seen, the known card lies in either of two places.
  If all cards that left unseen return, the place holds its former cards; the last card of a place is followed;
- everybody sees all cards leave the box, so a card that lies in no other place is in the remaining place.

It draws no conclusions from the moves of a seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.kernel.deck import Face
from games.kernel.effect import Effect, Moved, Shown, Shuffled
from games.kernel.knowledge.bounds import Bounds
from games.kernel.state import Json, Seat, Sight, Zone


class Known(NamedTuple):
    """A known card: its face, its zone, and its position from the bottom of a pile (None: anywhere in the zone)."""

    zone: Zone
    position: int | None
    face: Face


class Memory:
    """One seat's memory of a match (viewer None: the memory of every spectator).

    _places: the known faces by position in each unseen pile, bottom first; _bounds: counts of the other cards.
    """

    def __init__(self, viewer: Seat | None, sight: Mapping[str, Sight]) -> None:
        self._viewer = viewer
        self._sight = sight
        self._places: dict[Zone, list[Face | None]] = {}
        self._bounds = Bounds()
        self._zones: dict[Zone, None] = {}
        self._known: tuple[Known, ...] | None = None

    def copied(self) -> Memory:
        """Returns an independent copy."""
        copy = Memory(self._viewer, self._sight)
        copy._places = {zone: pile.copy() for zone, pile in self._places.items()}
        copy._bounds, copy._zones, copy._known = self._bounds.copied(), self._zones.copy(), self._known
        return copy

    def to_json(self) -> dict[str, Json]:
        """Returns the memory as the server stores it."""
        return {
            "places": [[*zone, faces] for zone, faces in self._places.items()],
            "bounds": self._bounds.to_json(list),
            "zones": [list(zone) for zone in self._zones],
        }

    @classmethod
    def from_json(cls, viewer: Seat | None, sight: Mapping[str, Sight], value: Mapping[str, Json]) -> Memory:
        """Reads a memory from JSON."""
        memory = cls(viewer, sight)
        memory._places = {Zone(name, seat, number): list(faces) for name, seat, number, faces in value["places"]}
        memory._zones = dict.fromkeys(Zone(*zone) for zone in value["zones"])
        memory._bounds = Bounds.from_json(value["bounds"], lambda place: Zone(*place))
        return memory

    def learn(self, effects: Iterable[Effect]) -> None:
        """Folds in the next effects as this seat received them."""
        self._known = None
        for effect in effects:
            if isinstance(effect, Moved):
                self._moved(effect)
            elif isinstance(effect, Shuffled):
                self._loosen(effect.zone)
            elif isinstance(effect, Shown):
                self._shown(effect)

    @property
    def known(self) -> tuple[Known, ...]:
        """The known cards, zone by zone; cards with a known position come first."""
        if self._known is None:
            entries, loose = [], self._bounds.known(self._zones)
            for zone in self._zones:
                places = self._places.get(zone, ())
                entries += [Known(zone, place, face) for place, face in enumerate(places) if face is not None]
                entries += [Known(zone, None, face) for face in loose.get(zone, Counter()).elements()]
            self._known = tuple(sorted(entries, key=_order))
        return self._known

    def _sees(self, zone: Zone) -> bool:
        sight = self._sight[zone.name]
        return sight is Sight.ALL or (sight is Sight.OWNER and zone.seat is not None and zone.seat == self._viewer)

    def _is_pile(self, zone: Zone) -> bool:
        return self._sight[zone.name] is Sight.NOBODY

    def _pile(self, zone: Zone) -> list[Face | None]:
        return self._places.setdefault(zone, [])

    def _loosen(self, zone: Zone) -> None:
        """Forgets the positions in a pile, but not its faces."""
        pile = self._pile(zone)
        self._zones[zone] = None
        self._bounds.arrive(zone, Counter(face for face in pile if face is not None))
        pile[:] = [None] * len(pile)

    def _moved(self, moved: Moved) -> None:
        faces, unseen = list(moved.faces), 0
        if not self._sees(moved.src):
            faces, unseen = self._taken(moved)
        elif not self._sees(moved.dst):
            self._bounds.grow(moved.dst, faces.count(None))
        if not self._sees(moved.dst):
            self._put(moved, faces, unseen)

    def _taken(self, moved: Moved) -> tuple[list[Face | None], int]:
        """Removes cards from an unseen zone; returns the known faces among them and the number of unknown cards."""
        known = self._by_place(moved) if self._is_pile(moved.src) else [None] * len(moved.faces)
        for seen, face in zip(moved.faces, known, strict=True):
            if seen is not None and face is None:
                self._bounds.leave(moved.src, seen)
        faces = [seen if seen is not None else face for seen, face in zip(moved.faces, known, strict=True)]
        return faces, faces.count(None)

    def _by_place(self, moved: Moved) -> list[Face | None]:
        """Removes cards from an unseen pile; cards taken by chance are unknown."""
        pile = self._pile(moved.src)
        if moved.at is None:
            self._loosen(moved.src)
            del pile[len(pile) - len(moved.faces) :]
            return [None] * len(moved.faces)
        known, gone = [pile[place] for place in moved.at], set(moved.at)
        pile[:] = [face for place, face in enumerate(pile) if place not in gone]
        return known

    def _put(self, moved: Moved, faces: Sequence[Face | None], unseen: int) -> None:
        """Puts cards into an unseen zone."""
        dst = moved.dst
        self._zones[dst] = None
        self._bounds.move(unseen, moved.src, dst)
        if self._is_pile(dst):
            pile = self._pile(dst)
            index = len(pile) if moved.index is None else moved.index
            pile[index:index] = faces
        else:
            self._bounds.arrive(dst, Counter(face for face in faces if face is not None))

    def _shown(self, shown: Shown) -> None:
        if self._sees(shown.zone) or any(face is None for face in shown.faces):
            return
        faces = [face for face in shown.faces if face is not None]
        if shown.at is None:
            self._bounds.show(shown.zone, Counter(faces))
            return
        pile = self._pile(shown.zone)
        for place, face in zip(shown.at, faces, strict=True):
            if pile[place] is None:
                pile[place] = face
                self._bounds.leave(shown.zone, face)


def _order(known: Known) -> tuple[str, int, int, int, str]:
    zone = known.zone
    return (
        zone.name,
        -1 if zone.seat is None else zone.seat,
        -1 if zone.number is None else zone.number,
        -1 if known.position is None else known.position,
        known.face,
    )
