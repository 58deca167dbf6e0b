"""A second implementation of copies, payments and stacks: it tries every subset of hand and discard with every meaning
and applies the sentences of the rules. It shares no code with the game except the printed values and board queries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from games.kernel.state import State

VALUES = {
    "junk": 1,
    **dict.fromkeys(("swift_broker", "loyal_partner", "wily_fellow", "stashing_vendor", "bold_haggler"), 1),
    **dict.fromkeys(("cookies", "prepaid_good", "nuisance", "empty_chest", "new_season", "reflection"), 2),
    **dict.fromkeys(("shattered_relic", "essential_purchase", "rotten_food", "nostalgic_item", "whirligig"), 3),
    **dict.fromkeys(("spyglass", "market_discovery", "dirty_exchange", "acorn", "charm", "gift_voucher"), 4),
    **dict.fromkeys(("flashy_show", "favourite_toy", "special_offer", "stock_clearance", "sabotage"), 5),
    **dict.fromkeys(("treasure_hunter", "accordion", "winter_is_coming", "gamble", "blindfold"), 5),
    "flexible_shopkeeper": 1,
    "good_old_times": 3,
    "trendsetting": 5,
    "seeing_doubles": 5,
}
FOLKS = {
    "macaws": "swift_broker cookies shattered_relic spyglass flashy_show favourite_toy",
    "pandas": "loyal_partner prepaid_good essential_purchase market_discovery special_offer stock_clearance",
    "raccoons": "wily_fellow nuisance rotten_food dirty_exchange sabotage treasure_hunter",
    "squirrels": "stashing_vendor empty_chest nostalgic_item acorn accordion winter_is_coming",
    "ocelots": "bold_haggler new_season whirligig charm gamble blindfold",
    "chameleons": "flexible_shopkeeper reflection good_old_times gift_voucher trendsetting seeing_doubles",
}
FOLK_OF = {face: folk for folk, faces in FOLKS.items() for face in faces.split()}
COPIERS = {"flexible_shopkeeper", "reflection", "good_old_times", "trendsetting", "seeing_doubles"}


class Used(NamedTuple):
    """A card used as a face. key: face and change of value; discarded: the card comes from the discard."""

    card: int
    key: str
    face: str
    value: int
    discarded: bool


def targets(state: State, seat: int, card: int) -> list[int]:
    """Returns the cards that a chameleon may copy, by the text on it."""
    face = state.face(card)
    others = [other for other in range(state.seats) if other != seat]
    if face == "flexible_shopkeeper":
        built = [zone.number for zone in state.zones if zone.name == "stall" and zone.seat == seat]
        return list(state.cards("stall", seat, max(n for n in built if n))) if built else []
    if face == "reflection":
        return [state.cards("discard", other)[-1] for other in others if state.cards("discard", other)]
    if face == "good_old_times":
        return list(state.cards("market_discard")[-1:])
    if face == "trendsetting":
        return [card for place in range(5) for card in state.cards("market", None, place)]
    return [other for other in (*state.cards("hand", seat), *state.cards("shown", seat)) if other != card]


def ends(state: State, seat: int, card: int, path: tuple[int, ...] = ()) -> set[str]:
    """Returns the keys of all meanings of a card, following every chain of copies that meets no card twice."""
    mark = state.public.marks.get(str(card))
    if state.face(card) not in COPIERS or (mark and mark["bound"]):
        return {_key(mark) if mark else state.face(card)}
    keys: set[str] = set()
    for target in targets(state, seat, card):
        if target not in (*path, card):
            keys |= ends(state, seat, target, (*path, card))
    return keys


def _key(mark: dict[str, object]) -> str:
    delta = mark["delta"]
    return str(mark["face"]) + (f"{delta:+d}" if delta else "") + ("_rolled" if mark["rolled"] else "")


def used(state: State, seat: int) -> list[list[Used]]:
    """Returns each card of hand and discard with all its possible uses."""
    zones = [(card, False) for name in ("hand", "shown") for card in state.cards(name, seat)]
    zones += [(card, True) for card in state.cards("discard", seat)]
    return [
        [_used(state, card, key, away) for key in sorted(ends(state, seat, card)) or [state.face(card)]]
        for card, away in zones
    ]


def _used(state: State, card: int, key: str, away: bool) -> Used:
    face, _, delta = key.removesuffix("_rolled").replace("-", "+-").partition("+")
    return Used(card, key, face, VALUES[face] + int(delta or 0) + state.public.flashy, away)


def subsets(cards: list[list[Used]]) -> Iterator[tuple[Used, ...]]:
    """Yields every selection of cards with a meaning for each."""
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            yield from product(*chosen)


def pays(cards: tuple[Used, ...], price: int) -> bool:
    """Returns whether cards pay a price without a superfluous card, unless Stock Clearance is used (rules, p. 8)."""
    total = sum(card.value for card in cards)
    if any(card.discarded for card in cards) or total < price:
        return False
    needed = all(total - card.value < price for card in cards)
    return needed or any(card.face == "stock_clearance" for card in cards)


def is_stack(cards: tuple[Used, ...], number: int) -> bool:
    """Returns whether cards form a stack: one set and the exact sum, except for what its cards allow (rules, p. 11)."""
    faces = [card.face for card in cards]
    total, accordions = sum(card.value for card in cards), faces.count("accordion")
    if not any(total + shift == number for shift in range(-accordions, accordions + 1)):
        return False
    own = [card.face for card in cards if not card.discarded]
    if "junk" in own and "stashing_vendor" not in faces:
        return False
    if len({FOLK_OF[face] for face in own if face != "junk"}) > 1 and "empty_chest" not in faces:
        return False
    return _remembered(own.count("nostalgic_item"), [card.face for card in cards if card.discarded])


def _remembered(items: int, discarded: list[str]) -> bool:
    """Returns whether Nostalgic Items can take all chosen cards of the discard, one after another."""
    waiting = sorted(discarded, key=lambda face: face != "nostalgic_item")
    for face in waiting:
        if items == 0:
            return False
        items += (face == "nostalgic_item") - 1
    return True
