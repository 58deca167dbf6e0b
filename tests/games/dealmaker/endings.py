"""The endings of a match of Dealmaker."""

from __future__ import annotations

from games.dealmaker import board
from tests.games.harness.simulate import Match

ENDINGS = (
    "last_tile",
    "enough",
    "last_tile_of_the_sales",
    "everybody_has_had_his_sale",
    "enough_of_the_sales",
    "sales_time",
    "sales_idle",
    "idle_acts",
    "one_left",
)


def ending(match: Match) -> str:
    """Returns the reason why a finished match ended ('Déroulement', 'Soldes', rulings 15, 16 and 19 of RULES.md)."""
    last, state = match.steps[-1], match.state
    if last.type == "seat.resigned" and len(board.present(state)) < 2:
        return "one_left"
    prompt = last.before.prompts[last.outcome.prompt] if last.outcome.prompt is not None else None
    if prompt is not None and prompt.phase in ("sales_time", "sales_idle"):
        return prompt.phase
    in_the_sales = last.before.public.stage == "sales"
    if not state.size(*board.TILES):
        return "last_tile_of_the_sales" if in_the_sales else "last_tile"
    if in_the_sales and not board.entitled(state):
        return "everybody_has_had_his_sale"
    if set(board.present(state)) <= set(state.public.enough):
        return "enough_of_the_sales" if in_the_sales else "enough"
    return "idle_acts"
