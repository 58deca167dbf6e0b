"""Bots give people time before they close a prompt that anybody may answer (RULES.md of Négoces 2, 'Bots')."""

from __future__ import annotations

import pytest

from bots import policies
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.negoces2 import GAME
from tests.bots.live import negotiations
from tests.bots.playing import Watched
from tests.games.harness.time_budget import SEED

DAY = 86_400


def silence(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """A policy that never acts at open prompts and plays the default elsewhere."""
    prompt = GAME.prompts_for(view, view.me)[0]
    return None if prompt.mode == "open" else GAME.phases[prompt.phase].default(view, prompt)


def test_sellers_do_not_exchange_the_same_good_until_the_limit_of_sales() -> None:
    greedy = policies.get("negoces2", "greedy")
    for seed in range(4):
        match = Watched(GAME, [silence, greedy, greedy, greedy], seed)

        assert match.played().is_over
        assert not match.announced("last_sale"), f"seed {seed}: all sales were used up"


@pytest.mark.django_db
def test_a_bot_waits_twenty_seconds_for_people_in_a_live_negotiation() -> None:
    seconds = [negotiation.seconds for negotiation in negotiations(SEED, 3)]
    print(seconds)

    assert min(seconds) >= 20 and max(seconds) < 25


@pytest.mark.django_db
def test_a_bot_waits_a_share_of_the_time_for_a_move_at_web_pace() -> None:
    by_web = {"per_move": 2 * DAY, "on_timeout": "default_move"}
    seconds = [negotiation.seconds for negotiation in negotiations(1, 2, step=60, clock=by_web)]
    print(seconds)

    assert min(seconds) >= 2 * DAY // 12


@pytest.mark.django_db
def test_a_bot_waits_only_a_part_of_a_short_negotiation() -> None:
    seconds = [negotiation.seconds for negotiation in negotiations(2, 3, options={"negotiation_limit": 12})]
    print(seconds)

    assert min(seconds) >= 6 and max(seconds) < 9


@pytest.mark.django_db
def test_beginners_wait_longer_between_moves_of_a_negotiation_than_other_bots() -> None:
    beginners, others = (
        [gap for negotiation in negotiations(1, 2, policy=policy) for gap in negotiation.gaps()]
        for policy in ("beginner", "casual")
    )
    print(beginners, others)

    assert min(beginners) >= 4
    assert min(others) < 4, "others move as soon as they may"
