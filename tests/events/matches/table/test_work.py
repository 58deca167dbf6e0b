"""Pending work (deadlines, windows, turns of bots, leases) is done once, with any number of workers."""

from __future__ import annotations

from itertools import product
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bots import timers
from bots.tasks import MESSAGE_SECONDS, chosen, play_turn
from events.base.clock import now_ms
from events.base.exceptions import Malformed
from events.base.messages import messages as publisher
from events.log import log, statements
from events.log.errors import NotSeated
from events.log.models import GlobalLeaf, PendingAction, Seat
from events.log.timers import heads_witness
from events.matches.errors import TooManyMatches
from events.matches.lobby.seats import resign, seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_abort, match_create
from events.matches.record.pending import (
    ATTEMPTS,
    BOTS_PAUSE_MS,
    FURTHEST_MS,
    LEASE_MS,
    PAUSES_MS,
    lease_holds,
    lease_renew,
    turn_lease,
)
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit, prompt_expire
from games import registry
from games.kernel.state import Move
from tests.events.scheduling import run_due
from tests.events.steps import exhausted_turns, overdue_prompts
from tests.events.tables import bots_answer, dalmuti, fresh, player, ready_turns_of, standing_clock, to_act
from tests.kernel.toy import GAME as TOY

pytestmark = pytest.mark.django_db
ME = 0
LOOK_SECONDS = 1  # between two rounds of the scheduler


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
        ((prompt,),) = PendingAction.objects.filter(match=match, seat=ME).values_list("prompt")
        move_submit(match_id=match.id, seat=ME, submission=my_move(match))
        seq = fresh(match).head_seq
        hands.go(3600)

        assert not prompt_expire(match_id=match.id, prompt=prompt, seat=ME)

    assert fresh(match).head_seq == seq


def test_a_time_out_may_resign_the_seat():
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60, "on_timeout": "resign"})
        play_until_mine(match)
        hands.go(60)
        ((match_id, prompt, seat),) = overdue_prompts()

        prompt_expire(match_id=match_id, prompt=prompt, seat=seat)

    assert Seat.objects.get(match=match, number=ME).resigned
    assert "seat.resigned" in [row.type for row in log.read(match.id)]


def test_the_clock_opens_sealed_answers_with_defaults_for_missing_answers():
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


def test_the_clock_plays_for_a_resigned_seat_at_once():
    with standing_clock() as hands:
        match = dalmuti()
        play_until_mine(match)
        from django.db import transaction

        with transaction.atomic():
            resign(log.lock(match.id), Seat.objects.get(match=match, number=ME))

        assert (match.id, ME) in [(match_id, seat) for match_id, _, seat in overdue_prompts()]
        hands.go(1)
        run_due()

    assert to_act(match) != (ME,)


def test_workers_find_and_lease_only_ready_turns():
    with standing_clock():
        match, now = dalmuti(), now_ms()
        PendingAction.objects.all().delete()
        times = (None, 0, now - 1, now, now + 1, now + FURTHEST_MS, now + FURTHEST_MS + 1)
        members = product((None, ME, 3), (True, False), (True, False), (ATTEMPTS - 1, ATTEMPTS), times, times)
        names = ("seat", "required", "bot", "attempts", "ready_ms", "lease_ms")
        PendingAction.objects.bulk_create(
            PendingAction(match=match, prompt=prompt, **dict(zip(names, values, strict=True)))
            for prompt, values in enumerate(members)
        )

        def is_free(item: PendingAction) -> bool:
            has_begun = item.ready_ms is not None and (item.ready_ms <= now or item.ready_ms > now + FURTHEST_MS)
            is_leased = item.lease_ms is not None and now <= item.lease_ms <= now + FURTHEST_MS
            is_exhausted = item.required and item.attempts >= ATTEMPTS
            return item.bot and item.seat == 3 and has_begun and not is_leased and not is_exhausted

        free = sorted((i.ready_ms, i.prompt, i.seat) for i in PendingAction.objects.all() if is_free(i))
        assert len(free) == 4 * 4 * 3, "times to begin, times of leases, and attempts of what has to be answered or not"
        assert ready_turns_of(match.id) == [turn[1:] for turn in free]
        turns = PendingAction.objects.exclude(seat=None).values_list("prompt", "seat")
        leased = [turn for turn in turns if turn_lease(match_id=match.id, prompt=turn[0], seat=turn[1])]
        assert sorted(leased) == sorted(turn[1:] for turn in free)


def test_the_turn_of_a_bot_is_leased_to_one_worker():
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
        rows = PendingAction.objects.filter(match=match, bot=True).order_by("-seat")
        for pk in list(rows.values_list("pk", flat=True)):
            PendingAction.objects.filter(pk=pk).update(attempts=0)  # PostgreSQL stores an updated row after the others

        assert len(turns) > 1
        assert ready_turns_of(match.id) == turns == sorted(turns)

        prompt, seat = turns[-1]
        rows.filter(prompt=prompt, seat=seat).update(ready_ms=1)

        assert ready_turns_of(match.id) == [turns[-1], *turns[:-1]]


def test_the_turn_of_a_worker_that_died_is_free_within_five_seconds():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        prompt, seat = ready_turns_of(match.id)[0]
        assert turn_lease(match_id=match.id, prompt=prompt, seat=seat)
        assert (prompt, seat) not in ready_turns_of(match.id)
        hands.go(5 - LOOK_SECONDS)

        assert (prompt, seat) in ready_turns_of(match.id)
        assert turn_lease(match_id=match.id, prompt=prompt, seat=seat) is not None


def test_a_lease_lasts_while_it_is_renewed_and_an_expired_lease_cannot_be_renewed():
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


def test_a_worker_whose_turn_was_leased_to_another_worker_plays_no_move(monkeypatch):
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


def test_a_failed_turn_is_postponed_longer_each_time(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("bots.tasks.chosen", broken)
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        prompt, seat = ready_turns_of(match.id)[0]
        for pause in PAUSES_MS[:ATTEMPTS]:
            with pytest.raises(ZeroDivisionError):
                play_turn(match.id, prompt, seat)
            assert PendingAction.objects.get(match=match, prompt=prompt, seat=seat).ready_ms == hands.now_ms + pause
            assert (prompt, seat) not in ready_turns_of(match.id)
            hands.go(pause / 1000)

        assert exhausted_turns() == [(match.id, prompt, seat)]
        assert (prompt, seat) not in ready_turns_of(match.id), "the clock plays it, no worker tries again"


def test_a_message_about_a_waiting_turn_is_repeated_only_after_it_has_expired_or_may_be_lost(monkeypatch):
    messages = []
    monkeypatch.setattr("bots.tasks.play_turns.apply_async", lambda args, **_: messages.append(args[1:]))
    monkeypatch.setattr(timers, "_rests_until", float("inf"))
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        turns = ready_turns_of(match.id)

        def sent_within(seconds):
            messages.clear()
            for _ in range(seconds):
                hands.go(1)
                run_due()
            return list(messages)

        assert sent_within(MESSAGE_SECONDS) == turns
        assert sent_within(10) == turns, "the messages have expired"
        assert turn_lease(match_id=match.id, prompt=turns[0][0], seat=turns[0][1]) is not None
        assert sent_within(10) == turns[:1], "its worker has died"
        monkeypatch.setattr(publisher, "losses", publisher.losses + 1)
        assert sent_within(5) == turns, "the broker was down"


def test_the_scheduler_plays_one_of_the_turns_that_no_worker_takes(monkeypatch):
    monkeypatch.setattr("bots.tasks.play_turns.apply_async", lambda *_, **__: None)
    monkeypatch.setattr(timers, "_rests_until", 0.0)
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        turns = ready_turns_of(match.id)
        for _ in range(4):
            hands.go(1)
            run_due()

    assert len(set(turns) - set(ready_turns_of(match.id))) == 1


def test_the_scheduler_plays_bots_for_at_most_half_of_its_time(monkeypatch):
    seconds = [0.0]
    played = []

    def plays(match_id, prompt, seat, **_):
        played.append(match_id)
        seconds[0] += 3.0

    monkeypatch.setattr(timers, "play_turn", plays)
    monkeypatch.setattr(timers, "_rests_until", 0.0)
    monkeypatch.setattr(timers.time, "monotonic", lambda: seconds[0])
    with standing_clock() as hands:
        matches = [dalmuti(people=0, bots=5) for _ in range(3)]
        hands.go(60)
        for match in matches:
            timers.turns_serve(match.pk)
        assert len(played) == 1
        seconds[0] += 3.0
        timers.turns_serve(matches[1].pk)

    assert played == [matches[0].pk, matches[1].pk]


def test_a_players_unfinished_matches_are_limited(settings):
    settings.COMPTOIR_MATCHES_PER_PLAYER = 2
    creator, other = player(), player()
    first, _ = dalmuti(people=0, bots=5, creator=creator), dalmuti(people=0, bots=5, creator=creator)

    with pytest.raises(TooManyMatches) as error:
        dalmuti(people=0, bots=5, creator=creator)
    assert (error.value.status, error.value.code, error.value.params) == (409, "too_many_matches", {"limit": 2})
    dalmuti(people=0, bots=5, creator=other)

    match_abort(match_id=first.id, player=creator)
    dalmuti(people=0, bots=5, creator=creator)


def test_only_the_creator_aborts_a_match_without_people():
    creator = player()
    match = dalmuti(people=0, bots=5, creator=creator)
    with pytest.raises(NotSeated):
        match_abort(match_id=match.id, player=player())

    assert match_abort(match_id=match.id, player=creator).status == "aborted"
    assert not PendingAction.objects.filter(match=match).exists()


def test_the_creator_does_not_abort_a_match_in_which_somebody_else_plays():
    creator = player()
    seats = [SeatRequest("open"), *[SeatRequest("bot")] * 4]
    match = match_create(player=creator, request=MatchRequest("great_dalmuti", {}, seats))
    seat_take(match_id=match.id, player=player(), number=None, nonce=None)

    with pytest.raises(NotSeated):
        match_abort(match_id=match.id, player=creator)

    assert fresh(match).status == "running"


def test_the_clock_plays_for_a_bot_that_never_answers():
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

        run_due()

    assert next(row for row in log.read(match.id, seq)).core["by"] == "clock"


def test_a_turn_postponed_by_a_clock_an_hour_ahead_is_ready_by_the_other_clocks():
    with standing_clock() as hands:
        hands.go(3_600)
        match = dalmuti(people=0, bots=5)
        (prompt, seat), *_ = ready_turns_of(match.id)
        turn_lease(match_id=match.id, prompt=prompt, seat=seat)

        hands.go(-3_600)

        assert (prompt, seat) in ready_turns_of(match.id)
        assert turn_lease(match_id=match.id, prompt=prompt, seat=seat) is not None


def test_sealed_answers_are_opened_although_a_clock_that_was_ahead_wrote_the_prompt():
    with standing_clock() as hands:
        hands.go(3_600)
        match = dalmuti(people=0, bots=5)
        seq = fresh(match).head_seq

        hands.go(-3_600)
        bots_answer(match)

    assert fresh(match).head_seq > seq


def test_a_turn_played_twice_writes_one_event():
    match = dalmuti(people=0, bots=5)
    while len(to_act(match)) > 1:
        bots_answer(match)
    ((prompt, seat),) = ready_turns_of(match.id)
    seq = fresh(match).head_seq

    play_turn(match.id, prompt, seat)
    PendingAction.objects.filter(match=match).update(lease_ms=None)
    play_turn(match.id, prompt, seat)

    assert fresh(match).head_seq == seq + 1


def test_a_bot_gives_the_same_answer_to_the_same_prompt():
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
            PendingAction.objects.filter(match=match, bot=True).update(ready_ms=1)
            bots_answer(match)

        assert {row.core["by"] for row in log.read(match.id, seq)} >= {"bot"}


def test_a_bot_with_an_unknown_policy_is_refused_at_creation():
    seats = [SeatRequest("me"), *[SeatRequest("bot")] * 3, SeatRequest("bot", "clairvoyant")]

    with pytest.raises(Malformed) as error:
        match_create(player=player(), request=MatchRequest("great_dalmuti", {}, seats))

    assert [(fault.pointer, fault.code) for fault in error.value.errors] == [("/seats/4/policy", "not_an_option")]


def test_bots_play_a_match_to_its_end():
    match = dalmuti(people=0, bots=5)

    for _ in range(500):
        bots_answer(match)

    assert fresh(match).status == "finished"
    assert not PendingAction.objects.filter(match=match).exists()
    assert [row.type for row in log.read(match.id)][-2:] == ["match.over", "seed.opened"]


def test_a_policy_receives_the_view_that_its_seat_would_be_served():
    from events.log.access import Viewer
    from events.matches.record.table_views import table_view
    from events.matches.table.decisions import decision

    match = dalmuti(people=1, bots=4, creator=player())

    for seat in range(1, 5):
        assert decision(match.id, seat).view == table_view(match, Viewer(seat))


def test_a_bot_that_may_act_repeatedly_releases_its_turn_after_each_act():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=4, game="negoces2", options={})
        for _ in range(200):
            pending = PendingAction.objects.filter(match=match, bot=True, required=True, deadline_ms=None).first()
            if pending is not None and pending.ready_ms > hands.now_ms:
                break
            bots_answer(match)
        assert ready_turns_of(match.id) == [], "in an open prompt a bot lets people come first"

        hands.go(BOTS_PAUSE_MS / 1000)
        prompt, seat = ready_turns_of(match.id)[0]
        play_turn(match.id, prompt, seat)

    row = PendingAction.objects.filter(match=match, prompt=prompt, seat=seat).first()
    assert row is None or row.lease_ms is None


def play_at_an_open_prompt() -> None:
    """Plays turns of bots until a bot's turn continues after its move, where its lease ends and a pause begins."""
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=4, game="negoces2", options={})
        for _ in range(200):
            hands.go(BOTS_PAUSE_MS / 1000)
            prompt, seat = ready_turns_of(match.id)[0]
            with CaptureQueriesContext(connection) as sent:
                play_turn(match.id, prompt, seat)
            row = PendingAction.objects.filter(match=match, prompt=prompt, seat=seat).first()
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


def test_heads_are_signed_into_the_witness_file_once_a_day(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    lines = lambda: len((tmp_path / "witness.jsonl").read_text().splitlines())  # noqa: E731
    with standing_clock() as hands:
        dalmuti(people=0, bots=5)

        next_ms = heads_witness()

        assert lines() == 1
        assert next_ms % 86_400_000 == 0
        assert 0 < next_ms - hands.now_ms <= 86_400_000


def test_a_witness_file_that_cannot_be_written_adds_no_leaf(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "file" / "folder"
    (tmp_path / "file").touch()
    with standing_clock():
        bots_answer(dalmuti())
        leaves = GlobalLeaf.objects.count()
        with pytest.raises(OSError):
            heads_witness()
        assert GlobalLeaf.objects.count() == leaves

        (tmp_path / "file").unlink()
        heads_witness()

    assert GlobalLeaf.objects.count() > leaves
    assert len((settings.DATA_DIR / "witness.jsonl").read_text().splitlines()) == 1
