"""The options of a match; RULES.md has the ruling behind each option."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.options import Options, choice, flag, number, optional_number, setting, whole

SEATS = {"type": "array", "items": whole(0, 3), "uniqueItems": True, "maxItems": 4}


@dataclass(frozen=True)
class NegocesOptions(Options):
    """Options: first rulings, then times in seconds (null: the match's own clock) and bounds of a match."""

    series: str = choice("random", "chosen")
    starters: tuple[int, ...] = setting((), SEATS)
    name_market_goods: bool = flag(True)
    force_after: int = number(0, 0, 3600)
    forced_lot_coins: str = choice("return", "give")
    contraband_offers: bool = flag(True)
    lot_guard: bool = flag(True)
    seller_counts: str = choice("on_nine", "sale_done")
    coins_to_win: int = number(31, 31, 32)
    join_declaration: str = choice("ask", "auto", "only_declared")
    coins: str = choice("player_choice", "private", "public")
    total_tie: str = choice("shared", "buyer_wins", "play_on")
    negotiation_limit: int = number(86400, 10, 604800)
    answer_deadline: int | None = optional_number(None, 5, 604800)
    offer_seconds: int | None = optional_number(None, 5, 604800)
    max_sales: int = number(60, 1, 500)
    max_acts: int = number(40, 5, 500)

    def __post_init__(self) -> None:
        object.__setattr__(self, "starters", tuple(self.starters))
