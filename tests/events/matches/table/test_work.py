"""Pending work: deadlines, windows, turns of bots, leases; each happens once, with any number of workers."""

from __future__ import annotations

from itertools import product
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from structlog.testing import capture_logs

from bots.shares import Shares
from bots.tasks import chosen, play_ready, play_turn
from events.base.clock import now_ms
from events.base.exceptions import Malformed, NotSeated, TooManyMatches
from events.log import log, statements
from events.matches.lobby.seats import resign, seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_abort, match_create
from events.matches.record.pending import (
    ATTEMPTS,
    BOTS_PAUSE_MS,
    FURTHEST_MS,
    LEASE_MS,
    PAUSES_MS,
    exhausted_turns,
    lease_holds,
    lease_renew,
    overdue_prompts,
    ready_turns,
    turn_lease,
)
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit, prompt_expire
from events.models import GlobalLeaf, Pending, SealedAnswer, Seat
from events.sweeper import Witness, _chores, register, sweep
from games import registry
from games.kernel.state import Move
from tests.events.tables import bots_answer, dalmuti, fresh, player, ready_turns_of, standing_clock, to_act
from tests.kernel.toy import GAME as TOY

pytestmark = pytest.mark.django_db
ME = 0
SWEEP_SECONDS = 1  # between two rounds of the sweeper


def my_move(match) -> Submission | None:
    choices = Choices(fresh(match), ME)
    moves = choices.listed(1)
    return Submission(choices.prompt, moves[0]["verb"], moves[0]["args"]) if moves else None


def play_until_mine(match) -> None:
    """Plays until the table waits for my seat alone."""
    for _ in range(400):
        if to_act(match) == (ME,):
            return
        if ME in to_act(match):
            move_submit(match_id=match.id, seat=ME, submission=my_move(match))
        bots_answer(match)
    raise AssertionError("expected my turn within 400 acts")


def last(match):
    return list(log.read(match.id))[-1].core


def test_a_deadline_plays_the_default_and_the_row_names_the_clock():
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60, "on_timeout": "default_move"})
        play_until_mine(match)
        seq = fresh(match).head_seq
        hands.go(59.999)
        assert overdue_prompts() == []

        hands.go(0.001)
        ((match_id, prompt, seat),) = overdue_prompts()
        assert prompt_expire(match_id=match_id, prompt=prompt, seat=seat)

    row = next(row for row in log.read(match.id, seq)).core
    assert (row["by"], row["actor"], row["type"]) == ("clock", ME, "clock")


def test_a_deadline_that_was_met_does_nothing():
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60, "on_timeout": "default_move"})
        play_until_mine(match)
        ((prompt,),) = Pending.objects.filter(match=match, seat=ME).values_list("prompt")
        move_submit(match_id=match.id, seat=ME, submission=my_move(match))
        seq = fresh(match).head_seq
        hands.go(3600)

        assert not prompt_expire(match_id=match.id, prompt=prompt, seat=ME)

    assert fresh(match).head_seq == seq


def test_time_out_may_mean_giving_up():
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60, "on_timeout": "resign"})
        play_until_mine(match)
        hands.go(60)
        ((match_id, prompt, seat),) = overdue_prompts()

        prompt_expire(match_id=match_id, prompt=prompt, seat=seat)

    assert Seat.objects.get(match=match, number=ME).resigned
    assert "seat.resigned" in [row.type for row in log.read(match.id)]


def test_sealed_answers_are_opened_by_the_clock_with_defaults_for_those_missing():
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60, "on_timeout": "default_move"})
        bots_answer(match)
        assert to_act(match) == (0, 1, 2, 3, 4)
        hands.go(60)
        ((match_id, prompt, seat),) = overdue_prompts()
        assert seat is None

        assert prompt_expire(match_id=match_id, prompt=prompt, seat=seat)

    core = next(row.core for row in log.read(match.id) if row.type == "clock")
    assert (core["by"], core["actor"]) == ("clock", None)


def test_a_seat_that_gave_up_is_played_for_at_once():
    with standing_clock() as hands:
        match = dalmuti()
        play_until_mine(match)
        from django.db import transaction

        with transaction.atomic():
            resign(log.lock(match.id), Seat.objects.get(match=match, number=ME))

        assert (match.id, ME) in [(match_id, seat) for match_id, _, seat in overdue_prompts()]
        hands.go(1)
        sweep()

    assert to_act(match) != (ME,)


def test_workers_find_and_lease_the_turns_that_are_ready_and_no_others():
    with standing_clock():
        match, now = dalmuti(), now_ms()
        Pending.objects.all().delete()
        times = (None, 0, now - 1, now, now + 1, now + FURTHEST_MS, now + FURTHEST_MS + 1)
        members = product((None, ME, 3), (True, False), (True, False), (ATTEMPTS - 1, ATTEMPTS), times, times)
        names = ("seat", "required", "bot", "attempts", "ready_ms", "lease_ms")
        Pending.objects.bulk_create(
            Pending(match=match, prompt=prompt, **dict(zip(names, values, strict=True)))
            for prompt, values in enumerate(members)
        )

        def is_free(item: Pending) -> bool:
            has_begun = item.ready_ms is not None and (item.ready_ms <= now or item.ready_ms > now + FURTHEST_MS)
            is_leased = item.lease_ms is not None and now <= item.lease_ms <= now + FURTHEST_MS
            is_exhausted = item.required and item.attempts >= ATTEMPTS
            return item.bot and item.seat == 3 and has_begun and not is_leased and not is_exhausted

        free = sorted((i.ready_ms, i.prompt, i.seat) for i in Pending.objects.all() if is_free(i))
        assert len(free) == 4 * 4 * 3, "times to begin, times of leases, and attempts of what has to be answered or not"
        assert ready_turns_of(match.id) == [turn[1:] for turn in free]
        assert [turn[:4] for turn in ready_turns()] == [(match.id, *free[0][1:], free[0][0])]
        turns = Pending.objects.exclude(seat=None).values_list("prompt", "seat")
        leased = [turn for turn in turns if turn_lease(match_id=match.id, prompt=turn[0], seat=turn[1])]
        assert sorted(leased) == sorted(turn[1:] for turn in free)


def test_a_bots_turn_is_leased_to_one():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        prompt, seat = ready_turns_of(match.id)[0]

        first = turn_lease(match_id=match.id, prompt=prompt, seat=seat)
        second = turn_lease(match_id=match.id, prompt=prompt, seat=seat)
        hands.go(LEASE_MS / 1000 + 1)
        third = turn_lease(match_id=match.id, prompt=prompt, seat=seat)

    assert first is not None and third is not None
    assert second is None


def test_pending_turns_come_oldest_first_in_any_row_order():
    with standing_clock() as hands:
        match = dalmuti()
        hands.go(1)
        turns = ready_turns_of(match.id)
        rows = Pending.objects.filter(match=match, bot=True).order_by("-seat")
        for pk in list(rows.values_list("pk", flat=True)):
            Pending.objects.filter(pk=pk).update(attempts=0)  # PostgreSQL moves an updated row behind the others

        assert len(turns) > 1
        assert ready_turns_of(match.id) == turns == sorted(turns)

        prompt, seat = turns[-1]
        rows.filter(prompt=prompt, seat=seat).update(ready_ms=1)

        assert ready_turns_of(match.id) == [turns[-1], *turns[:-1]]
        assert [turn[:3] for turn in ready_turns()] == [(match.id, prompt, seat)]


def test_the_turn_of_a_worker_that_died_is_free_within_five_seconds():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        prompt, seat = ready_turns_of(match.id)[0]
        assert turn_lease(match_id=match.id, prompt=prompt, seat=seat)
        assert (prompt, seat) not in ready_turns_of(match.id)
        hands.go(5 - SWEEP_SECONDS)

        assert (prompt, seat) in ready_turns_of(match.id)
        assert turn_lease(match_id=match.id, prompt=prompt, seat=seat) is not None


def test_a_lease_lasts_as_long_as_it_is_renewed_and_nobody_else_can_renew_it():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        prompt, seat = ready_turns_of(match.id)[0]
        token = turn_lease(match_id=match.id, prompt=prompt, seat=seat)
        for _ in range(5):
            hands.go(LEASE_MS / 1000 - 1)
            assert lease_renew(token)
            assert turn_lease(match_id=match.id, prompt=prompt, seat=seat) is None
        hands.go(LEASE_MS / 1000 + 1)
        other = turn_lease(match_id=match.id, prompt=prompt, seat=seat)

        assert other is not None
        assert not lease_renew(token)
        assert (lease_holds(token), lease_holds(other)) == (False, True)


def test_a_worker_that_was_thought_dead_plays_nothing_once_another_has_its_turn(monkeypatch):
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        while len(to_act(match)) > 1:
            bots_answer(match)
        ((prompt, seat),) = ready_turns_of(match.id)
        leases = []

        def slowly(*question):
            hands.go(LEASE_MS / 1000 + 1)
            leases.append(turn_lease(match_id=match.id, prompt=prompt, seat=seat))
            return chosen(*question)

        monkeypatch.setattr("bots.tasks.chosen", slowly)
        seq = fresh(match).head_seq
        play_turn(match.id, prompt, seat)

    assert fresh(match).head_seq == seq
    assert lease_holds(leases[0])


def test_a_turn_that_failed_is_put_off_longer_each_time(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("bots.tasks.chosen", broken)
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        prompt, seat = ready_turns_of(match.id)[0]
        for pause in PAUSES_MS[:ATTEMPTS]:
            with pytest.raises(ZeroDivisionError):
                play_turn(match.id, prompt, seat)
            assert Pending.objects.get(match=match, prompt=prompt, seat=seat).ready_ms == hands.now_ms + pause
            assert (prompt, seat) not in ready_turns_of(match.id)
            hands.go(pause / 1000)

        assert exhausted_turns() == [(match.id, prompt, seat)]
        assert (prompt, seat) not in ready_turns_of(match.id), "the clock plays it, no worker tries again"


def test_one_bot_that_fails_does_not_stop_the_others(monkeypatch):
    def broken_first(question, prompt, seat):
        if seat == 0:
            raise ZeroDivisionError
        return chosen(question, prompt, seat)

    monkeypatch.setattr("bots.tasks.chosen", broken_first)
    with standing_clock():
        match = dalmuti(people=0, bots=5)
        assert to_act(match) == (0, 1, 2, 3, 4)

        assert not play_ready(60)

    assert set(SealedAnswer.objects.filter(match=match).values_list("seat", flat=True)) == {1, 2, 3, 4}


def test_workers_are_woken_and_the_sweeper_plays_turns_that_none_takes(monkeypatch):
    messages = []
    monkeypatch.setattr("bots.tasks.wake.apply_async", lambda **_: messages.append("wake"))
    monkeypatch.setattr("bots.chores.OVERDUE_SECONDS", 60.0)
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        turns = ready_turns_of(match.id)
        for _ in range(4):
            sweep()
            hands.go(1)
        assert ready_turns_of(match.id) == turns
        assert len(messages) == 4, "one message a match and round"
        sweep()

    assert not set(turns) & set(ready_turns_of(match.id))


def test_the_sweeper_plays_bots_for_a_short_while_but_at_least_one_turn_and_then_sees_to_the_clocks(monkeypatch):
    monkeypatch.setattr("bots.tasks.wake.apply_async", lambda **_: None)
    monkeypatch.setattr("bots.chores.OVERDUE_SECONDS", 0.0)
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        turns = ready_turns_of(match.id)
        hands.go(60)
        sweep()

        assert len(set(turns) - set(ready_turns_of(match.id))) == 1


def test_the_creator_of_many_matches_gets_no_more_turns_than_the_creator_of_one(monkeypatch):
    shares, creators = Shares(), [player(), player()]
    with standing_clock():
        many = [dalmuti(people=0, bots=5, creator=creators[0]) for _ in range(8)]
        one = dalmuti(people=0, bots=5, creator=creators[1])
        served = []
        for _ in range(12):
            turn = shares.in_order(ready_turns())[0]
            shares.charge(turn, 1.0)
            served.append(turn)

    assert [turn.creator for turn in served].count(creators[1].pk) == 6
    assert {turn.match for turn in served} > {one.pk}
    of_many = [turn.match for turn in served if turn.match != one.pk]
    assert len(set(of_many)) == 6, "each of the many has its turn before any has a second"
    assert {match.pk for match in many} > set(of_many)


def test_a_creator_that_comes_later_does_not_take_all_turns_to_catch_up():
    shares, creators = Shares(), [player(), player()]
    with standing_clock():
        dalmuti(people=0, bots=5, creator=creators[0])
        for _ in range(9):
            shares.charge(shares.in_order(ready_turns())[0], 1.0)
        dalmuti(people=0, bots=5, creator=creators[1])
        served = []
        for _ in range(6):
            turn = shares.in_order(ready_turns())[0]
            shares.charge(turn, 1.0)
            served.append(turn.creator)

    assert [served.count(creator.pk) for creator in creators] == [3, 3]


def test_matches_with_people_come_before_older_turns_of_matches_without():
    with standing_clock() as hands:
        alone = [dalmuti(people=0, bots=5) for _ in range(3)]
        hands.go(1)
        attended = dalmuti(people=1, bots=4)
        ordered = [turn.match for turn in Shares().in_order(ready_turns())]
        assert ordered == [attended.pk, *[match.pk for match in alone]]

        Seat.objects.filter(match=attended, number=ME).update(resigned=True)

        assert Shares().in_order(ready_turns())[0].match == alone[0].pk


def test_a_match_with_many_pending_turns_does_not_hide_the_others():
    with standing_clock():
        matches = [dalmuti(people=0, bots=8) for _ in range(3)]

        assert sorted(turn.match for turn in ready_turns()) == sorted(match.pk for match in matches)


def test_a_players_unfinished_matches_are_limited(settings):
    settings.COMPTOIR_MATCHES_PER_PLAYER = 2
    creator, other = player(), player()
    first, _ = dalmuti(people=0, bots=5, creator=creator), dalmuti(people=0, bots=5, creator=creator)

    with pytest.raises(TooManyMatches) as error:
        dalmuti(people=0, bots=5, creator=creator)
    assert (error.value.status, error.value.code, error.value.facts) == (409, "too_many_matches", {"limit": 2})
    dalmuti(people=0, bots=5, creator=other)

    match_abort(match_id=first.id, player=creator)
    dalmuti(people=0, bots=5, creator=creator)


def test_the_creator_alone_aborts_a_match_without_people():
    creator = player()
    match = dalmuti(people=0, bots=5, creator=creator)
    with pytest.raises(NotSeated):
        match_abort(match_id=match.id, player=player())

    assert match_abort(match_id=match.id, player=creator).status == "aborted"
    assert not Pending.objects.filter(match=match).exists()


def test_the_creator_does_not_abort_a_match_in_which_somebody_else_plays():
    creator = player()
    seats = [SeatRequest("open"), *[SeatRequest("bot")] * 4]
    match = match_create(player=creator, request=MatchRequest("great_dalmuti", {}, seats))
    seat_take(match_id=match.id, player=player(), number=None, nonce=None)

    with pytest.raises(NotSeated):
        match_abort(match_id=match.id, player=creator)

    assert fresh(match).status == "running"


def test_a_bot_that_never_answers_is_played_for_by_the_clock():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        while len(to_act(match)) > 1:
            bots_answer(match)
        ((prompt, seat),) = ready_turns_of(match.id)
        for _ in range(ATTEMPTS):
            assert turn_lease(match_id=match.id, prompt=prompt, seat=seat) is not None
            hands.go(100)
        seq = fresh(match).head_seq
        assert exhausted_turns() == [(match.id, prompt, seat)]

        sweep()

    assert next(row for row in log.read(match.id, seq)).core["by"] == "clock"


def test_a_turn_postponed_by_a_clock_an_hour_ahead_is_ready_by_the_other_clocks():
    with standing_clock() as hands:
        hands.go(3_600)
        match = dalmuti(people=0, bots=5)
        (prompt, seat), *_ = ready_turns_of(match.id)
        turn_lease(match_id=match.id, prompt=prompt, seat=seat)

        hands.go(-3_600)

        assert (prompt, seat) in ready_turns_of(match.id)
        assert match.id in {turn.match for turn in ready_turns()}
        assert turn_lease(match_id=match.id, prompt=prompt, seat=seat) is not None


def test_sealed_answers_without_a_window_are_opened_though_a_clock_that_was_ahead_wrote_the_question():
    with standing_clock() as hands:
        hands.go(3_600)
        match = dalmuti(people=0, bots=5)
        seq = fresh(match).head_seq

        hands.go(-3_600)
        bots_answer(match)

    assert fresh(match).head_seq > seq


def test_a_turn_played_twice_is_one_row():
    match = dalmuti(people=0, bots=5)
    while len(to_act(match)) > 1:
        bots_answer(match)
    ((prompt, seat),) = ready_turns_of(match.id)
    seq = fresh(match).head_seq

    play_turn(match.id, prompt, seat)
    Pending.objects.filter(match=match).update(lease_ms=None)
    play_turn(match.id, prompt, seat)

    assert fresh(match).head_seq == seq + 1


def test_the_same_question_gets_the_same_answer_from_a_bot():
    from events.matches.table.decisions import decision

    match = dalmuti(people=0, bots=5)
    prompt, seat = ready_turns_of(match.id)[0]

    answers = [chosen(decision(match.id, seat), prompt, seat) for _ in range(3)]

    assert isinstance(answers[0], Move)
    assert answers[0] == answers[1] == answers[2]


def test_a_greedy_bot_plays_a_game_that_has_no_greedy_policy():
    with patch.dict(registry.GAMES, {"toy": {1: TOY}}):
        seats = [*[SeatRequest("bot", "greedy")] * 2, SeatRequest("me")]
        match = match_create(player=player(), request=MatchRequest("toy", {"turns": 4}, seats))
        seq = fresh(match).head_seq
        for _ in range(20):
            Pending.objects.filter(match=match, bot=True).update(ready_ms=1)
            bots_answer(match)

        assert {row.core["by"] for row in log.read(match.id, seq)} >= {"bot"}


def test_a_bot_with_an_unknown_policy_is_refused_at_creation():
    seats = [SeatRequest("me"), *[SeatRequest("bot")] * 3, SeatRequest("bot", "clairvoyant")]

    with pytest.raises(Malformed) as error:
        match_create(player=player(), request=MatchRequest("great_dalmuti", {}, seats))

    assert [(fault.pointer, fault.code) for fault in error.value.faults] == [("/seats/4/policy", "not_an_option")]


def test_the_sweeper_does_the_chores_of_other_apps(monkeypatch):
    monkeypatch.setattr("events.sweeper._chores", {})
    register("first", lambda: 2)
    register("second", lambda: 3)

    assert sweep() == 5


def test_bots_and_the_coach_register_their_chores_with_the_sweeper():
    assert {"bots", "coach"} <= set(_chores)


def test_bots_play_a_match_to_its_end():
    match = dalmuti(people=0, bots=5)

    for _ in range(500):
        bots_answer(match)

    assert fresh(match).status == "finished"
    assert not Pending.objects.filter(match=match).exists()
    assert [row.type for row in log.read(match.id)][-2:] == ["match.over", "seed.opened"]


def test_a_policy_receives_the_view_that_its_seat_would_be_served():
    from events.log.access import Viewer
    from events.matches.record.table_views import table_view
    from events.matches.table.decisions import decision

    match = dalmuti(people=1, bots=4, creator=player())

    for seat in range(1, 5):
        assert decision(match.id, seat).view == table_view(match, Viewer(seat))


def test_a_bot_that_may_act_again_and_again_gives_its_turn_back_after_each_act():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=4, game="negoces2", options={})
        for _ in range(200):
            pending = Pending.objects.filter(match=match, bot=True, required=True, deadline_ms=None).first()
            if pending is not None and pending.ready_ms > hands.now_ms:
                break
            bots_answer(match)
        assert ready_turns_of(match.id) == [], "in an open prompt a bot lets people come first"

        hands.go(BOTS_PAUSE_MS / 1000)
        prompt, seat = ready_turns_of(match.id)[0]
        play_turn(match.id, prompt, seat)

    row = Pending.objects.filter(match=match, prompt=prompt, seat=seat).first()
    assert row is None or row.lease_ms is None


def play_at_an_open_prompt() -> None:
    """Plays turns of bots, until one whose turn goes on after its move: the lease ends, and a pause begins."""
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=4, game="negoces2", options={})
        for _ in range(200):
            hands.go(BOTS_PAUSE_MS / 1000)
            prompt, seat = ready_turns_of(match.id)[0]
            with CaptureQueriesContext(connection) as sent:
                play_turn(match.id, prompt, seat)
            row = Pending.objects.filter(match=match, prompt=prompt, seat=seat).first()
            if row is not None and any("events_append" in query["sql"] for query in sent):
                assert "events_append" in sent[-1]["sql"], "no statement follows the move"
                assert (row.lease_ms, row.attempts, row.ready_ms) == (None, 0, hands.now_ms + BOTS_PAUSE_MS)
                return
    raise AssertionError("expected a turn that goes on within 200")


@pytest.mark.usefixtures("published_elsewhere")
def test_a_lease_ends_in_the_statement_that_stores_the_move():
    play_at_an_open_prompt()


@pytest.mark.usefixtures("published_elsewhere")
def test_a_lease_that_does_not_end_with_the_move_is_found(monkeypatch):
    append = statements.append

    def without_lease(*arguments, **options):
        *before, work, bodies, waits = arguments
        return append(*before, {name: work[name] for name in work if name != "lease"}, bodies, waits, **options)

    monkeypatch.setattr(statements, "append", without_lease)
    with pytest.raises(AssertionError, match="None, 0"):
        play_at_an_open_prompt()


def test_the_sweeper_signs_into_the_witness_file_once_a_day(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    lines = lambda: len((tmp_path / "witness.jsonl").read_text().splitlines())  # noqa: E731
    with standing_clock() as hands:
        dalmuti(people=0, bots=5)

        witness = Witness()
        witness.look()
        witness.look()
        assert lines() == 1
        hands.go(86_400)

        witness.look()
        assert lines() == 2


def test_a_witness_that_cannot_write_adds_no_leaf_and_tries_less_and_less(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "file" / "folder"
    (tmp_path / "file").touch()
    with standing_clock() as hands, capture_logs() as lines:
        bots_answer(dalmuti())
        leaves, witness = GlobalLeaf.objects.count(), Witness()
        for _ in range(3_600):
            witness.look()
            hands.go(1)
        assert GlobalLeaf.objects.count() == leaves
        assert len([line for line in lines if line["event"] == "witness_failed"]) == 6

        (tmp_path / "file").unlink()
        hands.go(3_600)
        witness.look()

    assert GlobalLeaf.objects.count() > leaves
    assert len((settings.DATA_DIR / "witness.jsonl").read_text().splitlines()) == 1
