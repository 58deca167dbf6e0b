"""A second, slow implementation of payments, rents and complete sets, written from the leaflets.

A position is a set of plain lists of faces. This module evaluates it by trying everything, sets it up as a table of the
game, and compares the results.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from games.kernel.rng import Draws, policy_draws, shuffled
from games.kernel.state import Prompt, State, Zone
from games.kernel.view import Window
from games.monopoly_deal import GAME
from games.monopoly_deal.board import Board
from games.monopoly_deal.pay import Pay
from games.monopoly_deal.rents import rent_owed, rentable

# The numbers on the cards, copied from the printed cards and not from the game's deck.
SIZES = {
    "brown": 2,
    "light_blue": 3,
    "pink": 3,
    "orange": 3,
    "red": 3,
    "yellow": 3,
    "green": 3,
    "dark_blue": 2,
    "station": 4,
    "utility": 2,
}
LADDERS = {
    "brown": "12",
    "light_blue": "123",
    "pink": "124",
    "orange": "135",
    "red": "236",
    "yellow": "246",
    "green": "247",
    "dark_blue": "38",
    "station": "1234",
    "utility": "12",
}
WORTHS = {
    "brown": 1,
    "light_blue": 1,
    "pink": 2,
    "orange": 2,
    "red": 3,
    "yellow": 3,
    "green": 4,
    "dark_blue": 4,
    "station": 2,
    "utility": 2,
    "wild_light_blue_brown": 1,
    "wild_light_blue_station": 4,
    "wild_pink_orange": 2,
    "wild_red_yellow": 3,
    "wild_dark_blue_green": 4,
    "wild_green_station": 4,
    "wild_station_utility": 2,
    "wild_any": 0,
    "house": 3,
    "hotel": 4,
    "m1": 1,
    "m2": 2,
    "m3": 3,
    "m4": 4,
    "m5": 5,
    "m10": 10,
    "deal_breaker": 5,
    "pass_go": 1,
    "its_my_birthday": 2,
    "sly_deal": 3,
}
TWO = {
    "wild_light_blue_brown": ("light_blue", "brown"),
    "wild_light_blue_station": ("light_blue", "station"),
    "wild_pink_orange": ("pink", "orange"),
    "wild_red_yellow": ("red", "yellow"),
    "wild_dark_blue_green": ("dark_blue", "green"),
    "wild_green_station": ("green", "station"),
    "wild_station_utility": ("station", "utility"),
}
RENTS = {
    "rent_red_yellow": ("red", "yellow"),
    "rent_green_dark_blue": ("green", "dark_blue"),
    "rent_brown_light_blue": ("brown", "light_blue"),
    "rent_pink_orange": ("pink", "orange"),
    "rent_station_utility": ("station", "utility"),
    "rent_any": tuple(SIZES),
}
MONEY = ["m1", "m2", "m3", "m4", "m5", "m10", "deal_breaker", "pass_go", "its_my_birthday", "sly_deal"]
MOST = 8

Groups = dict[tuple[str, int], list[str]]


class Position(NamedTuple):
    """One seat's bank and groups: (colour, number) -> faces, buildings among them; a debt; options."""

    bank: list[str]
    groups: dict[tuple[str, int], list[str]]
    owed: int
    options: dict[str, Any]


def positions(seed: int) -> Iterator[Position]:
    """Yields random positions without end."""
    number = 0
    while True:
        yield _position(policy_draws(b"positions", seed, number))
        number += 1


def _position(draws: Draws) -> Position:
    colours = shuffled(tuple(SIZES), draws)[: 1 + draws.below(3)]
    scenario: dict[str, list[str]] = {colour: [] for colour in colours}
    for _ in range(draws.below(MOST + 1)):
        colour = colours[draws.below(len(colours))]
        wilds = [face for face, may_be in TWO.items() if colour in may_be]
        kinds = [colour, colour, *wilds, "wild_any"]
        scenario[colour].append(kinds[draws.below(len(kinds))])
    groups = {}
    for colour, faces in scenario.items():
        groups.update(_grouped(colour, faces, draws))
    cards = sum(map(len, groups.values()))
    bank = [MONEY[draws.below(len(MONEY))] for _ in range(draws.below(max(MOST - cards, 1) + 1))]
    options = {
        "irreducible_only": draws.below(3) == 0,
        "multi_wild_payable": draws.below(4) == 0,
        "rent_groups": ("one", "sum_same_colour")[draws.below(2)],
        "double_stack": ("multiply", "add")[draws.below(2)],
        "sets_to_win": 1 + draws.below(3),
    }
    return Position(bank, groups, draws.below(14), options)


def _grouped(colour: str, faces: list[str], draws: Draws) -> Iterator[tuple[tuple[str, int], list[str]]]:
    """Returns cards of one colour in a legal arrangement: full groups, an incomplete one, buildings on some sets."""
    faces = [face for face in faces if face != "wild_any"] + [face for face in faces if face == "wild_any"]
    size = SIZES[colour]
    for number, start in enumerate(range(0, len(faces), size), 1):
        group = faces[start : start + size]
        if is_set(colour, group) and colour not in ("station", "utility"):
            group = group + ["house", "hotel"][: draws.below(3)]
        yield (colour, number), group


# The second reading


def is_set(colour: str, faces: list[str]) -> bool:
    """Returns whether a group has the number of properties on its cards, not all of them multicolour wilds."""
    properties = [face for face in faces if face not in ("house", "hotel")]
    return len(properties) >= SIZES[colour] and properties != ["wild_any"] * len(properties)


def rent_of(colour: str, faces: list[str]) -> int:
    """Returns the rent of one group with its buildings."""
    properties = [face for face in faces if face not in ("house", "hotel")]
    if properties == ["wild_any"] * len(properties):
        return 0
    ladder = LADDERS[colour]
    rent = int(ladder[min(len(properties), len(ladder)) - 1])
    return rent + (3 * faces.count("house") + 4 * faces.count("hotel") if is_set(colour, faces) else 0)


def sets_of(position: Position) -> set[str]:
    """Returns the colours in which the seat has a set."""
    return {colour for (colour, _), faces in position.groups.items() if is_set(colour, faces)}


Card = tuple[Any, int]


def cards_before(position: Position) -> dict[Card, str]:
    """Returns all cards on the seat's table, as a map from zone and position to face."""
    places = {("bank", place): face for place, face in enumerate(position.bank)}
    scenario = {(key, place): face for key, faces in position.groups.items() for place, face in enumerate(faces)}
    return {**places, **scenario}


def payments(position: Position) -> set[frozenset[Card]]:
    """Returns every legal payment by trying all subsets."""
    cards = cards_before(position)
    offered = [c for c, face in cards.items() if face != "wild_any" or position.options["multi_wild_payable"]]
    total = sum(WORTHS[cards[card]] for card in offered)
    if not offered:
        return set()
    if total < position.owed:
        return {frozenset(offered)}
    subsets = (frozenset(chosen) for size in range(len(offered) + 1) for chosen in combinations(offered, size))
    return {chosen for chosen in subsets if _is_payment(position, cards, chosen)}


def _is_payment(position: Position, cards: dict[Card, str], chosen: frozenset[Card]) -> bool:
    worths = [WORTHS[cards[card]] for card in chosen]
    if sum(worths) < position.owed:
        return False
    if position.options["irreducible_only"] and worths and sum(worths) - min(worths) >= position.owed:
        return False
    return not any(_hotel_loses_its_house(position, key, chosen) for key in position.groups)


def _hotel_loses_its_house(position: Position, key: tuple[str, int], chosen: frozenset[Card]) -> bool:
    """Returns whether a payment takes a house but leaves its hotel on a set that stays complete."""
    left = {
        other: [face for place, face in enumerate(faces) if (other, place) not in chosen]
        for other, faces in position.groups.items()
        if other[0] == key[0]
    }
    faces = position.groups[key]
    if "house" not in faces or "house" in left[key] or "hotel" not in left[key]:
        return False
    return is_set(key[0], _closed_up(key[0], left, position.groups)[key])


def _closed_up(colour: str, left: Groups, groups: Groups) -> Groups:
    """Fills up the built groups card by card, from loose cards and then from unbuilt sets; returns all groups.

    Whether a set is built is decided before the payment, so the cards of a second built set that loses its house in the
    same payment do not count as loose.
    """
    stood = {key: [face for face in faces if face not in ("house", "hotel")] for key, faces in left.items()}
    built = sorted(key for key in left if "house" in groups[key])
    plain = sorted((key for key in stood if key not in built), key=lambda key: (is_set(colour, stood[key]), key))
    for key in built:
        while not is_set(colour, stood[key]):
            lacks_a_name = set(stood[key]) <= {"wild_any"}
            loose = [(donor, face) for donor in plain for face in stood[donor]]
            loose.sort(key=lambda item: lacks_a_name and item[1] == "wild_any")
            is_full = len(stood[key]) >= SIZES[colour]
            if not loose or (is_full and loose[0][1] == "wild_any"):
                break
            donor, face = loose[0]
            stood[donor].remove(face)
            stood[key].append(face)
            if is_full:
                stood[key].remove("wild_any")
                stood[donor].append("wild_any")
    return stood


# The comparison


def laid_out(position: Position) -> tuple[State, dict[int, Card]]:
    """Returns the position as a table of the game, for seat 1, and the card of each id."""
    state = GAME.opening(2, GAME.options.from_json(position.options, 2))
    state.faces, state.zones = {}, {}
    meaning: dict[int, Card] = {}
    for card, face in cards_before(position).items():
        where = card[0]
        zone = Zone("bank", 1) if where == "bank" else Zone(where[0], 1, where[1])
        number = len(meaning)
        state.faces[number] = face
        state.zones[zone] = (*state.zones.get(zone, ()), number)
        meaning[number] = card
    return state, meaning


def differences(position: Position) -> list[str]:
    """Returns the differences between the game's evaluation of a position and this one."""
    state, meaning = laid_out(position)
    board = Board(state)
    wrong = []
    if board.has_won(1) != (len(sets_of(position)) >= position.options["sets_to_win"]):
        wrong.append("win")
    wrong += [f"rent {face}" for face in RENTS if not _same_rents(position, board, face)]
    if not _same_payments(position, state, meaning):
        wrong.append("payments")
    return wrong


def _same_rents(position: Position, board: Board, face: str) -> bool:
    rents = {key: rent_of(key[0], faces) for key, faces in position.groups.items() if key[0] in RENTS[face]}
    expected: dict[str, int] = {f"{colour}_{number}": rent for (colour, number), rent in rents.items() if rent}
    if position.options["rent_groups"] == "sum_same_colour":
        sums = {c: sum(rent for (colour, _), rent in rents.items() if colour == c) for c, _ in rents}
        expected = {min(name for name in expected if name[:-2] == c): rent for c, rent in sums.items() if rent}
    times = (1, 2, 3) if position.options["double_stack"] == "add" else (1, 2, 4)
    names = [group.name for group in rentable(board, 1, face)]
    return sorted(names) == sorted(expected) and all(
        rent_owed(board, 1, name, doubles) == expected[name] * times[doubles] for name in names for doubles in range(3)
    )


def _same_payments(position: Position, state: State, meaning: dict[int, Card]) -> bool:
    prompt = Prompt(0, None, "pay", "once", (1,), {"to": 0, "owed": position.owed})
    (template,) = Pay().templates(Window(state, 1), prompt)
    slot: Any = template.slots["cards"]
    offered = list(slot.worth)
    accepted = {
        frozenset(meaning[card] for card in chosen)
        for size in range(len(offered) + 1)
        for chosen in combinations(offered, size)
        if list(chosen) in slot
    }
    legal = payments(position)
    return not offered or (accepted == legal and slot.count() == len(legal))
