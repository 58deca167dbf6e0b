"""Cool-downs: the server refuses a hasty request with the time to wait and no event; no rule reads the clock."""

from __future__ import annotations

from typing import Any

import pytest

from bots.tasks import play_turn
from events.base.caches import forget
from events.base.clock import rfc3339
from events.log.models import Match, PendingAction
from events.log.states import head
from events.matches.errors import CoolingDown
from events.matches.lobby.seats import seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit, prompt_expire
from events.matches.table.prompts import Legal, prompts_of
from games.dealmaker.goods import GOODS
from games.kernel.state import Move
from tests.events.calls import Caller, open_match, somebody
from tests.events.tables import Hands, fresh, player, standing_clock

pytestmark = pytest.mark.django_db

CHEAP = {"cost": {"diamond": 2}, "points": 1, "copies": 3}
LIMITS = {"general": (300, 10)}


@pytest.fixture
def hands(settings: Any) -> Any:
    settings.COMPTOIR_LIMITS = LIMITS
    with standing_clock() as clock_hands:
        yield clock_hands


def trading(seats: int = 3, **options: Any) -> Match:
    """Creates a Dealmaker match in which three people trade."""
    people = [player() for _ in range(seats)]
    wish = MatchRequest(
        "dealmaker", {"ready_check": False, **options}, [SeatRequest("me")] + [SeatRequest("open")] * (seats - 1)
    )
    match = match_create(player=people[0], request=wish)
    for number in range(1, seats):
        seat_take(match_id=match.id, player=people[number], number=number, nonce=None)
    return fresh(match)


def prompts_taking(match: Match, seat: int, verb: str) -> list[int]:
    """Returns the open prompts at which a verb is legal for a seat."""
    now = fresh(match)
    return [
        prompt for prompt in Choices(now, seat, None).head()["prompts"] if Choices(now, seat, prompt).moves.of(verb)
    ]


def play(match: Match, seat: int, verb: str, key: str | None = None) -> int:
    """Plays a verb without arguments at the prompt that takes it; returns the status."""
    prompt = prompts_taking(match, seat, verb)[0]
    return move_submit(match_id=match.id, seat=seat, submission=Submission(prompt, verb, {}, key)).status


def grab_and_release(match: Match, seat: int) -> None:
    assert play(match, seat, "grab") == play(match, seat, "release") == 201


def seconds_to_wait(match: Match, seat: int, verb: str) -> int | None:
    """Returns how long a seat has to wait; None if it may act."""
    before = fresh(match).head_seq
    try:
        play(match, seat, verb)
    except CoolingDown as hasty:
        assert fresh(match).head_seq == before
        assert prompts_taking(match, seat, verb)
        return hasty.retry_after
    return None


def test_the_moves_in_a_stream_change_with_the_log_and_not_with_the_clock(hands: Hands) -> None:
    """Otherwise a stream could reveal a hidden event by a move whose cool-down has ended."""
    match = trading()
    grab_and_release(match, 0)

    sent = prompts_of(fresh(match), 0, Legal(3, "en"))
    hands.go(3_600)
    forget()
    later = prompts_of(fresh(match), 0, Legal(3, "en"))

    templates = [template for prompt in sent["prompts"] for template in prompt["legal"]["templates"]]
    assert any("available_at" in template for template in templates if template["verb"] == "grab")
    assert later == sent


def test_a_seat_that_let_go_of_the_pawn_waits_three_seconds(hands: Hands) -> None:
    match = trading()
    grab_and_release(match, 0)

    assert seconds_to_wait(match, 0, "grab") == 3
    hands.go(2.999)
    assert seconds_to_wait(match, 0, "grab") == 1
    hands.go(0.001)
    assert seconds_to_wait(match, 0, "grab") is None


def test_the_other_seats_do_not_wait(hands: Hands) -> None:
    match = trading()
    grab_and_release(match, 0)

    assert seconds_to_wait(match, 1, "grab") is None


def test_a_seat_that_held_the_pawn_until_its_time_ran_out_waits(hands: Hands) -> None:
    match = trading()
    play(match, 0, "grab")
    hands.go(20)
    deal = next(prompt for prompt in head(fresh(match)).state.open_prompts if prompt.phase == "deal")
    assert prompt_expire(match_id=match.id, prompt=deal.id, seat=0)

    assert seconds_to_wait(match, 0, "grab") == 3


def test_two_proposals_of_a_player_are_five_seconds_apart(hands: Hands) -> None:
    match = trading()
    play(match, 0, "propose_stop")
    play(match, 1, "refuse")

    assert seconds_to_wait(match, 0, "propose_stop") == 5
    assert seconds_to_wait(match, 2, "propose_stop") is None
    play(match, 1, "refuse")
    hands.go(5)
    assert seconds_to_wait(match, 0, "propose_stop") is None


@pytest.mark.parametrize("options", [{"grab_cooldown": 0}, {"grab_cooldown": 9}])
def test_the_length_of_a_cool_down_is_an_option_of_the_match(hands: Hands, options: dict[str, int]) -> None:
    match = trading(**options)
    grab_and_release(match, 0)

    assert seconds_to_wait(match, 0, "grab") == (options["grab_cooldown"] or None)


def test_a_server_without_limits_has_no_cool_downs(hands: Hands, settings: Any) -> None:
    settings.COMPTOIR_LIMITS = {}
    match = trading()
    grab_and_release(match, 0)

    assert seconds_to_wait(match, 0, "grab") is None


def test_a_move_refused_by_a_cool_down_is_played_when_repeated_with_its_key(hands: Hands) -> None:
    match = trading()
    grab_and_release(match, 0)
    with pytest.raises(CoolingDown):
        play(match, 0, "grab", key="k")
    hands.go(3)

    assert play(match, 0, "grab", key="k") == 201


def test_a_move_refused_by_a_cool_down_is_a_409_with_the_remaining_time(hands: Hands) -> None:
    callers = [somebody("Hasty") for _ in range(3)]
    caller, id = callers[0], open_match(callers[0], callers[1:], game="dealmaker", options={"ready_check": False})
    grab_and_release(Match.objects.get(pk=id), 0)
    legal = caller.get(f"/matches/{id}/legal-moves").json()

    answer = caller.post(f"/matches/{id}/moves", {"prompt": legal["prompt"], "verb": "grab"})

    problem = answer.json()
    assert (answer.status_code, answer["Retry-After"], problem["code"]) == (409, "3", "cooling_down")
    assert problem["available_at"] == rfc3339(hands.now_ms + 3_000)
    assert [(fault["pointer"], fault["code"], fault["detail"]) for fault in problem["errors"]] == [
        ("/verb", "cools_down", "Wait 3 seconds before you do this again.")
    ]


def test_a_template_states_when_it_is_available_and_only_available_moves_are_listed(hands: Hands) -> None:
    callers = [somebody("Hasty") for _ in range(3)]
    id = open_match(callers[0], callers[1:], game="dealmaker", options={"ready_check": False})
    grab_and_release(Match.objects.get(pk=id), 0)
    available = {"grab": rfc3339(hands.now_ms + 3_000)}

    def legal(caller: Caller) -> dict[str, Any]:
        body: dict[str, Any] = caller.get(f"/matches/{id}/legal-moves?limit=1000").json()
        return body

    def times(body: dict[str, Any]) -> dict[str, str]:
        return {each["verb"]: each["available_at"] for each in body["templates"] if "available_at" in each}

    first, other = legal(callers[0]), legal(callers[1])
    assert "grab" in [template["verb"] for template in first["templates"]]
    assert "grab" not in [move["verb"] for move in first["moves"]]
    assert (times(first), times(other)) == (available, {})
    assert "grab" in [move["verb"] for move in other["moves"]]
    tried = callers[0].post(f"/matches/{id}/legal-moves", {"prompt": first["prompt"], "verb": "grab"}).json()
    assert (tried["legal"], [error["code"] for error in tried["errors"]]) == (False, ["cools_down"])

    hands.go(3)

    assert times(legal(callers[0])) == {}
    assert legal(callers[0])["count"] == first["count"] + 1


def test_a_bot_refused_by_a_cool_down_tries_again_when_allowed(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_create(
        player=player(),
        request=MatchRequest("dealmaker", {"ready_check": False}, [SeatRequest("me")] + [SeatRequest("bot")] * 2),
    )
    grab_and_release(match, 1)
    monkeypatch.setattr("bots.tasks.chosen", lambda match, prompt, seat: Move("grab"))
    trade = head(fresh(match)).state.open_prompts[0].id
    hands.go(1)
    play_turn(match.id, trade, 1)
    row = PendingAction.objects.get(match=match, prompt=trade, seat=1)
    assert (row.ready_ms, row.lease_ms, row.attempts) == (hands.now_ms + 2_000, None, 0)

    hands.go(2)
    play_turn(match.id, trade, 1)

    assert head(fresh(match)).state.public.holders == (1,)


def test_a_bot_refused_by_a_long_cool_down_does_not_try_again_at_once(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_create(
        player=player(),
        request=MatchRequest(
            "dealmaker", {"pace": "web", "ready_check": False}, [SeatRequest("me")] + [SeatRequest("bot")] * 2
        ),
    )
    grab_and_release(match, 1)
    monkeypatch.setattr("bots.tasks.chosen", lambda match, prompt, seat: Move("grab"))
    trade = head(fresh(match)).state.open_prompts[0].id
    hands.go(1)
    play_turn(match.id, trade, 1)

    assert seconds_to_wait(match, 1, "grab") == 43_199
    assert not play_turn(match.id, trade, 1)
    hands.go(240)
    assert play_turn(match.id, trade, 1)


def selling(**options: Any) -> Match:
    """Creates a Dealmaker match in the sales, in which three people can pay a tile."""
    match = trading(goods={**dict.fromkeys(GOODS, 0), "diamond": 12}, tiles=[CHEAP], **options)
    limit = next(prompt for prompt in head(fresh(match)).state.open_prompts if prompt.phase == "trade_limit")
    assert prompt_expire(match_id=match.id, prompt=limit.id, seat=None, force=True)
    return fresh(match)


def rush_for_nothing(match: Match) -> None:
    """Lets seat 0 seize the pawn and nobody claim a tile."""
    assert play(match, 0, "seize") == 201
    for seat in range(3):
        play(match, seat, "hands_off")


def test_a_seat_that_claims_nothing_in_a_rush_waits_even_if_another_seized_the_pawn(hands: Hands) -> None:
    match = selling(grab_cooldown=60)
    rush_for_nothing(match)

    assert [seconds_to_wait(match, seat, "seize") for seat in range(3)] == [60, 60, 60]
    hands.go(60)
    assert seconds_to_wait(match, 1, "seize") is None


def test_the_cool_down_at_the_pace_web_is_as_long_as_the_pawn_may_be_held(hands: Hands) -> None:
    match = trading(pace="web")
    grab_and_release(match, 0)

    assert seconds_to_wait(match, 0, "grab") == 43_200
