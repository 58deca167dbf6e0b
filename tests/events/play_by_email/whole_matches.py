"""Ten short matches of each game by e-mail alone, and their cost; a long run that is not part of `make test`.

python -m pytest -q -s tests/events/play_by_email/whole_matches.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail

from games import registry
from games.kernel.rng import policy_draws
from tests.events.calls import SHORT
from tests.events.play_by_email.correspondents import DOMAIN, correspond, corresponding
from tests.events.tables import Hands, standing_clock

MOST_ROUNDS = 20_000


@pytest.fixture(autouse=True)
def hands(settings: Any) -> Iterator[Hands]:
    settings.COMPTOIR_MAIL_DOMAIN, settings.COMPTOIR_LIMITS = DOMAIN, {}
    with standing_clock() as hands:
        yield hands


@pytest.mark.timeout(3600)
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_a_whole_match_is_played_by_e_mail(game: str, seed: int, hands: Hands):
    people, match = corresponding(game, policy_draws(b"by mail", seed), options=SHORT[game])

    moves, mails = correspond(people, match, hands, MOST_ROUNDS)

    asked = [len(each.body.splitlines()) for each in mail.outbox if "Reply-To" in each.extra_headers]
    lines = sorted(asked)[len(asked) // 2]
    status = people[0].caller.get(f"/matches/{match}").json()["status"]
    print(f"{game} {seed}: {status}, {moves} moves, {mails} e-mails, {lines} lines (median), {max(asked)} (longest)")
    assert status == "finished"
