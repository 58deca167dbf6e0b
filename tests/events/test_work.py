"""What is due: deadlines, windows, bots' turns, leases; and that each happens once, whoever comes first."""

from __future__ import annotations

import pytest

from bots.sweeper import sweep, witness
from bots.tasks import play_turn
from events import log
from events.models import Pending, Seat
from events.selectors.views import Asked
from events.services.moves import Submission, move_submit, prompt_expire
from events.services.seats import resign
from events.services.work import (
    ATTEMPTS,
    BOTS_PAUSE_MS,
    LEASE_MS,
    bot_claim,
    bot_turns,
    bots_given_up,
    due_bots,
    due_deadlines,
)
from games.kernel.state import Move
from tests.events.tables import bots_answer, dalmuti, fresh, player, standing_clock, to_act

pytestmark = pytest.mark.django_db
ME = 0


def my_move(match) -> Submission | None:
    asked = Asked(fresh(match), ME)
    moves = asked.listed(1)
    return Submission(asked.prompt, moves[0]["verb"], moves[0]["args"]) if moves else None


def play_until_mine(match) -> None:
    """Bots and I answer until the table waits for me alone."""
    for _ in range(400):
        if to_act(match) == (ME,):
            return
        if ME in to_act(match):
            move_submit(match_id=match.id, seat=ME, submission=my_move(match))
        bots_answer(match)
    raise AssertionError("expected my turn within 400 acts")


def last(match):
    return list(log.read(match.id))[-1].core


def test_a_deadline_plays_the_default_and_the_row_says_who_did_it():
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60, "on_timeout": "default_move"})
        play_until_mine(match)
        seq = fresh(match).head_seq
        hands.go(59.999)
        assert due_deadlines() == []

        hands.go(0.001)
        ((match_id, prompt, seat),) = due_deadlines()
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
        ((match_id, prompt, seat),) = due_deadlines()

        prompt_expire(match_id=match_id, prompt=prompt, seat=seat)

    assert Seat.objects.get(match=match, number=ME).resigned
    assert "seat.resigned" in [row.type for row in log.read(match.id)]


def test_sealed_answers_are_opened_by_the_clock_with_defaults_for_those_missing():
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60, "on_timeout": "default_move"})
        bots_answer(match)
        assert to_act(match) == (0, 1, 2, 3, 4)
        hands.go(60)
        ((match_id, prompt, seat),) = due_deadlines()
        assert seat is None

        assert prompt_expire(match_id=match_id, prompt=prompt, seat=seat)

    opened = next(row.core for row in log.read(match.id) if row.type == "clock")
    assert (opened["by"], opened["actor"]) == ("clock", None)


def test_a_seat_that_gave_up_is_played_for_at_once():
    with standing_clock() as hands:
        match = dalmuti()
        play_until_mine(match)
        from django.db import transaction

        with transaction.atomic():
            resign(log.lock(match.id), Seat.objects.get(match=match, number=ME))

        assert (match.id, ME) in [(due, seat) for due, _, seat in due_deadlines()]
        hands.go(1)
        sweep()

    assert to_act(match) != (ME,)


def test_a_bots_turn_is_leased_to_one():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        prompt, seat = bot_turns(match.id)[0]

        first = bot_claim(match_id=match.id, prompt=prompt, seat=seat)
        second = bot_claim(match_id=match.id, prompt=prompt, seat=seat)
        hands.go(LEASE_MS / 1000 + 1)
        third = bot_claim(match_id=match.id, prompt=prompt, seat=seat)

    assert first is not None and third is not None
    assert second is None


def test_due_turns_are_told_the_oldest_first_however_their_rows_lie():
    with standing_clock() as hands:
        match = dalmuti()
        hands.go(1)
        due = bot_turns(match.id)
        rows = Pending.objects.filter(match=match, bot=True).order_by("-seat")
        for pk in list(rows.values_list("pk", flat=True)):
            Pending.objects.filter(pk=pk).update(attempts=0)  # a row that is written anew lies behind the others

        assert len(due) > 1
        assert bot_turns(match.id) == due == sorted(due)

        prompt, seat = due[-1]
        rows.filter(prompt=prompt, seat=seat).update(due_ms=1)

        assert bot_turns(match.id) == [due[-1], *due[:-1]]
        assert list(due_bots())[:1] == [(match.id, prompt, seat)]


def test_a_turn_whose_task_was_lost_is_found_again():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        prompt, seat = bot_turns(match.id)[0]
        bot_claim(match_id=match.id, prompt=prompt, seat=seat)
        hands.go(LEASE_MS / 1000 + 1)

        assert (match.id, prompt, seat) in due_bots()


def test_a_turn_is_sent_to_the_workers_once_and_played_here_when_none_takes_it(monkeypatch):
    sent = []
    monkeypatch.setattr("bots.tasks.choose_move.apply_async", lambda args, **_: sent.append(args))
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        turns = sorted((str(match.id), prompt, seat) for prompt, seat in bot_turns(match.id))
        for _ in range(3):
            sweep()
            hands.go(1)
        assert sorted(sent) == turns
        hands.go(1)
        sweep()

    assert sorted(sent) == turns
    assert not set(turns) & {(str(match.id), prompt, seat) for prompt, seat in bot_turns(match.id)}


def test_a_bot_that_never_answers_is_played_for_by_the_clock():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        while len(to_act(match)) > 1:
            bots_answer(match)
        ((prompt, seat),) = bot_turns(match.id)
        for _ in range(ATTEMPTS):
            assert bot_claim(match_id=match.id, prompt=prompt, seat=seat) is not None
            hands.go(100)
        seq = fresh(match).head_seq
        assert bots_given_up() == [(match.id, prompt, seat)]

        sweep()

    assert next(row for row in log.read(match.id, seq)).core["by"] == "clock"


def test_a_bots_turn_put_off_by_a_clock_that_was_an_hour_ahead_is_due_by_the_others():
    with standing_clock() as hands:
        hands.go(3_600)
        match = dalmuti(people=0, bots=5)
        (prompt, seat), *_ = bot_turns(match.id)
        bot_claim(match_id=match.id, prompt=prompt, seat=seat)

        hands.go(-3_600)

        assert (prompt, seat) in bot_turns(match.id)
        assert (match.id, prompt, seat) in due_bots()
        assert bot_claim(match_id=match.id, prompt=prompt, seat=seat) is not None


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
    ((prompt, seat),) = bot_turns(match.id)
    seq = fresh(match).head_seq

    play_turn(match.id, prompt, seat)
    Pending.objects.filter(match=match).update(lease_ms=None)
    play_turn(match.id, prompt, seat)

    assert fresh(match).head_seq == seq + 1


def test_the_same_question_gets_the_same_answer_from_a_bot():
    from bots.tasks import chosen
    from events.selectors.decisions import decision

    match = dalmuti(people=0, bots=5)
    prompt, seat = bot_turns(match.id)[0]

    answers = [chosen(decision(match.id, seat), prompt, seat) for _ in range(3)]

    assert isinstance(answers[0], Move)
    assert answers[0] == answers[1] == answers[2]


def test_bots_play_a_match_to_its_end():
    match = dalmuti(people=0, bots=5)

    for _ in range(500):
        bots_answer(match)

    assert fresh(match).status == "finished"
    assert not Pending.objects.filter(match=match).exists()
    assert [row.type for row in log.read(match.id)][-2:] == ["match.over", "seed.opened"]


def test_a_policy_is_given_the_view_that_its_seat_would_be_served():
    from events.selectors.access import Eyes
    from events.selectors.decisions import decision
    from events.selectors.views import table_view

    match = dalmuti(people=1, bots=4, creator=player())

    for seat in range(1, 5):
        assert decision(match.id, seat).view == table_view(match, Eyes(seat))


def test_a_bot_that_may_act_again_and_again_gives_its_turn_back_after_each_act():
    with standing_clock() as hands:
        match = dalmuti(people=0, bots=4, game="negoces2", options={})
        for _ in range(200):
            asked = Pending.objects.filter(match=match, bot=True, waits=True, deadline_ms=None).first()
            if asked is not None and asked.due_ms > hands.now_ms:
                break
            bots_answer(match)
        assert bot_turns(match.id) == [], "in an open prompt a bot lets people come first"

        hands.go(BOTS_PAUSE_MS / 1000)
        prompt, seat = bot_turns(match.id)[0]
        play_turn(match.id, prompt, seat)

    row = Pending.objects.filter(match=match, prompt=prompt, seat=seat).first()
    assert row is None or row.lease_ms is None


def test_the_sweeper_signs_into_the_witness_file_once_a_day(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    lines = lambda: len((tmp_path / "witness.jsonl").read_text().splitlines())  # noqa: E731
    with standing_clock() as hands:
        dalmuti(people=0, bots=5)

        day = witness(-1)
        assert (witness(day), lines()) == (day, 1)
        hands.go(86_400)

        assert (witness(day), lines()) == (day + 1, 2)
