"""The view of one seat, and samples of the states that agree with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Self

from games.kernel.deck import CardId, Face, counted
from games.kernel.knowledge.memory import Known
from games.kernel.rng import Draws, shuffled
from games.kernel.state import ONE_BACK, Backs, Prompt, Seat, Sight, State, T, Table, Zone, zone_order

SEEN = ("viewer", *(name for name in Table.data_fields if name not in ("draws", "next_card", "next_prompt")))


class View(Table):
    """A table as one seat sees it (viewer None: a spectator). Rules about legal moves read only this.

    known: the cards that the seat knows but cannot see now.
    """

    __slots__ = ("viewer", "known")
    viewer: Seat | None
    known: tuple[Known, ...]

    def copied(self) -> Self:
        copy = super().copied()
        copy.viewer, copy.known = self.viewer, self.known
        return copy

    def __eq__(self, other: object) -> bool:
        """Returns whether two views of one seat are equal, except for counters."""
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in SEEN)

    __hash__ = None

    @property
    def me(self) -> Seat:
        """The viewer, if it is a seat."""
        assert self.viewer is not None, "a spectator is never prompted"
        return self.viewer


class Window(View):
    """A view that hides cards when they are read, without a copy; used to compute legal moves."""

    __slots__ = ("_state",)

    def __init__(self, state: State, viewer: Seat | None, known: tuple[Known, ...] = ()) -> None:
        self._state, self.viewer, self.known = state, viewer, known
        self.seats, self.options, self.public = state.seats, state.options, state.public
        self.sight, self.sets = state.sight, state.sets
        self.prompts, self.standings, self.scores = state.prompts, state.standings, state.scores
        self.draws, self.next_card, self.next_prompt = state.draws, state.next_card, state.next_prompt
        self._derived = state._derived

    def cards(self, name: str, seat: Seat | None = None, number: int | None = None) -> tuple[CardId, ...]:
        cards = self._state.zones.get((name, seat, number), ())  # type: ignore[call-overload]
        sight = self.sight[name]
        if sight is Sight.ALL or (sight is Sight.OWNER and seat is not None and seat == self.viewer):
            return cards  # type: ignore[no-any-return]
        return (None,) * len(cards)  # type: ignore[return-value]

    def size(self, name: str, seat: Seat | None = None, number: int | None = None) -> int:
        return len(self._state.zones.get((name, seat, number), ()))  # type: ignore[call-overload]

    def surveyed(self, survey: Callable[[Table], T]) -> T:
        return self._state.surveyed(survey)

    def face(self, card: CardId) -> Face:
        return self._state.faces[card]

    @property
    def places(self) -> Collection[Zone]:
        return self._state.zones.keys()

    @property
    def open_prompts(self) -> tuple[Prompt, ...]:
        return self._state.open_prompts

    @property
    def zones(self) -> dict[Zone, tuple[CardId | None, ...]]:  # type: ignore[override]
        return dict(_zones_seen(self._state, self.viewer))

    @property
    def faces(self) -> dict[CardId, Face]:  # type: ignore[override]
        return _faces_seen(self._state, self.zones)


def view_of(state: State, viewer: Seat | None, known: tuple[Known, ...] = ()) -> View:
    """Returns the view that a seat has of a state (None: a spectator)."""
    view = View(state.seats, state.options, state.sight, state.public, state.sets)
    view.viewer, view.known = viewer, known
    view.zones = dict(_zones_seen(state, viewer))
    view.faces = _faces_seen(state, view.zones)
    view.prompts, view.standings, view.scores = state.prompts.copy(), state.standings, state.scores
    view.draws, view.next_card, view.next_prompt = state.draws, state.next_card, state.next_prompt
    return view


def _zones_seen(state: State, viewer: Seat | None) -> Iterator[tuple[Zone, tuple[CardId | None, ...]]]:
    for zone, cards in state.zones.items():
        yield zone, cards if state.sees(viewer, zone) else (None,) * len(cards)


def _faces_seen(state: State, zones: dict[Zone, tuple[CardId | None, ...]]) -> dict[CardId, Face]:
    return {card: state.faces[card] for cards in zones.values() for card in cards if card is not None}


def sample_world(view: View, box: Iterable[Face], draws: Draws, backs: Backs = ONE_BACK) -> State:
    """Returns a random state with this view: deals the unseen cards again, consistent with the viewer's knowledge.

    The state depends only on the content of the view, so a view read from JSON yields the same states. box: the faces
    of all cards of the match; backs: the game's backs, since an unseen card only gets faces with its back.
    """
    return UnseenCards(view, box, backs).dealt(draws)


class HiddenZone(NamedTuple):
    """A zone whose cards the viewer cannot see. known: the cards that the viewer knows there; back: the cards' back."""

    zone: Zone
    size: int
    known: list[Known] | None
    back: str
    is_set: bool


class UnseenCards:
    """The unseen cards of a view, to deal any number of states with this view (`sample_world`).

    Computes once what all these states share. The view must not change in the meantime.
    """

    __slots__ = ("_view", "_backs", "_seen", "_next_card", "_faces", "_zones", "_hidden")

    def __init__(self, view: View, box: Iterable[Face], backs: Backs = ONE_BACK) -> None:
        seen = view.faces
        self._view, self._backs = view, backs
        self._seen = {card: seen[card] for card in sorted(seen)}
        self._next_card = 1 + max(seen, default=-1)
        self._faces = _unseen(view, seen, box)
        known: dict[Zone, list[Known]] = {}
        for entry in view.known:
            known.setdefault(entry.zone, []).append(entry)
        zones = sorted(view.zones.items(), key=lambda item: zone_order(item[0]))
        self._zones = dict(zones)
        self._hidden = [
            HiddenZone(zone, len(cards), known.get(zone), backs.of_zone.get(zone.name, ""), zone.name in view.sets)
            for zone, cards in zones
            if cards and cards[0] is None
        ]

    def dealt(self, draws: Draws) -> State:
        """Returns a random state."""
        view = self._view
        world = State(view.seats, view.options, view.sight, view.public, view.sets)
        world.faces, world.zones, world.next_card = self._seen.copy(), self._zones.copy(), self._next_card
        rest = self._shuffled(draws)
        for zone, size, known, back, is_set in self._hidden:
            faces = _places(size, known, rest.get(back, []), draws)
            world.zones[zone] = _dealt(world, sorted(faces) if is_set else faces)
        world.prompts, world.standings, world.scores = view.prompts.copy(), view.standings, view.scores
        world.next_prompt = 1 + max(view.prompts, default=-1)
        return world

    def _shuffled(self, draws: Draws) -> dict[str, list[Face]]:
        """Returns the unseen faces in random order, by their backs."""
        faces = shuffled(self._faces, draws)
        if self._backs is ONE_BACK:
            return {"": list(faces)}
        rest: dict[str, list[Face]] = {"": []}
        for face in faces:
            rest.setdefault(self._backs.of_face(face), []).append(face)
        return rest


def _unseen(view: View, seen: Mapping[CardId, Face], box: Iterable[Face]) -> list[Face]:
    """Returns the faces that the viewer neither sees nor knows, in order."""
    unseen = counted(box)
    for face in seen.values():
        unseen[face] = unseen.get(face, 0) - 1
    for entry in view.known:
        unseen[entry.face] = unseen.get(entry.face, 0) - 1
    return [face for face, number in sorted(unseen.items()) for _ in range(number)]


def _dealt(world: State, faces: Sequence[Face]) -> tuple[CardId, ...]:
    """Adds cards of these faces to a world; returns their ids."""
    first = world.next_card
    world.next_card += len(faces)
    cards = tuple(range(first, world.next_card))
    world.faces.update(zip(cards, faces, strict=True))
    return cards


def _places(size: int, here: list[Known] | None, rest: list[Face], draws: Draws) -> list[Face]:
    """Returns faces for the cards of a hidden zone: faces with known positions, then other known faces, then any faces.

    here: the known cards of that zone.
    """
    if not here:  # the other faces are already in random order
        faces = rest[len(rest) - size :]
        del rest[len(rest) - size :]
        return faces
    fixed = {entry.position: entry.face for entry in here if entry.position is not None}
    loose = [entry.face for entry in here if entry.position is None]
    others = shuffled(loose + [rest.pop() for _ in range(size - len(here))], draws)
    free = iter(others)
    return [fixed[place] if place in fixed else next(free) for place in range(size)]
