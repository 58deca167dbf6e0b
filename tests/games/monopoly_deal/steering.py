"""Steers a match over HTTP until every action, both rents and every rare case has occurred; then plays to win.

All seats of the client cooperate: a seat with a Joker attacks another seat with a Joker, sets grow until there are two,
and nobody lays a third while anything is missing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from games.kernel.state import Seat
from games.monopoly_deal.deck import COLOURS, STREETS
from tests.games.http_match import LISTED, Table

Json = Any
ALL = {
    "deal_breaker", "just_say_no", "sly_deal", "forced_deal", "debt_collector", "its_my_birthday", "double_the_rent",
    "house", "hotel", "pass_go", "rent of two colours", "rent of any colour", "a joker answered by a joker",
    "a payment with a building", "a stolen set",
}  # fmt: skip
JOKER, BUILDINGS = "just_say_no", ("house", "hotel")
DEMANDS = ("debt_collector", "its_my_birthday", "rent")
ATTACKS = (*DEMANDS, "sly_deal", "forced_deal", "deal_breaker")
USEFUL_FOR = {
    JOKER: {"a joker answered by a joker"}, "house": {"house", "hotel", "a payment with a building"},
    "hotel": {"hotel", "a payment with a building"}, "deal_breaker": {"deal_breaker", "a stolen set", "hotel"},
    "double_the_rent": {"double_the_rent"}, "rent_any": {"rent of any colour"},
}  # fmt: skip
TRIED, HAND, EARLY = 60, 6, 40


def played(verb: str, args: Json) -> Iterator[str]:
    """Yields the features that a move shows."""
    yield verb
    if verb == "rent":
        yield "rent of any colour" if args["face"] == "rent_any" else "rent of two colours"
        yield from ["double_the_rent"] * args["doubles"]
    if verb == "say_no":
        yield "a joker answered by a joker" if "targets" in args else JOKER


def handed_over(effect: Json) -> Iterator[str]:
    """Yields the features that an effect `moved` of the log shows."""
    src, dst = effect["src"], effect["dst"]
    if src["name"] in COLOURS and src["seat"] != dst["seat"]:
        if dst["name"] == "bank" and set(effect["faces"] or ()) & set(BUILDINGS):
            yield "a payment with a building"
        if dst["name"] == src["name"] and len(effect["cards"]) > 1:
            yield "a stolen set"


class Sights:
    """The view of one seat of the client, by faces."""

    def __init__(self, view: Json) -> None:
        self.public, self.faces = view["public"], {int(card): face["face"] for card, face in view["faces"].items()}
        self.zones = {(zone["name"], zone["seat"], zone["number"]): zone["cards"] for zone in view["zones"]}

    def hand(self, seat: Seat) -> list[str]:
        """Returns the faces in a seat's hand."""
        return [self.faces[card] for card in self.zones["hand", seat, None]]

    def groups(self, seat: Seat) -> Iterator[tuple[str, int, list[str]]]:
        """Returns a seat's groups: colour, number, faces."""
        for (name, owner, number), cards in self.zones.items():
            if owner == seat and name in COLOURS:
                yield name, number, [self.faces[card] for card in cards]

    def sets(self, seat: Seat) -> set[str]:
        """Returns the colours of a seat's complete groups."""
        return {name for name, _, faces in self.groups(seat) if _size(faces) >= _full(name)}

    def is_built(self, seat: Seat, group: str = "") -> bool:
        """Returns whether a seat has a building on any group, or on the group of that name."""
        groups = [faces for name, number, faces in self.groups(seat) if group in ("", f"{name}_{number}")]
        return any(set(faces) & set(BUILDINGS) for faces in groups)

    def longest(self, seat: Seat, colour: str) -> int:
        """Returns how many cards a seat has in its incomplete group of a colour."""
        sizes = [_size(faces) for name, _, faces in self.groups(seat) if name == colour]
        return max((size for size in sizes if size < _full(colour)), default=0)


def _size(faces: Sequence[str]) -> int:
    return sum(face not in BUILDINGS for face in faces)


def _full(colour: str) -> int:
    return STREETS[colour].size


class DealSteering:
    """Chooses for all seats of the client."""

    def __init__(self) -> None:
        self.features: set[str] = set()
        self.after = -1
        self.random = random.Random(0)

    def missing(self) -> Sequence[str]:
        return sorted(ALL - self.features)

    def choose(self, table: Table, seat: Seat, legal: Json) -> Json:
        self._read(table)
        sights = Sights(table.view(seat))
        slots = {template["verb"]: template["slots"] for template in legal["templates"]}
        if "pay" in slots:
            return self._payment(sights, slots["pay"]["cards"], legal)
        if "accept" in slots:
            return self._reaction(table, sights, legal)
        if "discard" in slots:
            return self._discard(sights, slots["discard"]["cards"])
        if "place" in slots:
            return legal["moves"][0]
        moves = [move for template in legal["templates"] for move in self._moves(template)]
        self.random.shuffle(moves)
        hands = [self._hand(table, other) for other in range(len(table.seats))]
        return max(moves, key=lambda move: self._worth(sights, seat, hands, move))

    def _read(self, table: Table) -> None:
        """Records the features in new events of the log."""
        path = f"{table.path}/events?limit={LISTED}" + (f"&after={self.after}" if self.after >= 0 else "")
        for row in table.request(0, "GET", path)["items"]:
            self.after = row["seq"]
            if row["type"] == "move" and row["move"] is not None:
                self.features |= ALL & set(played(row["move"]["verb"], row["move"]["args"]))
            for effect in row["effects"]:
                self.features |= set(handed_over(effect)) if effect["kind"] == "moved" else set()

    def _hand(self, table: Table, seat: Seat) -> list[str]:
        return Sights(table.view(seat)).hand(seat)

    def _moves(self, template: Json) -> Iterator[Json]:
        values = [_values(slot) for slot in template["slots"].values()]
        for chosen in islice(product(*values), TRIED):
            yield {"verb": template["verb"], "args": dict(zip(template["slots"], chosen, strict=True))}

    def _worth(self, sights: Sights, seat: Seat, hands: Sequence[Sequence[str]], move: Json) -> float:
        """Returns how useful a move in the own turn is."""
        verb, args = move["verb"], move["args"]
        if not self.missing():
            wishes = {"lay": 90, "deal_breaker": 80, "pass_go": 70, "sly_deal": 60, "rent": 20, "bank": 10}
            return wishes.get(verb, 0 if verb == "end_turn" else -1)
        if verb == "lay":
            return self._lay(sights, seat, args.get("colour") or args["face"])
        if verb == "bank":
            return -5 if self._is_useful(args["face"]) else 30 if args["face"].startswith("m") else 5
        draws = len(hands[seat]) < HAND and sights.public["turns"] < EARLY
        worth = {"pass_go": 60 if draws else 1, "end_turn": 0}.get(verb, 2 if verb in ATTACKS else -1)
        news = ALL - self.features
        worth += 100 * len(news & set(played(verb, args)))
        if verb == "house" and "hotel" in hands[seat]:
            worth += 80
        if verb == "deal_breaker" and "hotel" in news and "hotel" in hands[seat]:
            worth += 60 * sights.is_built(args["target"], args["group"])
        if verb in ATTACKS:
            targets = [args["target"]] if "target" in args else [other for other in range(len(hands)) if other != seat]
            jokers = any(JOKER in hands[target] for target in targets if target < len(hands))
            if "a joker answered by a joker" in news and JOKER in hands[seat] and jokers:
                worth += 120
            if "a payment with a building" in news and verb in DEMANDS and any(map(sights.is_built, targets)):
                worth += 110
        return worth

    def _is_useful(self, face: str) -> bool:
        """Returns whether a card in hand can still lead to a missing feature."""
        return bool(USEFUL_FOR.get(face, {face}) & set(self.missing()))

    def _lay(self, sights: Sights, seat: Seat, colour: str) -> float:
        sets = sights.sets(seat)
        completes = sights.longest(seat, colour) + 1 >= _full(colour)
        if completes and len(sets | {colour}) >= 3:
            return -10
        return 50 + 3 * sights.longest(seat, colour) + 2 * STREETS[colour].buildable

    def _payment(self, sights: Sights, slot: Json, legal: Json) -> Json:
        worth = {int(card): value for card, value in slot["worth"].items()}
        built = [card for card in worth if sights.faces[card] in BUILDINGS]
        built.sort(key=lambda card: sights.faces[card], reverse=True)
        is_wanted = "a payment with a building" not in self.features and "hotel" in self.features
        if not built or not is_wanted or sum(worth.values()) < slot["owed"]:
            return legal["moves"][0]
        hotels = [card for card in built if sights.faces[card] == "hotel"]
        first = hotels[0] if hotels else built[0]
        money = [card for zone in sights.zones if zone[0] == "bank" for card in sights.zones[zone] if card in worth]
        chosen = [first]
        for card in [*money, *worth]:
            if sum(worth[paid] for paid in chosen) < slot["owed"] and card not in (*chosen, *built):
                chosen.append(card)
        enough = sum(worth[paid] for paid in chosen) >= slot["owed"]
        return {"verb": "pay", "args": {"cards": chosen}} if enough else legal["moves"][0]

    def _reaction(self, table: Table, sights: Sights, legal: Json) -> Json:
        """Plays a Joker where that leads to a Joker answered by a Joker; accepts otherwise."""
        noes = [move for move in legal["moves"] if move["verb"] == "say_no"]
        by = sights.public["turn"]
        is_joker_duel_missing = noes and "a joker answered by a joker" not in self.features
        if is_joker_duel_missing and (
            "targets" in noes[0]["args"] or (by < len(table.seats) and JOKER in self._hand(table, by))
        ):
            self.features |= ALL & set(played("say_no", noes[0]["args"]))
            return noes[0]
        return next(move for move in legal["moves"] if move["verb"] == "accept")

    def _discard(self, sights: Sights, slot: Json) -> Json:
        last = sorted(slot["of"], key=lambda card: self._is_useful(sights.faces[card]))
        return {"verb": "discard", "args": {"cards": last[: slot["size"][0]]}}


def _values(slot: Json) -> Sequence[Json]:
    return slot["options"] if slot["slot"] == "one_of" else range(slot["low"], slot["high"] + 1)


def steering() -> DealSteering:
    """Returns a new steering."""
    return DealSteering()
