"""Views as rows of numbers, from the view and the seat's own draft alone.

The row is made of blocks of 32-bit floats (`Encoding.layout` names them):

    zones      for each kind of zone, and each seat or number of it: the number of cards in it; if the viewer sees
               them, the number of cards of each face; if their order counts, also the face on top
    public     each public field by its declared type
    prompts    for each phase: whether it is there, open, addresses the viewer; the seats it addresses; its data
    result     scores and places, once the match is over
    draft      the argument that is being chosen, and how often each action was chosen in the move so far
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from hashlib import sha256
from operator import attrgetter, itemgetter
from struct import Struct
from typing import Any, NamedTuple

from bots.encoding.alphabet import Alphabet
from bots.encoding.drafts import MoveDraft
from bots.encoding.fields import FieldEncoding, around, field_of
from games.kernel.deck import counted
from games.kernel.state import Prompt, Seat, Sight, Table, Zone
from games.kernel.view import View
from games.kernel.words.meanings import data_types, declared, zone_meaning

WIDTH = 4


class Zones(NamedTuple):
    """One kind of zone: its blocks for a seat (or for the table), and the function that writes a block."""

    name: str
    seated: bool
    numbers: range | int | None
    size: int
    write: Callable[[Table, Zone], bytes]
    shut: Callable[[int], bytes]
    sight: Sight

    @property
    def blocks(self) -> int:
        """The number of blocks for a seat."""
        return 1 if self.numbers is None else self.numbers if isinstance(self.numbers, int) else len(self.numbers)


class Encoding:
    """The encoding of the views of one game, for a number of seats and options.

    size: the number of floats in a row; layout: the slice of each block.
    """

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet, game = alphabet, alphabet.game
        names = [name for name in game.sights if name not in ("box", "position")]
        self.zones = [zones_of(alphabet, name) for name in names]
        self.zone_layout = ZoneLayout(self.zones, alphabet.seats)
        types = declared(game.package)["public"]
        self.public = [(f.name, field_of(alphabet, types[f.name])) for f in fields(game.public) if f.name in types]
        self.public_values = attrgetter("left", *(name for name, _ in self.public))
        self.public_packs = [Struct(f"={field.size}f").pack for _, field in self.public]
        self.reading_cards = {place for place, (_, field) in enumerate(self.public) if field.reads_cards}
        self.data = {name: self._data(name) for name in game.phases}
        self.phase_place = {name: place for place, name in enumerate(game.phases)}
        self.header_pack = Struct(f"={3 + alphabet.seats}f").pack
        self.data_packs = [Struct(f"={self._width(name) - 3 - alphabet.seats}f").pack for name in game.phases]
        self.no_data = [bytes(WIDTH * (self._width(name) - 3 - alphabet.seats)) for name in game.phases]
        self.no_prompts = [pack([0.0] * self._width(name)) for name in game.phases]
        self.slot_place = {name: place for place, name in enumerate(alphabet.slots)}
        self.layout: dict[str, slice] = {}
        at = 0
        for name, size in self._sizes():
            self.layout[name] = slice(at, at + size)
            at += size
        self.size = at

    def _data(self, phase: str) -> list[tuple[str, FieldEncoding]]:
        types = data_types(self.alphabet.game.package, phase)
        return [(name, field_of(self.alphabet, kind)) for name, kind in types.items()]

    def _width(self, phase: str) -> int:
        return 3 + self.alphabet.seats + sum(field.size for _, field in self.data[phase])

    def _sizes(self) -> Iterator[tuple[str, int]]:
        for kind in self.zones:
            for step in range(self.alphabet.seats) if kind.seated else (None,):
                owner = "" if step is None else f"/+{step}"
                yield f"zones/{kind.name}{owner}", kind.size * kind.blocks
        for name, field in self.public:
            yield f"public/{name}", field.size
        for phase in self.data:
            yield f"prompts/{phase}", self._width(phase)
        yield "result", 1 + 2 * self.alphabet.seats
        yield "draft", len(self.slot_place) + self.alphabet.size


class Placed(NamedTuple):
    """A zone, or the numbered zones of one kind and seat, with the place of its block among the blocks of zones."""

    place: int
    kind: Zones
    zone: Zone


class ZoneLayout:
    """The order of the blocks of zones.

    fixed, numbered: the zones as they follow each other for seat 0; orders: for each viewer, a function that puts these
    blocks in the viewer's order; own: for each viewer, the zones that only the viewer sees, in the viewer's order.
    """

    def __init__(self, kinds: Sequence[Zones], seats: int) -> None:
        zones = [(kind, Zone(kind.name, seat)) for kind in kinds for seat in (range(seats) if kind.seated else (None,))]
        placed = [Placed(place, kind, zone) for place, (kind, zone) in enumerate(zones)]
        self.size = len(placed)
        self.fixed = [each for each in placed if each.kind.numbers is None]
        self.numbered = [each for each in placed if each.kind.numbers is not None]
        self.orders: list[Callable[[Sequence[bytes]], tuple[bytes, ...]]] = []
        self.own: list[list[Placed]] = []
        for viewer in range(seats):
            order = [
                place if zone.seat is None else place - zone.seat + (viewer + zone.seat) % seats
                for place, _, zone in placed
            ]
            seen = [placed[other]._replace(place=place) for place, other in enumerate(order)]
            self.orders.append(itemgetter(*order))
            self.own.append([e for e in seen if e.kind.sight is Sight.OWNER and e.zone.seat == viewer])


def fingerprint(encoding: Encoding) -> str:
    """Returns a digest of all names and positions. A network works with every encoding that has the same digest."""
    layout = [(name, block.start, block.stop) for name, block in encoding.layout.items()]
    return sha256(repr((encoding.alphabet.names, layout)).encode()).hexdigest()[:16]


class Writer:
    """A writer for the views of one match that caches blocks until they change."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        seats = encoding.alphabet.seats
        self._layout = encoding.zone_layout
        self._public_zones = [each.zone for each in self._layout.fixed]
        self._public_cards: list[Any] = [self] * len(self._layout.fixed)
        self._shared_blocks = [b""] * self._layout.size
        self._zones: list[tuple[int, bytes]] = [(-1, b"")] * seats
        self._values: list[Sequence[Any]] = [[self] * len(encoding.public)] * seats
        self._fields = [[b""] * len(encoding.public) for _ in range(seats)]
        self._public: list[tuple[Any, bytes]] = [(self, b"")] * seats
        self._prompts: list[tuple[Any, bytes]] = [(self, b"")] * seats
        self._headers: list[dict[Any, bytes]] = [{} for _ in range(seats)]
        self._running = pack([0.0] * (1 + 2 * seats))
        self._no_draft = array("f", bytes(WIDTH * (len(encoding.slot_place) + encoding.alphabet.size)))

    def row(self, view: View, draft: MoveDraft | None) -> bytearray:
        """Returns the numbers of a view and of the viewer's draft, as bytes."""
        return bytearray().join(
            (
                self._zone_blocks(view),
                self._public_blocks(view),
                self._prompt_blocks(view),
                self._running if view.standings is None else self._result(view),
                self._no_draft if draft is None else self._draft(draft),
            )
        )

    def _zone_blocks(self, view: View) -> bytes:
        """Returns the blocks of all zones, cached until a card moves; the counter of card ids shows that."""
        me, moved = view.me, view.next_card
        before, blocks = self._zones[me]
        if before != moved:
            blocks = b"".join(self._written_zones(view))
            self._zones[me] = moved, blocks
        return blocks

    def _written_zones(self, view: View) -> list[bytes]:
        """Returns the blocks that everybody sees, in the viewer's order, with the zones that only the viewer sees."""
        me = view.me
        blocks = list(self._layout.orders[me](view.surveyed(self._written_for_all)))
        for place, kind, zone in self._layout.own[me]:
            if kind.numbers is None:
                blocks[place] = view.derived(kind.write, zone)
            else:
                numbered = view.surveyed(numbered_zones).get((zone.name, zone.seat), ())
                blocks[place] = _written_numbered(view, me, kind, numbered)
        return blocks

    def _written_for_all(self, table: Table) -> tuple[bytes, ...]:
        """Returns the blocks of all zones as everybody sees them; writes only the zones whose cards have changed."""
        blocks, cards = self._shared_blocks, list(map(table.zones.get, self._public_zones))
        for (place, kind, zone), now, before in zip(self._layout.fixed, cards, self._public_cards, strict=True):
            if now is not before:
                blocks[place] = kind.write(table, zone) if kind.sight is Sight.ALL else kind.shut(len(now or ()))
        self._public_cards = cards
        if self._layout.numbered:
            numbered = numbered_zones(table)
            for place, kind, zone in self._layout.numbered:
                zones = numbered.get((zone.name, zone.seat), ())
                blocks[place] = _written_numbered(table, None, kind, zones)
        return tuple(blocks)

    def _public_blocks(self, view: View) -> bytes:
        me, public = view.me, view.public
        before, blocks = self._public[me]
        if before is not public:
            encoding = self.encoding
            values, kept, written = encoding.public_values(public)[1:], self._values[me], self._fields[me]
            for place, value in enumerate(values):
                if value is not kept[place] or place in encoding.reading_cards:
                    written[place] = encoding.public_packs[place](*encoding.public[place][1].write(view, value))
            blocks = b"".join(written)
            self._values[me] = values
            self._public[me] = self if encoding.reading_cards else public, blocks
        return blocks

    def _prompt_blocks(self, view: View) -> bytes:
        opened = view.open_prompts
        before, blocks = self._prompts[view.me]
        if before is not opened:
            blocks, is_lasting = self._written_prompts(view, opened)
            self._prompts[view.me] = opened if is_lasting else self, blocks
        return blocks

    def _written_prompts(self, view: View, opened: Sequence[Prompt]) -> tuple[bytes, bool]:
        encoding, headers = self.encoding, self._headers[view.me]
        is_lasting, blocks = True, encoding.no_prompts.copy()
        for prompt in view.prompts.values():
            place = encoding.phase_place[prompt.phase]
            key = prompt.seats, prompt.arrived, prompt in opened
            header = headers.get(key)
            if header is None:
                header = headers[key] = self._header(view, *key)
            data = encoding.no_data[place]
            if prompt.data:
                fields = encoding.data[prompt.phase]
                written = [number for name, field in fields for number in field.write(view, prompt.data.get(name))]
                is_lasting = is_lasting and not any(field.reads_cards for _, field in fields)
                data = encoding.data_packs[place](*written)
            blocks[place] = header + data
        return b"".join(blocks), is_lasting

    def _header(self, view: View, addressed: Sequence[Seat], arrived: Sequence[Seat], is_open: bool) -> bytes:
        seats = [float(seat in addressed) + (seat in arrived) for seat in around(view)]
        return self.encoding.header_pack(1.0, float(is_open), float(view.me in addressed), *seats)

    def _result(self, view: View) -> bytes:
        places = {seat: float(place) for place, tied in enumerate(view.standings or (), 1) for seat in tied}
        scores = [float(view.scores[seat]) if view.scores else 0.0 for seat in around(view)]
        return pack([1.0, *scores, *(places[seat] for seat in around(view))])

    def _draft(self, draft: MoveDraft) -> array[float]:
        slot = draft.slot
        if not draft.history and slot is None:
            return self._no_draft
        slots = len(self.encoding.slot_place)
        written = self._no_draft[:]
        if slot is not None:
            written[self.encoding.slot_place[slot]] = 1.0
        for action in draft.history:
            written[slots + action] += 1.0
        return written


def _written_numbered(table: Table, viewer: Seat | None, kind: Zones, zones: Sequence[Zone]) -> bytes:
    """Returns the blocks of the numbered zones of one kind and seat, as a viewer sees them."""
    written = [kind.shut(0)] * kind.blocks
    beyond: list[bytes] = []
    first = 0 if kind.numbers is None or isinstance(kind.numbers, int) else kind.numbers.start
    for place, zone in enumerate(zones):
        at = place if isinstance(kind.numbers, int) else (zone.number or 0) - first
        is_seen = table.sees(viewer, zone)
        block = table.derived(kind.write, zone) if is_seen else kind.shut(table.size(*zone))
        if at < kind.blocks:
            written[at] = block
        else:
            beyond.append(block)
    if beyond and written:
        written[-1] = added([written[-1], *beyond])
    return b"".join(written)


def zones_of(alphabet: Alphabet, name: str) -> Zones:
    """Returns the encoding of one kind of zone."""
    game = alphabet.game
    meaning = zone_meaning(game, name)
    sight = game.sights[name]
    faces = alphabet.declared.holds.get(name, alphabet.faces)
    place_of = {face: place for place, face in enumerate(faces, 1)}
    is_ordered = name not in game.sets and sight is not Sight.NOBODY
    numbers = alphabet.declared.numbered.get(name, range(8)) if meaning["numbered"] else None
    seen = 0 if sight is Sight.NOBODY else len(faces)
    size = 1 + seen * (2 if is_ordered else 1)
    packed, top = Struct(f"={size}f").pack, len(faces)
    empty = pack([0.0] * size)

    def write(table: Table, zone: Zone) -> bytes:
        cards = table.cards(*zone)
        if not cards:
            return empty
        written = [0.0] * size
        written[0] = float(len(cards))
        shown = list(map(table.face, cards))
        for face, number in counted(shown).items():
            written[place_of[face]] = float(number)
        if is_ordered:
            written[top + place_of[shown[-1]]] = 1.0
        return packed(*written)

    @cache
    def shut(number: int) -> bytes:
        return pack([float(number)] + [0.0] * (size - 1))

    return Zones(name, meaning["per"] == "seat", numbers, size, write, shut, sight)


def numbered_zones(table: Table) -> dict[tuple[str, int | None], tuple[Zone, ...]]:
    """Returns the numbered zones by kind and seat, in order of their numbers."""
    found: dict[tuple[str, int | None], list[Zone]] = {}
    for zone in table.places:
        if zone.number is not None:
            found.setdefault((zone.name, zone.seat), []).append(zone)
    return {kind: tuple(sorted(zones, key=lambda zone: zone.number or 0)) for kind, zones in found.items()}


def added(blocks: list[bytes]) -> bytes:
    """Returns the element-wise sum of several blocks."""
    unpacked = Struct(f"={len(blocks[0]) // WIDTH}f")
    return pack([sum(numbers) for numbers in zip(*map(unpacked.unpack, blocks), strict=True)])


def pack(numbers: list[float]) -> bytes:
    """Returns numbers as 32-bit floats of this machine."""
    return Struct(f"={len(numbers)}f").pack(*numbers)
