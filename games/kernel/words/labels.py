"""Names for the answers of a choice, and a test of which values look the same to a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import cached_property

from games.kernel import offers
from games.kernel.deck import CardId, Face
from games.kernel.game import Game
from games.kernel.slots import is_whole
from games.kernel.state import Json, Move, Zone
from games.kernel.view import View
from games.kernel.words.meanings import declared, look_rule, phrases, sentences, zone_meaning
from games.kernel.words.sentence import Term, Unfilled, filled
from games.kernel.words.speech import Speaker
from games.kernel.words.texts import entry, texts, word_title

OPEN = "…"


class Labels:
    """Names of values for one viewer in one language. names: the names of the seats."""

    def __init__(self, game: Game, language: str, view: View, names: Sequence[str]) -> None:
        self.game, self.language, self.view = game, language, view
        self.speaker = Speaker(game.package, language, view, names)
        self.phrases = phrases(language)
        self._situation = sentences(game.package, language)["situation"]
        self._printed = game.attributes(view.options)

    # Values that look the same

    @cached_property
    def _zones(self) -> Mapping[CardId, Zone]:
        """The zone of each card that the viewer sees."""
        return {card: zone for zone, cards in self.view.zones.items() for card in cards if card is not None}

    def key(self, means: str, value: Json, *, ordered: bool = False) -> Hashable:
        """Returns a key for a value; cards with the same face in the same zone have the same key."""
        if isinstance(value, list | tuple):
            keys = [self.key(means, item) for item in value]
            return tuple(keys if ordered else sorted(keys, key=repr))
        if isinstance(value, Mapping):
            if "card" in value:
                return self.key("card", value["card"]), value.get("as")
            return tuple(sorted(value.items()))
        if means == "card" and is_whole(value) and value in self._zones:
            return "card", self.view.face(value), self._zones[value]
        return type(value).__name__, value

    # Names

    def verb(self, verb: str) -> str:
        """Returns the title of a verb."""
        return self.title("verbs", verb)

    def title(self, table: str, key: str) -> str:
        """Returns the title of an entry of one of the game's tables; the entry's key if the game has no text for it."""
        titles = texts(self.game.package, self.language).get(table, {})
        return entry(self.game.package, self.language, table, key)["title"] if key in titles else key

    def filled(self, phrase: str, **blanks: str) -> str:
        """Returns one of the kernel's phrases with its blanks filled."""
        return filled(self.phrases[phrase], {name: Term(text) for name, text in blanks.items()})

    def value(self, means: str, value: Json, *, ordered: bool = False) -> str:
        """Returns the name of an argument's value. ordered: whether the name includes the order of a list."""
        if isinstance(value, list | tuple | Mapping) and not value:
            return self.phrases["nothing"]
        if means == "offer" and is_whole(value) and (offer := offers.standing(self.view, value)) is not None:
            return self.offer(offer)
        if isinstance(value, list | tuple):
            names = Counter(self.part(means, item) for item in value)
            parts = [name if number == 1 else f"{number} × {name}" for name, number in names.items()]
            return self.speaker.listed([self.part(means, item) for item in value] if ordered else parts)
        return self.part(means, value)

    def part(self, means: str, part: Json) -> str:
        """Returns the name of a value or of a part; if a card is used as something else, the name includes this use."""
        if not isinstance(part, Mapping) or "card" not in part:
            return self.speaker.called(means, part)
        face, used_as = self.view.face(part["card"]), part.get("as")
        title = word_title(self.game.package, self.language, str(used_as)) if used_as != face else None
        return self.card(face) + (f" ({title})" if title else "")

    def place(self, means: str, value: Json) -> str:
        """Returns the zones of a value's cards, or the position in a row that it names; empty for other values."""
        if means == "place" and is_whole(value):
            return self._place(value)
        values = value if isinstance(value, list | tuple) else [value]
        cards = [item["card"] if isinstance(item, Mapping) else item for item in values if means == "card"]
        zones = dict.fromkeys(self._zones[card] for card in cards if card in self._zones)
        return ", ".join(map(self.zone, zones))

    def zone(self, zone: Zone) -> str:
        """Returns a zone's title, with its owner, and with its number if there are several such zones."""
        title = self.speaker.zone(zone)
        if zone.number is None or len(self.view.numbers(zone.name, zone.seat)) < 2:
            return title
        is_place = zone_meaning(self.game, zone.name).get("numbered") == "place"
        return self._place(zone.number) if is_place else f"{title} {zone.number}"

    def _place(self, number: int) -> str:
        return self.filled("place", n=str(number + 1))

    def card(self, face: Face) -> str:
        """Returns the name of a face with its printed values, if `situation` has a pattern `card.<group>` or `card`."""
        title = word_title(self.game.package, self.language, face) or face
        printed = self._printed.get(face, {})
        rule = look_rule(declared(self.game.package)["looks"], face) or {}
        pattern = self._situation.get(f"card.{rule.get('group')}") or self._situation.get("card")
        if pattern is None:
            return title
        numbers = {name: self.speaker.number(value) for name, value in printed.items() if is_whole(value)}
        return filled(pattern, {**numbers, "card": Term(title)})

    def offer(self, offer: offers.Offer) -> str:
        """Returns an offer in words: its owner, the goods and the price."""
        everybody = len(offer.audience) == self.view.seats - 1
        terms = {
            "owner": self.speaker.term("seat", offer.owner),
            "goods": Term(self._goods(offers.goods(self.view, offer), offer.give)),
            "want": Term(self._goods((), offer.want)),
            "audience": Term("") if everybody else self.speaker.term("seats", list(offer.audience)),
        }
        return filled(self.phrases["offer"], terms)

    def _goods(self, cards: Sequence[CardId | None], numbers: Mapping[str, int]) -> str:
        """Returns the cards and numbers of one side of an offer in words."""
        unseen = sum(card is None for card in cards)
        seen = [card for card in cards if card is not None]
        parts = [self.speaker.term("card", seen).text] if seen else []
        parts += [self.speaker.cards(unseen)] if unseen else []
        parts += [self._number(name, number) for name, number in numbers.items() if number]
        return self.speaker.listed(parts)

    def _number(self, name: str, number: int) -> str:
        return (
            self.speaker.term("coins", number).text
            if name == "coins"
            else self.speaker.term("face", {name: number}).text
        )

    # Moves

    def move(self, move: Move, ordered: Collection[str] = ()) -> str:
        """Returns a move as a sentence that describes its offer. ordered: the arguments whose order matters."""
        said = self.speaker.says(move, self.view.viewer, ordered)
        offer = next((o for o in (offers.standing(self.view, n) for n in self._offers_in(move)) if o is not None), None)
        return f"{said} ({self.offer(offer)})" if offer is not None else said

    def _offers_in(self, move: Move) -> list[int]:
        slots = declared(self.game.package)["verbs"][move.verb]
        return [value for name, value in move.args.items() if slots.get(name) == "offer" and is_whole(value)]

    def begun(self, verb: str, args: Mapping[str, Json], slots: Sequence[str]) -> str:
        """Returns an unfinished move as a sentence, with blanks for open arguments.

        slots: the names of its arguments.
        """
        meanings = declared(self.game.package)["verbs"][verb]
        terms = {
            name: self.speaker.term(meanings[name], args[name]) if name in args else Term(OPEN, 2) for name in slots
        }
        pattern = sentences(self.game.package, self.language)["says"][verb]
        try:
            return filled(pattern, {**terms, "seat": self.speaker.actor(self.view.viewer)})
        except Unfilled:
            return self.verb(verb)
