"""The example bots play through the API and survive a restart of the server."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from tests.bots.programs import EXAMPLES, programs, reached
from tests.streaming import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]
SECONDS = 120  # a decision that the killed server had handed out is leased for 30 seconds


@pytest.mark.parametrize("name", ["bot.py", "bot.mjs"])
def test_an_example_bot_is_shorter_than_sixty_lines(name: str) -> None:
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < 60


def test_both_examples_play_on_after_the_server_was_killed_and_started_again(other_server: Server) -> None:
    port = other_server.port
    with programs(port, "monopoly_deal") as (match, running):
        before = reached(port, match, lambda head: head["seq"] > 8, SECONDS)["seq"]
        other_server.stop(signal.SIGKILL)
        other_server.start()

        def is_enough(head: dict[str, Any]) -> bool:
            return head["seq"] > before + 6 and all(len(program.moves) > 1 for program in running)

        reached(port, match, is_enough, SECONDS)

    played = [program.moves for program in running]
    assert {line.split()[2] for moves in played for line in moves} <= {"played", "stale_prompt"}
