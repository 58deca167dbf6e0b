"""The options of a match; RULES.md has the reason for each option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.kernel.errors import Refusal
from games.kernel.options import Options, choice, either, flag, keyed, number, optional_number, whole, word, wrong

A_WEEK = 7 * 24 * 60 * 60

DECK_SEATS = {"minus12": 5, "minus11_12": 4}
SWAP_SEATS = 6  # the minimum number of seats with two commoners


@dataclass(frozen=True)
class DalmutiOptions(Options):
    """Options whose defaults are the printed rules and, where these are silent, the rulings of RULES.md."""

    end: dict[str, int] = either({"hands": 20}, keyed("hands", whole(1, 100)), keyed("total", whole(1, 300)))
    final_tie: str = choice("shared", "extra_hand", "last_hand_order")
    max_extra_hands: int = number(5, 1, 20)
    score_self: bool = flag(False)
    peon_rise_bonus: str = choice("off", "literal", "both_to_gd", "by_pair")
    deck: str = choice("full", "minus12", "minus11_12")
    seat_draw_ties: str = choice("redraw", "lot")
    first_ranks: str = choice("draw", "seats")
    exposed_card: Any = either("off", word("off"), keyed("random", whole(1, 1000)))
    first_hand_taxes: bool = flag(True)
    tax_mode: str = choice("sealed", "after_seeing")
    gp_may_choose_plain: bool = flag(False)
    commoner_swap: bool = flag(False)
    swap_needs_consent: bool = flag(False)
    pass_rule: str = choice("reenter", "locked")
    jester_pair: str = choice("rank13", "illegal")
    self_raise: bool = flag(False)
    auto_pass: bool = flag(False)
    turn_seconds: int | None = optional_number(None, 5, A_WEEK)
    tax_seconds: int | None = optional_number(None, 5, A_WEEK)

    def refusals(self, seats: int) -> list[Refusal]:
        return [*self.deck_refusals(seats), *self.swap_refusals(seats)]

    def deck_refusals(self, seats: int) -> list[Refusal]:
        """Returns a refusal of a deck that does not fit this number of seats."""
        needed = DECK_SEATS.get(self.deck, seats)
        return [] if seats == needed else [wrong("deck", "deck_seats", needed=needed)]

    def swap_refusals(self, seats: int) -> list[Refusal]:
        """Returns a refusal of the commoners' swap if there are fewer than two commoners."""
        if not self.commoner_swap or seats >= SWAP_SEATS:
            return []
        return [wrong("commoner_swap", "swap_seats", needed=SWAP_SEATS)]

    def most_hands(self, seats: int) -> int:
        """Returns the maximum number of hands.

        With a total to reach, the better of two remaining seats gains a point in each hand.
        """
        if "hands" in self.end:
            hands = self.end["hands"]
        else:
            hands = 2 * (self.end["total"] - 1) + 1
        return hands + (self.max_extra_hands if self.final_tie == "extra_hand" else 0)
