"""Describes a table in sentences, in the order that interests a player of the game.

`situation` in a game's `meanings.toml` lists the contents. An entry is a public field or a shared zone by its name, or
`{ of = "me" | "others", tell = [...] }`: a line for each of these seats, with its zones and its part of public fields.
Without this list, fields and zones appear in the order of the game's declarations.

Each entry has a pattern in the table `situation` of the sentences, or uses the kernel's (`field`, `zone`). Its blanks:

    a zone         cards, number (of cards), top (the last card), title, index (its number, if zones have one), the
                   values of `Game.zone_values`, and each printed number of a card, summed over the cards;
                   `<zone>.all` has one blank, `all`: the texts of all zones with that name
    a field        value; for a list of objects, the members of an object; for seats, in the line of a seat: no blanks
    card           a card's name in this text: card, and its printed numbers; `card.<group>`: for cards of one look
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.kernel.deck import CardId, Face
from games.kernel.offers import offers
from games.kernel.slots import is_whole
from games.kernel.state import Json, Seat, Sight, Zone
from games.kernel.words.labels import Labels
from games.kernel.words.meanings import declared, sentences, type_of, zone_meaning
from games.kernel.words.sentence import Term, begun, filled

ME, OTHERS = "me", "others"
Entry = str | Mapping[str, Any]


class Situation:
    """A description of a table, as the viewer of the labels sees it."""

    def __init__(self, labels: Labels) -> None:
        self.labels, self.game, self.view = labels, labels.game, labels.view
        self._patterns = sentences(self.game.package, labels.language)["situation"]
        self._types = {name: type_of(kind) for name, kind in declared(self.game.package)["public"].items()}
        self._printed = self.game.attributes(self.view.options)
        blank = {} if self.view.is_over else self.game.blanks(self.view.options, self.view.viewer)
        self._blank: Mapping[str, tuple[Seat, ...]] = blank

    def lines(self) -> list[str]:
        """Returns the sentences, one on each line."""
        entries: Sequence[Entry] = declared(self.game.package)["situation"] or self._usual()
        return [line for entry in entries for line in self._told(entry)]

    def _usual(self) -> list[Entry]:
        """Returns the default order: fields, the viewer's zones, other seats' zones, the table's zones."""
        told = [
            name for name, kind in self._types.items() if not kind.get("hidden") and hasattr(self.view.public, name)
        ]
        by_seat = [name for name in told if self._types[name]["type"] == "by_seat"]
        zones = [name for name in self.game.sights if name not in ("box", "position")]
        seated = [name for name in zones if zone_meaning(self.game, name)["per"] == "seat"]
        shared = [name for name in zones if name not in seated and self.game.sights[name] is not Sight.NOBODY]
        own = [*seated, *by_seat]
        fields = [name for name in told if name not in by_seat]
        return [*fields, {"of": ME, "tell": own}, {"of": OTHERS, "tell": own}, *shared]

    def _told(self, entry: Entry) -> Iterator[str]:
        if isinstance(entry, str):
            yield from (f"{begun(text)}." for text in self._named(entry, None))
            return
        me = self.view.viewer
        for seat in range(self.view.seats) if entry["of"] != ME or me is not None else ():
            parts = [part for name in entry["tell"] for part in self._named(name, seat)]
            if (seat == me) == (entry["of"] == ME) and parts:
                name = begun(self.labels.speaker.term("seat", seat).text)
                yield self.labels.filled("of_seat", seat=name, parts=self._beside(parts))

    def _named(self, name: str, seat: Seat | None) -> list[str]:
        """Returns the sentences about a field or the zones of one name; seat: None for the table."""
        if name in self._types:
            return [text for text in self._field(name, seat) if text]
        zones = [zone for zone in self.view.places if zone.name == name and zone.seat == seat and self.view.size(*zone)]
        said = [self._zone(zone) for zone in sorted(zones, key=lambda zone: zone.number or 0)]
        if said and f"{name}.all" in self._patterns:
            return [filled(self._patterns[f"{name}.all"], {"all": Term(self._beside(said))})]
        return said

    def _beside(self, texts: Iterable[str]) -> str:
        return f"{self.labels.phrases['semicolon']} ".join(texts)

    # Zones

    def _zone(self, zone: Zone) -> str:
        cards, number = self.view.zones[zone], self.labels.speaker.number
        seen = [card for card in cards if card is not None]
        facts = {**self._sums(seen), **(self.game.zone_values(self.view, zone) if len(seen) == len(cards) else {})}
        terms = {
            "cards": Term(self._cards(zone, cards)),
            "number": number(len(cards)),
            "top": Term(self.labels.card(self.view.face(seen[-1])) if seen else ""),
            "title": Term(self.labels.zone(zone._replace(seat=None))),
            "index": number(zone.number or 0),
            **{name: number(value) for name, value in facts.items()},
        }
        return filled(self._patterns.get(zone.name) or self.labels.phrases["zone"], terms)

    def _cards(self, zone: Zone, cards: Sequence[CardId | None]) -> str:
        """Returns the cards of a zone in words; for unseen cards, their number and the known cards.

        Known cards of a pile without owner are left out, since they mostly follow from other zones.
        """
        faces = [self.view.face(card) for card in cards if card is not None]
        if zone.name in self.view.sets:
            faces.sort(key=list(self._printed).index)
        seen = self._counted(faces)
        told = [entry.face for entry in self.view.known if entry.zone == zone and zone.seat is not None]
        known = self._counted(told)
        if unseen := sum(card is None for card in cards):
            number = self.labels.speaker.cards(unseen)
            seen.append(self.labels.filled("among", cards=number, known=", ".join(known)) if known else number)
        return ", ".join(seen)

    def _counted(self, faces: Iterable[Face]) -> list[str]:
        names = Counter(map(self.labels.card, faces))
        return [name if number == 1 else f"{number} × {name}" for name, number in names.items()]

    def _sums(self, cards: Iterable[CardId]) -> dict[str, int]:
        """Returns the sums of the printed numbers of some cards."""
        sums: dict[str, int] = {}
        for card in cards:
            for name, value in self._printed[self.view.face(card)].items():
                if is_whole(value):
                    sums[name] = sums.get(name, 0) + value
        return sums

    # Public fields

    def _field(self, name: str, seat: Seat | None) -> Iterator[str]:
        kind, value = self._types[name], getattr(self.view.public, name)
        if kind["type"] == "by_seat":
            if seat is not None and seat < len(value) and seat not in self._blank.get(name, ()):
                yield self._value(name, kind["of"], value[seat])
        elif kind["type"] == "offers":
            yield from self._offers()
        elif "members" in kind:
            objects = value if isinstance(value, list | tuple) else [value]
            yield self._titled(
                name, self._beside(self._object(name, kind["members"], item) for item in objects if item)
            )
        elif seat is None:
            yield self._value(name, kind.get("of", "word") if kind["type"] == "list" else kind["type"], value)
        elif value == seat or (isinstance(value, list | tuple) and seat in value):
            yield self._patterns.get(name) or self.labels.title("public", name)

    def _offers(self) -> Iterator[str]:
        """Yields the open offers: first the offers to the viewer, then the viewer's own, then other offers."""
        me, standing = self.view.viewer, offers(self.view)
        to_me = [offer for offer in standing if me in offer.audience]
        mine = [offer for offer in standing if offer.owner == me]
        others = [offer for offer in standing if offer not in to_me and offer not in mine]
        yield from map(self.labels.offer, [*to_me, *mine, *others])

    def _object(self, name: str, members: Mapping[str, str], item: Mapping[str, Json]) -> str:
        terms = {member: self.labels.speaker.term(members[member], item.get(member)) for member in members}
        if name in self._patterns:
            return filled(self._patterns[name], terms)
        return ", ".join(term.text for term in terms.values() if term.text)

    def _titled(self, name: str, text: str) -> str:
        return self.labels.filled("field", title=self.labels.title("public", name), value=text) if text else ""

    def _value(self, name: str, means: str, value: Json) -> str:
        """Returns a value with its title; an empty text if it has no value or no word."""
        term = Term("") if value is None else self.labels.speaker.term(means, value)
        if not term.text or term.text == self.labels.phrases["this"]:
            return ""
        if name in self._patterns:
            return filled(self._patterns[name], {"value": term})
        return self.labels.title("public", name) if means == "boolean" else self._titled(name, term.text)
