"""The ten possible changes of a table: how each is applied, and what it hides.

An effect is applied to states and views in the same way. A view receives the effect redacted for its viewer: hidden
values are blank, i.e. `None`, or a tuple of as many `None` as there are items.

`hidden` names an effect's hidden fields and the seats that receive each field. `redact` and the commitments of the log
derive from `hidden`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from games.kernel.deck import CardId, Face
from games.kernel.shape import (
    ANYTHING,
    BOOLEAN,
    CARDS,
    DRAW,
    FACES,
    INTEGER,
    MOVE,
    STRING,
    ZONE,
    Shape,
    array,
    example_of,
    field,
    object_of,
    or_null,
)
from games.kernel.state import (
    Json,
    Move,
    Prompt,
    Seat,
    Sight,
    Table,
    Zone,
    freeze,
    plain,
    prompt_from,
    tupled,
    zone_from,
    zone_json,
)

Cards = tuple[CardId | None, ...]
Drawn = Mapping[str, Json]
PROMPT = object_of(
    {
        "id": field(INTEGER, "The id of the prompt in its match.", 7),
        "parent": field(or_null(INTEGER), "The prompt that continues once this one is closed; else null.", 6),
        "phase": field(STRING, "The phase of the game that the prompt belongs to.", "turn"),
        "mode": field(
            {"type": "string", "enum": ["once", "open"]}, "Whether a seat answers once or repeatedly.", "once"
        ),
        "seats": field(array(INTEGER), "The seats that may answer.", [0]),
        "data": field(ANYTHING, "What the prompt is about; depends on the phase.", {"owed": 5}),
        "after": field(or_null(INTEGER), "Seconds until the clock answers, by the rules of the game; else null.", None),
        "window": field(or_null(INTEGER), "Seconds during which answers stay sealed; else null.", None),
        "beside": field(BOOLEAN, "Whether the prompt stays open while others are open.", False),
        "arrived": field(array(INTEGER), "The seats whose sealed answer has arrived, where the game shows that.", []),
    }
)


class HiddenField(NamedTuple):
    """A hidden field of an effect, the seats that receive it, and its blank for all other seats.

    each: whether the log commits to each item separately, so that a single item can be proved.
    """

    field: str
    readers: tuple[Seat, ...]
    blank: Json
    each: bool = False


class Effect:
    """A change of a table. It never fails on a stored log.

    shape: its JSON fields in the order of the constructor's arguments, each with its JSON Schema on the wire.
    """

    __slots__ = ()
    kind: ClassVar[str]
    shape: ClassVar[Shape]

    def apply(self, table: Table) -> None:
        """Applies the effect to a mutable table."""
        raise NotImplementedError

    def hidden(self, seats: int, sight: Mapping[str, Sight]) -> tuple[HiddenField, ...]:
        """Returns the fields that some seats do not receive."""
        return ()

    def redact(self, seats: int, sight: Mapping[str, Sight], seat: Seat | None) -> Effect:
        """Returns the effect as one seat receives it (None: a spectator)."""
        blanks = {h.field: h.blank for h in self.hidden(seats, sight) if seat not in h.readers}
        return self.replaced(blanks) if blanks else self

    def replaced(self, values: Mapping[str, Json]) -> Effect:
        """Returns a copy with some fields replaced."""
        kind: Any = type(self)
        copy: Effect = kind(*[values[name] if name in values else getattr(self, name) for name in self.shape])
        return copy

    def to_json(self) -> dict[str, Json]:
        """Returns the kind and the fields, in the form that is stored and sent."""
        return {"kind": self.kind, **{name: plain(getattr(self, name)) for name in self.shape}}

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Effect:
        """Reads the effect from its fields in JSON."""
        kind: Any = cls
        effect: Effect = kind(*[freeze(value[name]) for name in cls.shape])
        return effect

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.shape)
        return f"{type(self).__name__}({shown})"


class Moved(Effect):
    """A move of cards from one zone to another, with new ids in the order of the effect.

    The cards leave a set (a hand, a bank) in canonical order unless a player or chance chose the order. If chance took
    cards from a pile, their positions in it are not stated.
    """

    __slots__ = ("cards", "to", "faces", "src", "dst", "at", "index", "draw")
    kind = "moved"
    shape = {
        "cards": field(CARDS, "The ids that the cards had; null where you cannot see one.", [12, 40]),
        "to": field(
            CARDS, "The ids that the cards have now, in the same order; null where you cannot see one.", [90, 91]
        ),
        "faces": field(FACES, "The faces of the cards; null where you cannot see one.", ["debt_collector", "M5"]),
        "src": field(ZONE, "The zone that the cards left.", {"name": "hand", "seat": 0, "number": None}),
        "dst": field(ZONE, "The zone that the cards are in now.", {"name": "bank", "seat": 0, "number": None}),
        "at": field(or_null(array(INTEGER)), "The places that the cards had in a pile (0: bottom); else null.", None),
        "index": field(or_null(INTEGER), "The place where the cards were put (0: bottom); null: on top.", None),
        "draw": field(or_null(DRAW), "The random act that chose the cards; null if none did.", None),
    }

    def __init__(
        self,
        cards: Cards,
        to: Cards,
        faces: tuple[Face | None, ...],
        src: Zone,
        dst: Zone,
        at: tuple[int, ...] | None = None,
        index: int | None = None,
        draw: Drawn | None = None,
    ) -> None:
        self.cards, self.to, self.faces, self.src, self.dst = cards, to, faces, src, dst
        self.at, self.index, self.draw = at, index, draw

    def apply(self, table: Table) -> None:
        zones, faces, cards, src, dst = table.zones, table.faces, self.cards, self.src, self.dst
        left = _without(zones[src], cards)
        if left or src.number is None:
            zones[src] = left
        else:
            del zones[src]
        for card in cards:
            if card is not None:
                del faces[card]
        to = self.to
        for card, face in zip(to, self.faces, strict=True):
            if card is not None:
                faces[card] = face  # type: ignore[assignment]
        there = zones.get(dst, ())
        if dst.name in table.sets and to and to[0] is not None:
            # The new ids are the highest, so sorting by face alone, which keeps the order of equals, is canonical.
            zones[dst] = tuple(sorted(there + to, key=faces.__getitem__))  # type: ignore[arg-type]
        else:
            zones[dst] = there + to if self.index is None else there[: self.index] + to + there[self.index :]
        table.next_card += len(to)
        if self.draw is not None:
            table.draws += 1

    def hidden(self, seats: int, sight: Mapping[str, Sight]) -> tuple[HiddenField, ...]:
        """Returns ids for the seats that see the cards leave or arrive, and faces for seats that see either zone."""
        src_sight, dst_sight = sight[self.src.name], sight[self.dst.name]
        if src_sight is Sight.ALL and dst_sight is Sight.ALL:
            return ()
        blank = (None,) * len(self.cards)
        leaving, arriving = _readers(self.src, src_sight), _readers(self.dst, dst_sight)
        hidden = []
        if src_sight is not Sight.ALL:
            hidden.append(HiddenField("cards", leaving, blank))
        if dst_sight is not Sight.ALL:
            hidden.append(HiddenField("to", arriving, blank))
        if src_sight is not Sight.ALL and dst_sight is not Sight.ALL:
            hidden.append(HiddenField("faces", tuple(sorted({*leaving, *arriving})), blank))
        return tuple(hidden)

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": "moved",
            "cards": list(self.cards),
            "to": list(self.to),
            "faces": list(self.faces),
            "src": zone_json(self.src),
            "dst": zone_json(self.dst),
            "at": None if self.at is None else list(self.at),
            "index": self.index,
            "draw": self.draw,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Moved:
        at = value["at"]
        return Moved(
            tuple(value["cards"]),
            tuple(value["to"]),
            tuple(value["faces"]),
            zone_from(value["src"]),
            zone_from(value["dst"]),
            None if at is None else tuple(at),
            value["index"],
            value["draw"],
        )


class Shuffled(Effect):
    """A shuffle of a pile: the card at position p comes from `order[p]`; all cards get new ids, bottom first."""

    __slots__ = ("zone", "size", "order", "faces", "draw")
    kind = "shuffled"
    shape = {
        "zone": field(ZONE, "The pile.", {"name": "draw", "seat": None, "number": None}),
        "size": field(INTEGER, "The number of cards in the pile.", 3),
        "order": field(
            or_null(array(INTEGER)), "The places that the cards had before; null during the match.", [2, 0, 1]
        ),
        "faces": field(
            or_null(array(STRING)), "The faces in the new order; null during the match.", ["M5", "M1", "joker"]
        ),
        "draw": field(DRAW, "The random act.", {"k": 0, "label": "shuffle:draw"}),
    }

    def __init__(
        self, zone: Zone, size: int, order: tuple[int, ...] | None, faces: tuple[Face, ...] | None, draw: Drawn
    ) -> None:
        self.zone, self.size, self.order, self.faces, self.draw = zone, size, order, faces, draw

    def apply(self, table: Table) -> None:
        if self.faces is not None:
            for card in table.zones[self.zone]:
                del table.faces[card]  # type: ignore[arg-type]
            to = tuple(range(table.next_card, table.next_card + self.size))
            table.faces.update(zip(to, self.faces, strict=True))
            table.zones[self.zone] = to
        table.next_card += self.size
        table.draws += 1

    def hidden(self, seats: int, sight: Mapping[str, Sight]) -> tuple[HiddenField, ...]:
        return (HiddenField("order", (), None), HiddenField("faces", (), None, each=True))

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Shuffled:
        return Shuffled(
            zone_from(value["zone"]), value["size"], freeze(value["order"]), freeze(value["faces"]), value["draw"]
        )

    def to_json(self) -> dict[str, Json]:
        return {**super().to_json(), "zone": zone_json(self.zone)}


class Shown(Effect):
    """The showing of cards to some seats (`to`; None: to everybody); the table does not change."""

    __slots__ = ("zone", "cards", "faces", "to", "at")
    kind = "shown"
    shape = {
        "zone": field(ZONE, "The zone in which the cards remain.", {"name": "hand", "seat": 1, "number": None}),
        "cards": field(CARDS, "The ids of the cards; null where you cannot see one in its zone.", [None]),
        "faces": field(FACES, "The faces of the cards; null where they were not shown to you.", ["jester"]),
        "to": field(or_null(array(INTEGER)), "The seats that saw the cards; null: everybody.", [0]),
        "at": field(or_null(array(INTEGER)), "The places of the cards in a pile (0: bottom); else null.", None),
    }

    def __init__(
        self,
        zone: Zone,
        cards: Cards,
        faces: tuple[Face | None, ...],
        to: tuple[Seat, ...] | None,
        at: tuple[int, ...] | None = None,
    ) -> None:
        self.zone, self.cards, self.faces, self.to, self.at = zone, cards, faces, to, at

    def apply(self, table: Table) -> None:
        """Changes nothing: the viewers' memories store the cards that they saw."""

    def hidden(self, seats: int, sight: Mapping[str, Sight]) -> tuple[HiddenField, ...]:
        """Returns faces for the seats that are shown the cards, and ids for the seats that see the zone."""
        blank = (None,) * len(self.cards)
        if sight[self.zone.name] is Sight.ALL:
            return ()
        owners = _readers(self.zone, sight[self.zone.name])
        hidden = [HiddenField("cards", owners, blank)]
        if self.to is not None:
            hidden.append(HiddenField("faces", tuple(sorted({*self.to, *owners})), blank))
        return tuple(hidden)

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Shown:
        return Shown(
            zone_from(value["zone"]),
            tuple(value["cards"]),
            tuple(value["faces"]),
            freeze(value["to"]),
            freeze(value["at"]),
        )

    def to_json(self) -> dict[str, Json]:
        return {**super().to_json(), "zone": zone_json(self.zone)}


class Rolled(Effect):
    """A public roll of a die; `value` counts from 0, and the game defines the meaning of that face."""

    __slots__ = ("die", "sides", "value", "draw")
    kind = "rolled"
    shape = {
        "die": field(STRING, "The name of the die.", "sale"),
        "sides": field(INTEGER, "The number of its sides.", 6),
        "value": field(INTEGER, "The side that it shows, counted from 0.", 2),
        "draw": field(DRAW, "The random act.", {"k": 5, "label": "roll:sale"}),
    }

    def __init__(self, die: str, sides: int, value: int, draw: Drawn) -> None:
        self.die, self.sides, self.value, self.draw = die, sides, value, draw

    def apply(self, table: Table) -> None:
        table.draws += 1


class Changed(Effect):
    """A change of some fields of the public state."""

    __slots__ = ("to",)
    kind = "changed"
    shape = {"to": field(ANYTHING, "The new values of the members of `public` that changed.", {"plays_left": 2})}

    def __init__(self, to: Mapping[str, Json]) -> None:
        self.to = to

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Changed:
        return Changed(freeze(value["to"]))

    def apply(self, table: Table) -> None:
        table.public = table.public.changed(self.to)


class Announced(Effect):
    """An announcement to everybody that changes nothing: a word `what` and its arguments `details`."""

    __slots__ = ("what", "details")
    kind = "announced"
    shape = {
        "what": field(STRING, "The name of the announcement; `GET /games/{game}` has its text.", "hand_over"),
        "details": field(ANYTHING, "What the text refers to, by name.", {"seat": 0}),
    }

    def __init__(self, what: str, details: Mapping[str, Json]) -> None:
        self.what, self.details = what, details

    def apply(self, table: Table) -> None:
        """Changes nothing."""


class Prompted(Effect):
    """A prompt to some seats."""

    __slots__ = ("prompt",)
    kind = "prompted"
    shape = {"prompt": field(PROMPT, "The new prompt.", example_of(PROMPT["properties"]))}

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt

    def apply(self, table: Table) -> None:
        table.prompts[self.prompt.id] = self.prompt
        table.next_prompt += 1

    def to_json(self) -> dict[str, Json]:
        return {"kind": "prompted", "prompt": plain(self.prompt._asdict())}

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Prompted:
        return Prompted(prompt_from(value["prompt"]))


class Answered(Effect):
    """An answer of a seat; other seats see only that a sealed answer has arrived."""

    __slots__ = ("prompt", "seat", "move")
    kind = "answered"
    shape = {
        "prompt": field(INTEGER, "The id of the prompt.", 7),
        "seat": field(INTEGER, "The seat that answered.", 0),
        "move": field(
            or_null(MOVE), "Your own sealed answer; null for others, and where the event has the move.", None
        ),
    }

    def __init__(self, prompt: int, seat: Seat, move: Move | None = None) -> None:
        self.prompt, self.seat, self.move = prompt, seat, move

    def apply(self, table: Table) -> None:
        prompt = table.prompts.get(self.prompt)
        if prompt is not None and prompt.mode == "once" and self.seat not in prompt.arrived:
            table.prompts[self.prompt] = tupled(Prompt, (*prompt[:-1], (*prompt.arrived, self.seat)))

    def hidden(self, seats: int, sight: Mapping[str, Sight]) -> tuple[HiddenField, ...]:
        return () if self.move is None else (HiddenField("move", (self.seat,), None),)

    def to_json(self) -> dict[str, Json]:
        move = None if self.move is None else move_json(self.move)
        return {"kind": "answered", "prompt": self.prompt, "seat": self.seat, "move": move}

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Answered:
        move = value["move"]
        return Answered(value["prompt"], value["seat"], None if move is None else move_from(move))


class Closed(Effect):
    """The end of a prompt, and of every prompt within it."""

    __slots__ = ("prompt",)
    kind = "closed"
    shape = {"prompt": field(INTEGER, "The id of the prompt.", 7)}

    def __init__(self, prompt: int) -> None:
        self.prompt = prompt

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Closed:
        return Closed(value["prompt"])

    def apply(self, table: Table) -> None:
        table.prompts.pop(self.prompt, None)


class Ended(Effect):
    """The end of the match: the places from first to last; tied seats share a place."""

    __slots__ = ("standings", "scores")
    kind = "ended"
    shape = {
        "standings": field(
            array(array(INTEGER)), "Places from first to last, each a list of the seats that share it.", [[1], [0, 2]]
        ),
        "scores": field(or_null(array(INTEGER)), "Points by seat; null where the game has none.", [12, 7, 12]),
    }

    def __init__(self, standings: tuple[tuple[Seat, ...], ...], scores: tuple[int, ...] | None) -> None:
        self.standings, self.scores = standings, scores

    def apply(self, table: Table) -> None:
        table.standings, table.scores = self.standings, self.scores
        table.prompts.clear()


KINDS: Mapping[str, type[Effect]] = {
    kind.kind: kind for kind in (Moved, Shuffled, Shown, Rolled, Changed, Announced, Prompted, Answered, Closed, Ended)
}


def effect_from(value: Mapping[str, Json]) -> Effect:
    """Reads an effect from JSON, in the stored form or in the form sent to a viewer."""
    return KINDS[value["kind"]].from_json(value)


def effects_from(values: Iterable[Mapping[str, Json]]) -> tuple[Effect, ...]:
    """Reads effects from JSON, in order."""
    return tuple([KINDS[value["kind"]].from_json(value) for value in values])


def fold(table: Table, effects: Iterable[Effect]) -> Table:
    """Returns the table after some effects; the argument is not changed."""
    after = table.copied()
    for effect in effects:
        effect.apply(after)
    return after


def redacted(effects: Sequence[Effect], seats: int, sight: Mapping[str, Sight], seat: Seat | None) -> Iterator[Effect]:
    """Yields effects as one seat receives them."""
    for effect in effects:
        yield effect.redact(seats, sight, seat)


def move_json(move: Move) -> dict[str, Json]:
    """Returns a move as JSON."""
    return {"verb": move.verb, "args": plain(move.args)}


def move_from(value: Mapping[str, Json]) -> Move:
    """Reads a move from JSON; its arguments stay as they are."""
    return Move(value["verb"], value["args"])


def _without(cards: Cards, gone: Cards) -> Cards:
    if gone == cards:
        return ()
    if gone and gone[0] is None:
        return cards[: len(cards) - len(gone)]
    if len(gone) == 1:
        place = cards.index(gone[0])
        return cards[:place] + cards[place + 1 :]
    away = set(gone)
    return tuple([card for card in cards if card not in away])


def _readers(zone: Zone, sight: Sight) -> tuple[Seat, ...]:
    return (zone.seat,) if sight is Sight.OWNER and zone.seat is not None else ()
