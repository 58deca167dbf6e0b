"""Values in words: the names of cards, seats and numbers, and the sentences that contain them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.kernel.deck import CardId, Face
from games.kernel.errors import Refusal
from games.kernel.foresight import Consequence, Foreseen, consequences
from games.kernel.slots import is_whole
from games.kernel.state import Json, Move, Seat, Zone
from games.kernel.view import View
from games.kernel.words.helps import help_of
from games.kernel.words.meanings import declared, phrases, sentences, slot_title, type_of
from games.kernel.words.sentence import Term, blanks, filled, inside, stopped, unnumbered
from games.kernel.words.texts import entry, singular, texts, word_title

ONE, OTHER, SEVERAL, WITH_YOU = range(4)
NUMBERS = ("number", "integer", "version", "offer", "die")
WITHIN = ("word", "colour", "zone")  # meanings whose values are not proper names within a sentence


class Speaker:
    """Texts about one game in one language, for one viewer.

    package: the game's package. names: the names of the seats; by default their numbers. A card is named only if the
    viewer sees it.
    """

    def __init__(self, package: str, language: str, view: View | None = None, names: Sequence[str] = ()) -> None:
        self.package, self.language, self.view, self.names = package, language, view, names
        self._phrases, self._singular = phrases(language), singular(language)
        self._faces: Mapping[CardId, Face] = {} if view is None else view.faces

    # Values

    def term(self, meaning: str, value: Json) -> Term:
        """Returns the term that fills a blank for a value."""
        if value is None:
            form = OTHER if meaning in ("seat", "seats") else ONE
            return Term(self._phrases["hidden"] if meaning in ("card", "face") else "", form, is_none=True)
        if isinstance(value, list | tuple):
            return self._terms(meaning, [_single(item) for item in value])
        if isinstance(value, Mapping):
            return self._counted({self._said(_of(meaning), name): n for name, n in value.items() if is_whole(n) and n})
        if meaning == "boolean":
            return Term("+" if value else "")
        if meaning in ("seat", "seats"):
            return Term(self._seat(value), ONE if self.view is not None and value == self.view.viewer else OTHER)
        if meaning == "coins" and is_whole(value):
            return Term(self._amount("coins", value), self._number_form(value), value == 0)
        if is_whole(value) and meaning in NUMBERS:
            return Term(str(value), self._number_form(value), value == 0)
        return Term(self._said(meaning, value))

    def called(self, meaning: str, value: Json) -> str:
        """Returns the name of an answer: the whole title of a colour, a good or a zone, otherwise the term."""
        is_title = meaning in ("colour", "good", "zone") and isinstance(value, str)
        return self._one(meaning, value) if is_title else self.term(meaning, value).text

    def _terms(self, meaning: str, values: Sequence[Json]) -> Term:
        """Returns several values as one term: equal values are counted, different values listed."""
        names = [self._said(_of(meaning), value) for value in values]
        if meaning in ("seat", "seats"):
            form = self.term("seat", values[0]).form if len(values) == 1 else SEVERAL
            is_with_you = form == SEVERAL and self.view is not None and self.view.viewer in values
            return Term(self.listed(names), WITH_YOU if is_with_you else form)
        return Term(self._counted(Counter(names)).text, self._number_form(len(names)))

    def _counted(self, names: Mapping[str, int]) -> Term:
        parts = [name if number == 1 else self._several(number, name) for name, number in names.items()]
        return Term(self.listed(parts), self._number_form(sum(names.values())))

    def _several(self, number: int, name: str) -> str:
        """Returns a number of equal values in words: 2 × Tea, or 2 cards if they are not named."""
        return self.cards(number) if name == self._phrases["hidden"] else f"{number} × {unnumbered(name)}"

    def listed(self, names: Sequence[str]) -> str:
        """Joins names: Ada, Bruno and Cleo."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self._phrases['and']} {names[-1]}"

    def _said(self, meaning: str, value: Json) -> str:
        """Returns one value in words, for use within a sentence."""
        name = self._one(meaning, value)
        if meaning == "good":
            return unnumbered(name)
        return inside(name) if meaning in WITHIN else name

    def _one(self, meaning: str, value: Json) -> str:
        """Returns one value in words; words that the game does not know are left out."""
        if value is None:
            return self._phrases["hidden"]
        if meaning in ("seat", "seats") and is_whole(value):
            return self._seat(value)
        if meaning == "card" and is_whole(value):
            return self._face(self._faces[value]) if value in self._faces else self._phrases["hidden"]
        if meaning == "place" and is_whole(value):
            return self._place(value)
        if meaning == "coins" and is_whole(value):
            return self._amount("coins", value)
        if isinstance(value, str) and meaning != "text":
            return self._word(meaning, value)
        return str(value) if is_whole(value) and meaning in NUMBERS else self._phrases["this"]

    def _word(self, meaning: str, word: str) -> str:
        if meaning == "zone":
            return self._group(word)
        return word_title(self.package, self.language, word) or self._phrases["this"]

    def _group(self, word: str) -> str:
        """Returns the title of a numbered zone, with its number if there are several: `red_2`."""
        name, _, number = word.rpartition("_")
        zones = texts(self.package, self.language)["zones"]
        if number.isdecimal() and name in zones:
            return self._title("zones", name) + (f" {number}" if int(number) > 1 else "")
        return self._title("zones", word) if word in zones else self._word("word", word)

    def _place(self, number: int) -> str:
        """Returns the name of a position in a row: the name of the card there."""
        zones = {} if self.view is None else self.view.zones
        for zone, cards in zones.items():
            if zone.seat is None and zone.number == number and cards and cards[0] is not None:
                return self._face(self._faces[cards[0]])
        return filled(self._phrases["place"], {"n": Term(str(number + 1))})

    def _face(self, face: Face) -> str:
        return word_title(self.package, self.language, face) or face

    def _seat(self, seat: Json) -> str:
        if not is_whole(seat):
            return self._phrases["this"]
        if self.view is not None and seat == self.view.viewer:
            return self._phrases["you"]
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return filled(self._phrases["seat"], {"n": Term(str(seat + 1))})

    def _amount(self, phrase: str, number: int) -> str:
        return filled(self._phrases[phrase], {"n": Term(str(number), self._number_form(number))})

    def _number_form(self, number: int) -> int:
        return ONE if number in self._singular else OTHER

    def number(self, number: int) -> Term:
        """Returns a number, and the form of the words that agree with it."""
        return self.term("number", number)

    def cards(self, number: int) -> str:
        """Returns a number of unnamed cards in words."""
        return self._amount("cards", number)

    def _title(self, table: str, key: str) -> str:
        titles = texts(self.package, self.language)[table]
        return entry(self.package, self.language, table, key)["title"] if key in titles else key

    # Sentences

    def says(self, move: Move, seat: Seat | None, ordered: Collection[str] = ()) -> str:
        """Returns a move as a sentence. seat: None for an anonymous move; ordered: the lists whose order is stated."""
        slots = declared(self.package)["verbs"][move.verb]
        pattern = sentences(self.package, self.language)["says"][move.verb]
        terms = {name: self.term(meaning, move.args[name]) for name, meaning in slots.items() if name in move.args}
        for name in ordered:
            names = [self._said(_of(slots[name]), _single(item)) for item in move.args[name]]
            terms[name] = terms[name]._replace(text=self.listed(names))
        return filled(pattern, {**terms, "seat": self.actor(seat)})

    def actor(self, seat: Seat | None) -> Term:
        """Returns the term for the actor at the beginning of a sentence."""
        return Term(self._phrases["somebody"], OTHER) if seat is None else self.term("seat", seat)

    def asks(self, phase: str, data: Mapping[str, Json], public: Mapping[str, Json]) -> str:
        """Returns a prompt's question; the prompt's data and the public state fill its blanks."""
        types = {**declared(self.package)["public"], **declared(self.package)["prompts"].get(phase, {})}
        return self._filled("asks", phase, types, {**public, **data})

    def announced(self, what: str, details: Mapping[str, Json]) -> str:
        """Returns an announcement as a sentence."""
        return self._filled("announced", what, declared(self.package)["announcements"].get(what, {}), details)

    def explained(self, code: str, params: Mapping[str, Json]) -> str:
        """Returns a sentence about the trade of a move; empty if the game has no sentence for it."""
        pattern = sentences(self.package, self.language)["explained"].get(code)
        kinds = declared(self.package)["explained"].get(code, {})
        terms = {name: self._explaining(kinds[name], value) for name, value in params.items() if name in kinds}
        return "" if pattern is None else filled(pattern, terms)

    def _explaining(self, kind: str, value: Json) -> Term:
        if kind == "goods":
            return Term(self.listed([self._part(name, number) for name, number in value.items()]))
        return self.term(kind, value) if kind == "boolean" else Term(self._decimal(value))

    def _part(self, name: str, number: int) -> str:
        """Returns one of the goods of a trade in words."""
        if name == "coins":
            return self._amount("coins", number)
        if name == "hidden":
            return self._phrases["hidden"] if number == 1 else self.cards(number)
        return self._counted({self._face(name): number}).text

    def _decimal(self, number: float) -> str:
        """Returns a number in the language's notation: 1.4, or 1,4 in French."""
        return f"{number:g}".replace(".", self._phrases["decimal"])

    def _filled(self, table: str, key: str, types: Mapping[str, Any], values: Mapping[str, Json]) -> str:
        pattern = sentences(self.package, self.language)[table][key]
        names = [name for name in blanks(pattern) if name in values]
        return filled(pattern, {name: self.term(_said_as(types[name]), values[name]) for name in names})

    # Refusals

    def refused(self, verb: str, refusal: Refusal) -> str:
        """Returns the sentence about a refused move: the rule's own reason, or the error in a slot with a help."""
        if refusal.reason:
            types = declared(self.package)["reasons"].get(refusal.reason, {})
            return self._filled("reasons", refusal.reason, types, refusal.params)
        slot = refusal.pointer.rpartition("/")[2]
        slots: Mapping[str, str] = declared(self.package)["verbs"].get(verb, {})
        helps = texts(self.package, self.language)["verbs"]
        terms = {
            name: Term(str(value), self._number_form(value))
            for name, value in refusal.params.items()
            if is_whole(value)
        }
        terms["slot"] = Term(slot_title(self.package, self.language, verb, slot) if slot in slots else "")
        terms["verb"] = Term(self._title("verbs", verb) if verb in helps else "")
        terms["help"] = Term(self._help(verb) if verb in helps else "")
        own = sentences(self.package, self.language)["reasons"].get(refusal.code)
        return filled(own or self._phrases.get(refusal.code, ""), terms) or filled(self._phrases["refused"], terms)

    def _help(self, verb: str) -> str:
        """Returns the help text of a verb, under the options of the match."""
        options = None if self.view is None else self.view.options
        return help_of(self.package, self.language, "verbs", verb, options)

    # Consequences

    def outcome(self, foreseen: Foreseen, view: View) -> list[str]:
        """Returns the certain consequences of a move, in short sentences, each once."""
        said = (self._consequence(consequence) for consequence in consequences(foreseen, view))
        return list(dict.fromkeys(sentence for sentence in said if sentence))

    def _consequence(self, consequence: Consequence) -> str:
        kind, facts = consequence
        match kind:
            case "announced":
                return stopped(self.announced(facts["what"], facts["details"]))
            case "prompted":
                return self._prompted(facts)
            case "changed":
                return self._changed(facts["name"], facts["value"])
            case "moved":
                return self._moved(facts)
            case _:
                return filled(self._phrases[kind], {"seats": self.term("seats", facts["seats"])})

    def _prompted(self, facts: Mapping[str, Json]) -> str:
        """Returns the game's sentence about a prompt for the seats that it concerns; empty if there is no sentence."""
        phase, data = facts["phase"], facts["data"]
        own = sentences(self.package, self.language)["outcomes"].get(phase)
        if own is not None:
            types = {**declared(self.package)["prompts"].get(phase, {}), "seats": "seats"}
            values = {"seats": facts["seats"], **data}
            return filled(own, {name: self.term(_said_as(types[name]), values[name]) for name in blanks(own)})
        return ""

    def _changed(self, name: str, value: Json) -> str:
        """Returns a public number or seat with its title; empty for hidden fields and other types."""
        kind = type_of(declared(self.package)["public"].get(name, {"type": "object"}))
        if kind.get("hidden") or kind["type"] not in ("integer", "coins", "seat", "seats"):
            return ""
        text = self.term(kind["type"], value).text
        return f"{self._title('public', name)}{self._phrases['colon']} {text}." if text else ""

    def _moved(self, facts: Mapping[str, Json]) -> str:
        faces = [None if face is None else self._face(face) for face in facts["faces"]]
        number = len(faces)
        hidden = Term(self.cards(number), self._number_form(number))
        cards = hidden if None in faces else self._counted(Counter(name for name in faces if name is not None))
        return filled(self._phrases["moved"], {"cards": cards, "zone": Term(self.zone(facts["dst"]))})

    def zone(self, zone: Zone) -> str:
        """Returns a zone's title, with its owner."""
        title = self._title("zones", zone.name)
        return title if zone.seat is None else f"{title} ({self._seat(zone.seat)})"


def _single(value: Json) -> Json:
    """Returns the only item of a list; for a card with a meaning, returns the card."""
    return value.get("card") if isinstance(value, Mapping) else value


def _of(meaning: str) -> str:
    return {"seats": "seat", "faces": "face", "list": "word"}.get(meaning, meaning)


def _said_as(value: str | Mapping[str, Any]) -> str:
    """Returns the meaning under which a typed value is put into words; for a list, the meaning of its members."""
    kind = type_of(value)
    said: str = kind.get("of", "word") if kind["type"] in ("list", "by_seat") else kind["type"]
    return said
