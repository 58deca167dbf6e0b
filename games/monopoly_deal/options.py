"""The settings of a match: one setting for each point on which the editions, or their readers, differ.

`edition` sets the defaults of the other settings: "a" is the older leaflet, "b" is the leaflet of 2014.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.kernel.errors import Refusal
from games.kernel.options import Options, choice, either, flag, keyed, number, optional_number, whole, word, wrong

EDITION_A: Mapping[str, Any] = {"redraw": "flagged_at_end", "wild_move": "swap_on_draw"}


@dataclass(frozen=True)
class DealOptions(Options):
    """The settings of a match; RULES.md, 'Options', explains each."""

    edition: str = choice("b", "a")
    decks: int | None = optional_number(None, 1, 2)
    leaflet_literal_wilds: bool = flag(False)
    first_player: Any = either("random", word("random"), keyed("seat", whole(0, 9)))
    deal: int = number(5, 1, 7)
    draw: int = number(2, 1, 4)
    plays: int = number(3, 1, 5)
    hand_limit: int = number(7, 4, 10)
    sets_to_win: int = number(3, 1, 5)
    redraw: str = choice("empty_at_turn_start", "flagged_at_end", "end_of_turn_now", "immediately", "never")
    redraw_replaces_draw: bool = flag(True)
    wild_move: str = choice("free_on_own_turn", "swap_on_draw", "never")
    wild_move_costs_play: bool = flag(False)
    wild_moves_per_turn: int = number(12, 1, 60)
    swap_cost: str = choice("net", "free", "one")
    wild_may_leave_built_set: bool = flag(True)
    buildings_movable: bool = flag(False)
    multi_wild_payable: bool = flag(False)
    multi_wild_stealable: bool = flag(True)
    multi_wild_alone: str = choice("inert", "refused")
    extra_cards: str = choice("split", "cap")
    rent_targets: str = choice("all", "one")
    rent_groups: str = choice("one", "sum_same_colour")
    double_stack: str = choice("multiply", "add", "no")
    irreducible_only: bool = flag(False)
    building_paid: str = choice("bank", "receiver_set_if_legal")
    orphan_buildings: str = choice("bank", "discard", "stay_inactive")
    forced_deal_take_from_complete: bool = flag(False)
    forced_deal_give_from_complete: bool = flag(True)
    discard_to: str = choice("bottom_of_draw", "centre_pile")
    reshuffle: str = choice("centre_pile", "never")
    reshuffle_excludes_current: bool = flag(False)
    win: str = choice("own_turn", "any_turn")
    win_declaration: str = choice("auto", "declare")
    win_latched: bool = flag(False)
    max_turns: int = number(400, 1, 2000)
    reaction_window: int = number(0, 0, 60)
    answer_seconds: int | None = optional_number(None, 5, 86400)
    turn_seconds: int | None = optional_number(None, 10, 604800)

    @classmethod
    def defaults(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return EDITION_A if values.get("edition") == "a" else {}

    def refusals(self, seats: int) -> list[Refusal]:
        reasons = []
        if self.first_player != "random" and self.first_player["seat"] >= seats:
            reasons.append(wrong("first_player", "no_such_seat", seat=self.first_player["seat"] + 1, seats=seats))
        if self.win_latched and self.edition == "a":
            reasons.append(wrong("win_latched", "latched_in_edition_b"))
        if self.win == "any_turn" and (self.win_latched or self.win_declaration == "declare"):
            reasons.append(wrong("win", "win_on_own_turn"))
        if self.answer_seconds is not None and self.answer_seconds <= self.reaction_window:
            reasons.append(wrong("answer_seconds", "longer_than_window"))
        return reasons

    def decks_for(self, seats: int) -> int:
        """Returns the number of decks shuffled together: two for six or more players (A:175)."""
        return self.decks or (2 if seats >= 6 else 1)
