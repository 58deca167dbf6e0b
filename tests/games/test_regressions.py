"""Replays matches in which a long run of random tests once found a fault, under the same checks."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from tests.games.harness.checked_match import play_checked
from tests.games.harness.fixtures import straying_players
from tests.games.harness.paired_worlds import compare

MATCHES: list[tuple[str, int, int, dict[str, Any]]] = [  # game, seed, seats, options
    # The rules counted a buyer without acts and without an offer as able to answer.
    ("negoces2", 22861157, 4, {"max_sales": 500}),
    # A seat claimed a tile in a sealed rush and resigned; the claim was opened although it was now illegal.
    (
        "dealmaker",
        259725002,
        5,
        {
            "manual_resume": True,
            "rush_uses_sale": True,
            "won_public": True,
            "ready_time": 1209600,
            "pawn_time": 5,
            "vote_time": 1209600,
            "rush_window": 0,
            "idle_end": 10,
            "sales_limit": 1209600,
            "grab_cooldown": 0,
            "proposal_cooldown": 60,
            "max_idle_acts": 20,
            "max_announcements": 1,
        },
    ),
]
PAIRS: list[tuple[int, int, dict[str, Any]]] = [  # of Dale of Merchants: seed, seats, options
    # A Seeing Doubles drawn by Charm had to be built if a card in hand fits, which revealed such a card.
    (
        424942046,
        4,
        {
            "decks": ["macaws", "pandas", "ocelots", "chameleons"],
            "teams": True,
            "max_turns": 2000,
            "max_techniques": 200,
        },
    ),
    # The market was refilled before the clean-up prompt only if the hand held no required claim.
    (
        882200069,
        4,
        {"decks": ["macaws", "pandas", "raccoons", "ocelots", "chameleons"], "max_turns": 2000, "max_techniques": 200},
    ),
    (
        882600006,
        3,
        {
            "decks": ["macaws", "pandas", "raccoons", "chameleons"],
            "max_turns": 2000,
            "max_techniques": 1,
            "max_requests": 20,
        },
    ),
]


@pytest.mark.parametrize(("key", "seed", "seats", "options"), MATCHES)
def test_a_match_that_failed_in_the_long_run_passes_every_check(key: str, seed: int, seats: int, options: Any) -> None:
    game = registry.get(key)

    match = play_checked(game, seats, game.options.from_json(options, seats), seed, players=straying_players(seed))

    assert match.state.is_over


@pytest.mark.parametrize(("seed", "seats", "options"), PAIRS)
def test_worlds_that_failed_in_the_long_run_look_the_same_to_a_viewer(seed: int, seats: int, options: Any) -> None:
    game = registry.get("dale_of_merchants")

    result = compare(game, seats, game.options.from_json(options, seats), seed, pairs=8)

    assert result.leak is None
    assert result.moments > 20
