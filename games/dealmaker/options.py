"""The settings of a match; RULES.md has the reason for each setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.dealmaker.goods import EQUAL_GOODS, GOODS, RECONSTRUCTION, printed
from games.dealmaker.payment import LIMITS, SubstitutionLimits
from games.kernel.deck import Deck
from games.kernel.errors import Refusal
from games.kernel.options import Options, Schema, choice, either, flag, number, setting, whole, word, wrong

A_MINUTE, AN_HOUR, A_DAY = 60, 3_600, 86_400
LONGEST = 14 * A_DAY

# The maximum on the printed tiles (rules, 'Matériel').
MOST_UNITS = 6

# In a match by web, players return occasionally, so seconds become hours and days. The sum of these times is less than
# a week (RULES.md, 'How long it can last').
# (RULES.md, 'How long it can last').
BY_WEB = {
    "ready_time": 12 * AN_HOUR,
    "pawn_time": 12 * AN_HOUR,
    "resume_time": AN_HOUR,
    "vote_time": A_DAY,
    "rush_window": A_DAY,
    "sales_time": A_DAY,
    "idle_end": A_DAY,
    "trade_limit": 3 * A_DAY,
    "sales_limit": 30 * AN_HOUR,
    "grab_cooldown": 12 * AN_HOUR,
}

GOODS_SCHEMA = {
    "type": "object",
    "properties": {good: whole(0, 60) for good in GOODS},
    "required": list(GOODS),
    "additionalProperties": False,
}


def tiles_schema(most: int) -> Schema:
    """Returns the schema of a list of tiles. most: the maximum number of units of one good in a price."""
    cost = {
        "type": "object",
        "properties": {good: whole(1, most) for good in GOODS},
        "minProperties": 1,
        "maxProperties": 3,
        "additionalProperties": False,
    }
    tile = {
        "type": "object",
        "properties": {"cost": cost, "points": whole(0, 99), "copies": whole(1, 24)},
        "required": ["cost", "points"],
        "additionalProperties": False,
    }
    return {"type": "array", "minItems": 1, "maxItems": 60, "items": tile}


@dataclass(frozen=True)
class DealmakerOptions(Options):
    """Options whose defaults are the printed rules and the rulings of RULES.md. Times are in seconds."""

    pace: str = choice("live", "web")
    substitution: str = choice("unlimited", "one_higher", "one_each")
    goods: Any = either("reconstruction", word("reconstruction", "equal"), GOODS_SCHEMA)
    tiles: Any = setting("reconstruction", {"oneOf": [word("reconstruction"), tiles_schema(MOST_UNITS)]})
    allow_gifts: bool = flag(False)
    offers_on_grab: str = choice("freeze", "void")
    manual_resume: bool = flag(False)
    sales_need_nobody_can_pay: bool = flag(True)
    rush_uses_sale: bool = flag(False)
    won_public: bool = flag(False)
    tie_break: str = choice("shared", "tiles_count")
    ready_check: bool = flag(True)
    ready_time: int = number(A_MINUTE, 5, LONGEST)
    pawn_time: int = number(20, 5, LONGEST)
    resume_time: int = number(10, 1, LONGEST)
    vote_time: int = number(15, 5, LONGEST)
    rush_window: int = number(5, 0, LONGEST)
    sales_time: int = number(2 * A_MINUTE, 10, LONGEST)
    idle_end: int = number(2 * A_MINUTE, 10, LONGEST)
    trade_limit: int | None = number(2 * AN_HOUR, 10 * A_MINUTE, LONGEST)
    sales_limit: int | None = number(15 * A_MINUTE, A_MINUTE, LONGEST)
    grab_cooldown: int = number(3, 0, LONGEST)
    proposal_cooldown: int = number(5, 0, A_MINUTE)
    max_idle_acts: int = number(200, 20, 500)
    max_announcements: int = number(60, 1, 200)

    @classmethod
    def defaults(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return BY_WEB if values.get("pace") == "web" else {}

    def refusals(self, seats: int) -> list[Refusal]:
        goods = sum(self.goods_counts.values())
        refusals = self.tile_refusals()
        if goods < 4 * seats:
            refusals.append(wrong("goods", "too_few_goods", needed=4 * seats, goods=goods))
        return refusals

    def tile_refusals(self) -> list[Refusal]:
        """Returns a refusal for each tile that costs too much."""
        tiles = () if self.tiles == "reconstruction" else self.tiles
        units = {place: sum(tile["cost"].values()) for place, tile in enumerate(tiles)}
        return [
            wrong(f"tiles/{place}/cost", "too_many_units", most=MOST_UNITS, number=number)
            for place, number in units.items()
            if number > MOST_UNITS
        ]

    @property
    def goods_counts(self) -> Mapping[str, int]:
        """The number of cards of each good."""
        if self.goods == "equal":
            return EQUAL_GOODS
        counts: Mapping[str, int] = RECONSTRUCTION["goods"] if self.goods == "reconstruction" else self.goods
        return counts

    @cached_property
    def cards(self) -> Deck:
        """The cards of the match."""
        tiles = RECONSTRUCTION["tiles"] if self.tiles == "reconstruction" else self.tiles
        return printed(self.goods_counts, tiles)

    @property
    def limits(self) -> SubstitutionLimits:
        """The number of substitutions in a deal."""
        return LIMITS[self.substitution]
