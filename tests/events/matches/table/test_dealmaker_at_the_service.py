"""Dealmaker through the service: bots finish a match, and no event reveals the seat that seized the pawn."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import pytest

from events.log.models import ActionEvent, Match
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.record.pending import turn_postponed
from events.matches.table.moves import prompt_expire
from tests.events.steps import overdue_prompts
from tests.events.tables import bots_answer, fresh, player, standing_clock

pytestmark = pytest.mark.django_db

ROUNDS = 600


def match_of_bots() -> Match:
    """Plays a match of four greedy bots to its end; the clock advances when no bot acts."""
    with standing_clock() as hands:
        wish = MatchRequest(
            "dealmaker", {"max_idle_acts": 60}, [SeatRequest("bot", "greedy")] * 4, seed=bytes([3]) * 32
        )
        match = match_create(player=player(), request=wish)
        for _ in range(ROUNDS):
            if fresh(match).status != Match.Status.RUNNING:
                break
            before = fresh(match).head_seq
            bots_answer(match)
            if fresh(match).head_seq == before:
                hands.go(1)
                for match_id, prompt, seat in overdue_prompts():
                    prompt_expire(match_id=match_id, prompt=prompt, seat=seat)
    return fresh(match)


@pytest.mark.parametrize("limits", [{}, {"general": (300, 10)}], ids=["without_cooldowns", "with_cooldowns"])
def test_bots_with_optional_moves_end_a_match_and_no_event_shows_the_seat_that_seized_the_pawn(
    settings: Any, limits: Any
) -> None:
    settings.COMPTOIR_LIMITS = limits

    with patch("bots.tasks.turn_postponed", wraps=turn_postponed) as waited:
        match = match_of_bots()

    assert match.status == Match.Status.FINISHED
    assert waited.called == bool(limits)
    cores = [json.loads(row.core) for row in ActionEvent.objects.filter(match=match).order_by("seq")]
    seized = [core for core in cores if core["type"] == "move" and (core["move"] or {}).get("verb") == "seize"]
    assert seized
    assert {(core["actor"], core["by"], json.dumps(core["cells"])) for core in seized} == {(None, "player", "[]")}
