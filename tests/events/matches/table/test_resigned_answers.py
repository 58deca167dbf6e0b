"""A sealed answer does not count once its seat has resigned; the default answer replaces it."""

from __future__ import annotations

import pytest

from events.log import log
from events.log.match_state.rules import game_of
from events.log.models import Match, SealedAnswer, Seat
from events.log.states import head
from events.matches.lobby.seats import seat_resign
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit, prompt_expire
from games.kernel.effect import move_json
from games.kernel.state import Json, Move
from tests.events.steps import overdue_prompts
from tests.events.tables import bots_answer, dalmuti, fresh, standing_clock

pytestmark = pytest.mark.django_db
ME = 0


def as_dalmuti() -> Match:
    """Creates a hand in which my seat owes the Greater Peon cards of its choice."""
    for _ in range(60):
        match = dalmuti()
        if head(match).state.public.order[0] == ME:
            return match
    raise AssertionError("expected to be the Greater Dalmuti once in sixty matches")


def best_gift(match: Match) -> Move:
    """Returns the cards that the default would give last, so that the answer differs from the default."""
    choices = Choices(fresh(match), ME)
    return next(iter(choices.moves.of("give")[0]))


def answers_to_prompt(match: Match, prompt: int) -> dict[int, Json]:
    """Returns each seat's answer to a sealed prompt, from the log."""
    effects = [effect for row in log.read(match.id) for effect in row.whole()[1]]
    return {effect["seat"]: effect["move"] for effect in effects if effect.get("prompt") == prompt and "move" in effect}


def test_the_sealed_answer_of_a_resigned_seat_does_not_count() -> None:
    with standing_clock() as hands:
        match = as_dalmuti()
        state = head(match).state
        (prompt,) = state.open_prompts
        gift, default = best_gift(match), game_of(match).default(state, ME, prompt.id)
        assert gift.args != default.args
        move_submit(match_id=match.id, seat=ME, submission=Submission(prompt.id, gift.verb, gift.args))
        assert SealedAnswer.objects.get(match=match, seat=ME).move["args"] == gift.args

        player = Seat.objects.get(match=match, number=ME).player
        assert player is not None
        seat_resign(match_id=match.id, player=player)
        bots_answer(match)
        hands.go(1)
        for overdue in overdue_prompts():
            prompt_expire(match_id=overdue[0], prompt=overdue[1], seat=overdue[2])

    assert answers_to_prompt(match, prompt.id)[ME] == move_json(default)
