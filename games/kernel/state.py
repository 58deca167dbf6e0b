"""Tables: cards in zones, the public state, and the open prompts.

`State` is the whole truth, and `View` (in `view.py`) is the part that one seat may see. Both have the same data and
methods; a view has `None` for a card whose face the viewer cannot see. Only cards and sealed answers are hidden; every
number is public.

A card keeps its id until it leaves its zone, so a seat that sees a card only in passing cannot follow it. Ids are
numbered in the order in which cards arrive, so they reveal nothing either.

A zone is a pile, whose cards keep their order, or a set (`sets`: a hand, a bank), whose cards have no order. The cards
of a set are stored in canonical order, by face and then by id. They leave in this order, so that their arrival order
stays hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from games.kernel.deck import CardId, Face
from games.kernel.extensible import Extensible
from games.kernel.options import Options

Seat = int
Json = Any
S = TypeVar("S")
T = TypeVar("T")
N = TypeVar("N", bound=tuple[Any, ...])

SCALARS = frozenset((int, str, bool, type(None)))


class Sight(Enum):
    """The seats that see the faces in a zone. A zone that nobody sees is a pile: ordered, with its top card last."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"


class Zone(NamedTuple):
    """A place for cards: `Zone("stall", 2, 1)` is the first stack of seat 2's stall."""

    name: str
    seat: Seat | None = None
    number: int | None = None


class Backs(NamedTuple):
    """The backs of cards, which everybody sees: by face, and by the name of a zone in which cards lie unseen.

    In all other zones the back is the empty word.
    """

    of_face: Callable[[Face], str]
    of_zone: Mapping[str, str]


ONE_BACK = Backs(lambda face: "", {})


class Prompt(NamedTuple):
    """A prompt and the seats that it addresses; all members are public.

    mode: `once` (each seat answers once) or `open` (any seat acts, any number of times). parent: the prompt that waits
    until this prompt closes. beside: whether neither prompt waits for the other. after: the seconds until the clock
    answers, or None. window: the seconds before an answer takes effect. arrived: the seats whose answer to a sealed
    prompt is known to have arrived.
    """

    id: int
    parent: int | None
    phase: str
    mode: str
    seats: tuple[Seat, ...]
    data: Mapping[str, Json]
    after: int | None = None
    window: int | None = None
    beside: bool = False
    arrived: tuple[Seat, ...] = ()


class Move(NamedTuple):
    """A seat's choice: a verb and its arguments."""

    verb: str
    args: Mapping[str, Json] = {}


@dataclass(frozen=True)
class Public(metaclass=Extensible):
    """The public state; each game adds its own fields: integers, words, booleans, tuples, mappings.

    left: the seats that have resigned, in order.
    """

    left: tuple[Seat, ...] = ()

    def changed(self, to: Mapping[str, Json]) -> Self:
        """Returns a copy with some fields replaced."""
        copy = object.__new__(type(self))
        object.__setattr__(copy, "__dict__", {**self.__dict__, **to})
        return copy


DATA_FIELDS = (
    "seats",
    "options",
    "sight",
    "sets",
    "zones",
    "faces",
    "public",
    "prompts",
    "standings",
    "scores",
    "draws",
    "next_card",
    "next_prompt",
)


class Table:
    """The data and methods that states and views share.

    sight: for each kind of zone, who sees its faces. sets: the kinds of zones without order. zones: the ids of their
    cards, top card last, sets in canonical order. faces: the faces of the visible cards. prompts: the unclosed prompts,
    by id. standings: the seats by place, tied seats together, once the match is over. draws, next_card, next_prompt:
    counters.
    """

    __slots__ = (*DATA_FIELDS, "_derived", "_surveyed", "_opened")
    data_fields: ClassVar[tuple[str, ...]] = DATA_FIELDS

    seats: int
    options: Any
    sight: Mapping[str, Sight]
    sets: frozenset[str]
    zones: dict[Zone, tuple[CardId | None, ...]]
    faces: dict[CardId, Face]
    public: Any
    prompts: dict[int, Prompt]
    standings: tuple[tuple[Seat, ...], ...] | None
    scores: tuple[int, ...] | None
    draws: int
    next_card: int
    next_prompt: int

    def __init__(
        self,
        seats: int,
        options: Options,
        sight: Mapping[str, Sight],
        public: Public,
        sets: frozenset[str] = frozenset(),
    ) -> None:
        self.seats, self.options, self.sight, self.public, self.sets = seats, options, sight, public, sets
        self.zones, self.faces, self.prompts = {}, {}, {}
        self.standings, self.scores = None, None
        self.draws = self.next_card = self.next_prompt = 0
        self._derived: dict[Any, tuple[Any, Any]] = {}
        self._surveyed: tuple[int, dict[Any, Any]] = -1, {}
        self._opened: tuple[tuple[Prompt, ...], tuple[Prompt, ...]] = (), ()

    def cards(self, name: str, seat: Seat | None = None, number: int | None = None) -> tuple[CardId, ...]:
        """Returns the cards of a zone, top card last.

        Unseen cards are None. The type says that they are ids, since rules only read the cards that they may see.
        """
        return self.zones.get((name, seat, number), ())  # type: ignore[call-overload, no-any-return]

    def size(self, name: str, seat: Seat | None = None, number: int | None = None) -> int:
        """Returns the number of cards in a zone; always public."""
        return len(self.zones.get((name, seat, number), ()))  # type: ignore[call-overload]

    def derived(self, derive: Callable[[Table, Zone], T], zone: Zone) -> T:
        """Returns a function's result for one zone, cached while the zone has the same tuple of cards.

        The function may read only the cards of that zone and their faces. Copies of a table share the cache.
        """
        cards = self.cards(*zone)
        entry = self._derived.get((derive, zone))
        if entry is None or entry[0] is not cards:
            entry = self._derived[derive, zone] = cards, derive(self, zone)
        result: T = entry[1]
        return result

    def read(self, read: Callable[[S], T], source: S) -> T:
        """Returns a function's result for one immutable value of the table, cached while it remains the same object."""
        entry = self._derived.get(read)
        if entry is None or entry[0] is not source:
            entry = self._derived[read] = source, read(source)
        result: T = entry[1]
        return result

    def surveyed(self, survey: Callable[[Table], T]) -> T:
        """Returns a function's result for all publicly visible cards, cached until a card moves.

        The function may read only these cards. Copies of a table share the cache until then.
        """
        at, results = self._surveyed
        if at != self.next_card:
            at, results = self._surveyed = self.next_card, {}
        result: T | None = results.get(survey)
        if result is None:
            result = results[survey] = survey(self)
        return result

    def face(self, card: CardId) -> Face:
        """Returns the face of a visible card."""
        return self.faces[card]

    @property
    def places(self) -> Collection[Zone]:
        """The zones that exist; always public."""
        return self.zones.keys()

    def numbers(self, name: str, seat: Seat | None = None) -> tuple[int, ...]:
        """Returns the numbers of the non-empty numbered zones of one name and seat, in order."""
        here = [n for zone_name, owner, n in self.places if n is not None and owner == seat and zone_name == name]
        return tuple(sorted(here))

    def sees(self, seat: Seat | None, zone: Zone) -> bool:
        """Returns whether a seat (None: a spectator) sees the faces in a zone."""
        sight = self.sight[zone.name]
        return sight is Sight.ALL or (sight is Sight.OWNER and zone.seat is not None and zone.seat == seat)

    def is_open(self, prompt: Prompt) -> bool:
        """Returns whether a prompt can be answered now: it is `beside` the others, or has no open prompts within it."""
        if prompt.id not in self.prompts:
            return False
        if prompt.beside or len(self.prompts) == 1:
            return True
        return all(p.parent != prompt.id or p.beside for p in self.prompts.values())

    @property
    def open_prompts(self) -> tuple[Prompt, ...]:
        """The prompts that can be answered now, oldest first; cached until the prompts change."""
        prompts = tuple(self.prompts.values())
        if prompts != self._opened[0]:
            parents = {p.parent for p in prompts if not p.beside}
            self._opened = prompts, tuple([p for p in prompts if p.beside or p.id not in parents])
        return self._opened[1]

    @property
    def is_over(self) -> bool:
        """True once the match has ended by its rules."""
        return self.standings is not None

    def copied(self) -> Self:
        """Returns an independent copy."""
        copy = type(self)(self.seats, self.options, self.sight, self.public, self.sets)
        copy.zones, copy.faces, copy.prompts = self.zones.copy(), self.faces.copy(), self.prompts.copy()
        copy.standings, copy.scores = self.standings, self.scores
        copy._derived, copy._surveyed, copy._opened = self._derived, self._surveyed, self._opened
        copy.draws, copy.next_card, copy.next_prompt = self.draws, self.next_card, self.next_prompt
        return copy

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in DATA_FIELDS)

    __hash__ = None  # type: ignore[assignment]


class State(Table):
    """The whole truth about a table; it never leaves the server."""

    __slots__ = ()


def tupled(kind: type[N], values: tuple[Any, ...]) -> N:
    """Returns a named tuple of these values; in compiled code, this is three times as fast as its constructor."""
    return tuple.__new__(kind, values)


def phase_name(phase: type) -> str:
    """Returns a phase's name in prompts and on the wire: `StopVote` is `stop_vote`."""
    return _snake(phase.__name__)


@cache
def _snake(name: str) -> str:
    return name[0].lower() + "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name[1:])


def canonical(cards: Iterable[CardId], faces: Mapping[CardId, Face]) -> tuple[CardId, ...]:
    """Returns cards in the order of a set: by face, equal faces by id.

    >>> canonical((7, 3, 5), {3: "b", 5: "a", 7: "a"})
    (5, 7, 3)
    """
    return tuple(sorted(sorted(cards), key=faces.__getitem__))


def zone_json(zone: Zone) -> dict[str, Json]:
    """Returns a zone as JSON."""
    return {"name": zone.name, "seat": zone.seat, "number": zone.number}


def zone_from(value: Mapping[str, Json]) -> Zone:
    """Reads a zone from JSON."""
    return tupled(Zone, (value["name"], value["seat"], value["number"]))


def prompt_from(value: Mapping[str, Json]) -> Prompt:
    """Reads a prompt from JSON, which states every field."""
    values = (
        value["id"],
        value["parent"],
        value["phase"],
        value["mode"],
        tuple(value["seats"]),
        freeze(value["data"]),
        value["after"],
        value["window"],
        value["beside"],
        tuple(value["arrived"]),
    )
    return tupled(Prompt, values)


def zone_order(zone: Zone) -> tuple[str, int, int]:
    """Returns the sort key of zones in JSON."""
    return zone.name, -1 if zone.seat is None else zone.seat, -1 if zone.number is None else zone.number


def freeze(value: Json) -> Json:
    """Returns JSON in the form that rules read: lists become tuples, at every depth.

    Returns a tuple of scalars unchanged.
    """
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is tuple and SCALARS.issuperset(map(type, value)):
        return value
    if kind is tuple or kind is list:
        return tuple([item if type(item) in SCALARS else freeze(item) for item in value])
    if kind is dict:
        return {key: item if type(item) in SCALARS else freeze(item) for key, item in value.items()}
    return _freeze_subtype(value)


def _freeze_subtype(value: Json) -> Json:
    """Freezes a subclass of list, tuple or dict, such as a named tuple or a Counter; returns other values unchanged."""
    if isinstance(value, list | tuple):
        return tuple([freeze(item) for item in value])
    if isinstance(value, dict):
        return {key: freeze(item) for key, item in value.items()}
    return value


def plain(value: Json) -> Json:
    """Returns a value as JSON: tuples become lists, at every depth."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value
