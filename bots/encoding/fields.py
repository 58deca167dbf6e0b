"""Values as numbers, by the types that games declare for their public fields and for the data of prompts.

Seats are counted from the viewer. Words are the words of the alphabet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bots.encoding.alphabet import Alphabet
from games.kernel.view import View
from games.kernel.words.meanings import type_of

Json = Any
Write = Callable[[View, Json], list[float]]
FEW = 4


class FieldEncoding(NamedTuple):
    """The encoding of a type. size: the number of floats; reads_cards: whether it depends on the cards in view."""

    size: int
    write: Write
    reads_cards: bool = False


def field_of(alphabet: Alphabet, declared: str | Mapping[str, Any]) -> FieldEncoding:
    """Returns the encoding of a declared type; a missing value becomes zeros.

    seat: one float for each seat, 1 for the named seat; seats: each seat's position in the list, from 1; by_seat: a
    value for each seat; words, faces, goods: the number of occurrences of each; a list of objects: its length and its
    last object; a list of numbers: its first few numbers.
    """
    kind = type_of(declared)
    field = _field(alphabet, kind)
    write, nothing = field.write, [0.0] * field.size
    return field._replace(write=lambda view, value: nothing if value is None else write(view, value))


def _field(alphabet: Alphabet, kind: Mapping[str, Any]) -> FieldEncoding:
    name, seats = kind["type"], alphabet.seats
    if name in ("integer", "coins", "number", "boolean"):
        return FieldEncoding(1, lambda view, value: [float(value)])
    if name == "seat":
        return FieldEncoding(seats, lambda view, value: _ones(seats, [(value - view.me) % seats]))
    if name == "seats":
        return FieldEncoding(seats, lambda view, value: _places(seats, [(seat - view.me) % seats for seat in value]))
    if name == "by_seat":
        return _by_seat(alphabet, field_of(alphabet, kind["of"]))
    if name in ("word", "face", "good", "zone"):
        return _words(alphabet, lambda value: [value])
    if name == "faces" or (name == "list" and kind["of"] in ("word", "face", "good")):
        return _words(alphabet, lambda value: value)
    if name == "card":
        return _cards(alphabet, lambda value: [value])
    if name == "object" and kind.get("keys") == "card":
        return _cards(alphabet, lambda value: [int(key) for key in value])
    if name == "object":
        return _object({key: field_of(alphabet, member) for key, member in kind["members"].items()})
    if name == "list" and kind["of"] == "object":
        return _last(_object({key: field_of(alphabet, member) for key, member in kind["members"].items()}))
    if name == "list":
        return FieldEncoding(FEW, lambda view, value: [float(number) for number in (*value, *[0] * FEW)[:FEW]])
    if name == "offers":
        return _offers(alphabet)
    raise TypeError(f"expected a type that has an encoding, got {kind!r}")


def _ones(size: int, places: list[int]) -> list[float]:
    written = [0.0] * size
    for place in places:
        written[place] += 1.0
    return written


def _places(size: int, listed: list[int]) -> list[float]:
    written = [0.0] * size
    for place, seat in enumerate(listed, 1):
        written[seat] = float(place)
    return written


def _by_seat(alphabet: Alphabet, of: FieldEncoding) -> FieldEncoding:
    def write(view: View, value: Json) -> list[float]:
        if not value:
            return [0.0] * (alphabet.seats * of.size)
        return [number for seat in around(view) for number in of.write(view, value[seat])]

    return FieldEncoding(alphabet.seats * of.size, write, of.reads_cards)


def _words(alphabet: Alphabet, listed: Callable[[Json], list[str]]) -> FieldEncoding:
    first = alphabet.first_word

    def write(view: View, value: Json) -> list[float]:
        spelled = [action - first for word in listed(value) for action in alphabet.word(word)]
        return _ones(len(alphabet.words), [place for place in spelled if place >= 0])

    return FieldEncoding(len(alphabet.words), write)


def _cards(alphabet: Alphabet, listed: Callable[[Json], list[int]]) -> FieldEncoding:
    def write(view: View, value: Json) -> list[float]:
        faces = view.faces
        return _ones(len(alphabet.words), [alphabet.word_index[faces[card]] for card in listed(value) if card in faces])

    return FieldEncoding(len(alphabet.words), write, reads_cards=True)


def _object(members: Mapping[str, FieldEncoding]) -> FieldEncoding:
    writers = [(name, member.write) for name, member in members.items()]

    def write(view: View, value: Json) -> list[float]:
        written = [1.0]
        for name, write in writers:
            written += write(view, value.get(name))
        return written

    size = 1 + sum(member.size for member in members.values())
    return FieldEncoding(size, write, any(member.reads_cards for member in members.values()))


def _last(of: FieldEncoding) -> FieldEncoding:
    def write(view: View, value: Json) -> list[float]:
        return [float(len(value)), *(of.write(view, value[-1]) if value else [0.0] * of.size)]

    return FieldEncoding(1 + of.size, write, of.reads_cards)


def _offers(alphabet: Alphabet) -> FieldEncoding:
    """Returns the encoding of each seat's first offers: the audience, both sides, and whether it is a counter-offer."""
    wares, seats = alphabet.declared.wares, alphabet.seats
    most = alphabet.declared.numbered["offer_open"]
    assert isinstance(most, int), "offers are numbered without end"
    size = 2 + seats + 2 * len(wares)

    def one(view: View, offer: Mapping[str, Json]) -> list[float]:
        audience = _ones(seats, [(seat - view.me) % seats for seat in offer["audience"]])
        prices = [float(offer[side].get(ware, 0)) for side in ("give", "want") for ware in wares]
        return [1.0, float(offer["answers"] is not None), *audience, *prices]

    def write(view: View, value: Json) -> list[float]:
        written: list[float] = []
        for seat in around(view):
            own = [one(view, offer) for offer in value if offer["owner"] == seat][:most]
            written += [number for numbers in own for number in numbers] + [0.0] * (size * (most - len(own)))
        return written

    return FieldEncoding(seats * most * size, write)


def around(view: View) -> list[int]:
    """Returns the seats clockwise from the viewer."""
    me = view.me
    return [*range(me, view.seats), *range(me)]
