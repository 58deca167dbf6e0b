"""Clocks of seats: banks, hours, vacations, pauses and the ladder, on which log, verifiers and audit agree."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bots.tasks import play_turn
from events.base.canonical_json import canonical_json
from events.base.clock import now_ms
from events.log.models import Match, PendingAction
from events.verifier.verify import verify
from games.kernel.audit import main as audit
from games.kernel.timing.clock import DAY_MS, Hours, ends, spent
from tests.events.calls import Caller, code, first_move, open_match, somebody
from tests.events.scheduling import run_due
from tests.events.tables import ready_turns_of, standing_clock
from tests.events.verifier.test_verify_vectors import by_javascript

pytestmark = pytest.mark.django_db
HOUR = 3_600_000
DAY = 86_400


def running(game: str = "monopoly_deal", players: int = 2, **wish: Any) -> tuple[list[Caller], str]:
    callers = [somebody() for _ in range(players)]
    return callers, open_match(callers[0], callers[1:], game, **wish)


def head(match: str) -> dict[str, Any]:
    found: dict[str, Any] = Caller().get(f"/matches/{match}").json()
    return found


def deadline_ms(match: str) -> int | None:
    return PendingAction.objects.filter(match=match, seat__isnull=False).values_list("deadline_ms", flat=True).get()


def types(match: str) -> list[tuple[str, str]]:
    return [(row["type"], row["by"]) for row in Caller().get(f"/matches/{match}/events").json()["items"]]


def mover(match: str) -> int:
    seat: int = head(match)["to_act"][0]
    return seat


def play(callers: list[Caller], match: str) -> None:
    caller = callers[mover(match)]
    answer = caller.post(f"/matches/{match}/moves", first_move(caller, match))
    assert answer.status_code == 201, answer.json()


def check_log(caller: Caller, match: str, tmp_path: Any) -> None:
    """Ends the match and checks that both verifiers and the audit accept its log."""
    bundle = caller.get(f"/matches/{match}/export").json()
    lines = [list(line) for line in verify(bundle)]
    assert [line for line in lines if line[0] == "FAILED"] == []
    assert by_javascript([[bundle, [], None]])["bundles"] == [lines]
    if "match_seed" in bundle:
        path = tmp_path / "bundle.json"
        path.write_text(json.dumps(bundle))
        assert audit(str(path)) == 0


def test_a_bank_runs_only_while_the_match_waits_for_the_seat(tmp_path: Any):
    with standing_clock() as hands:
        callers, match = running(clock={"bank": 600, "increment": 60})
        seat, start = mover(match), now_ms()
        assert deadline_ms(match) == start + 660_000

        hands.go(100)
        play(callers, match)

        banks = [clock["bank_ms"] for clock in head(match)["clocks"]]
        gained = 60_000 * (mover(match) == seat)
        assert banks[seat] == 660_000 - 100_000 + gained
        assert banks[1 - seat] in (600_000, 660_000)
        for caller in callers:
            caller.post(f"/matches/{match}/resign")
        check_log(callers[0], match, tmp_path)


def test_the_clock_acts_when_a_bank_is_used_up_and_only_the_increment_remains():
    with standing_clock() as hands:
        callers, match = running(clock={"bank": 600, "increment": 60})
        seat = mover(match)

        hands.go(659.999)
        run_due()
        assert types(match)[-1] != ("clock", "clock")
        hands.go(0.001)
        run_due()

        assert types(match)[-1] == ("clock", "clock")
        while mover(match) != seat:
            play(callers, match)
        assert deadline_ms(match) == now_ms() + 60_000


def test_hours_are_counted_correctly_across_the_change_to_summer_time():
    paris = Hours(8 * 60, 12 * 60, ((0, 60), (10 * DAY_MS + HOUR, 120)))
    evening = 9 * DAY_MS + 18 * HOUR  # 19:00 local time, an hour before the end

    assert spent(paris, evening, evening + DAY_MS) == 13 * HOUR
    assert ends(paris, evening, 2 * HOUR) == 10 * DAY_MS + 7 * HOUR  # 8:00 is one hour earlier in universal time
    assert spent(paris, evening, ends(paris, evening, 2 * HOUR)) == 2 * HOUR


def test_the_clock_of_a_player_stops_outside_their_play_window():
    with standing_clock() as hands:
        callers = [somebody() for _ in range(2)]
        window = {"zone": "Asia/Tokyo", "start": "22:00", "end": "06:30"}
        for caller in callers:
            assert caller.call("PATCH", "/me", {"play_window": window}).json()["play_window"] == window
        match = open_match(callers[0], callers[1:], clock={"per_move": 7200, "play_window": True}, game="monopoly_deal")
        hours = head(match)["clocks"][0]["hours"]
        assert (hours["start"], hours["minutes"], [offset for _, offset in hours["offsets"]]) == (1320, 510, [540])

        for _ in range(3):
            deadline = deadline_ms(match)
            assert deadline is not None
            assert (minute := (deadline // 60_000 + 540) % 1440) >= 22 * 60 or minute <= 6 * 60 + 30
            assert spent(Hours.from_json(hours), now_ms(), deadline) == 7_200_000
            hands.go(5 * 3600)
            play(callers, match)
            run_due()


def test_a_play_window_has_a_known_zone_and_at_least_eight_hours():
    ada = somebody()
    short = {"zone": "Europe/Paris", "start": "08:00", "end": "15:59"}
    unknown = {"zone": "Europe/Atlantis", "start": "08:00", "end": "23:00"}

    for window, pointer in ((short, "/play_window/end"), (unknown, "/play_window/zone")):
        answer = ada.call("PATCH", "/me", {"play_window": window})
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)
    assert ada.get("/me").json()["play_window"] is None


def test_a_vacation_stops_the_clock_of_its_player_and_is_taken_from_a_budget(tmp_path: Any):
    with standing_clock() as hands:
        callers, match = running(clock={"per_move": DAY, "vacation_days": 5})
        away = mover(match)
        before = deadline_ms(match)
        assert before is not None

        answer = callers[away].post(f"/matches/{match}/vacation", {"days": 3})

        assert answer.json()["clocks"][away]["vacation_ms"] == 2 * DAY_MS
        assert deadline_ms(match) == before + 3 * DAY_MS
        assert callers[away].post(f"/matches/{match}/vacation", {"days": 6}).status_code == 400
        hands.go(2 * DAY)
        run_due()
        assert types(match)[-1] != ("clock", "clock")
        assert callers[away].delete(f"/matches/{match}/vacation").status_code == 204
        assert head(match)["clocks"][away]["vacation_ms"] == 3 * DAY_MS
        assert deadline_ms(match) == before + 2 * DAY_MS
        hands.go(DAY)
        run_due()
        assert types(match)[-1] == ("clock", "clock")
        callers[0].post(f"/matches/{match}/resign")
        check_log(callers[1], match, tmp_path)


def test_a_pause_needs_all_players_stops_the_clock_and_is_ended_by_any_player(tmp_path: Any):
    with standing_clock() as hands:
        callers, match = running(clock={"per_move": 60})
        before, moving = deadline_ms(match), mover(match)
        move = first_move(callers[moving], match)

        assert callers[0].post(f"/matches/{match}/agreements/pause").json()["agreements"]["pause"] == [0]
        paused = callers[1].post(f"/matches/{match}/agreements/pause").json()

        assert paused["paused_until"] is not None and paused["deadlines"] == []
        assert paused["to_act"] == [moving]
        hands.go(3600)
        run_due()
        assert types(match)[-1] != ("clock", "clock")
        assert code(callers[moving].post(f"/matches/{match}/moves", move)) == (409, "paused")
        assert code(callers[moving].post(f"/matches/{match}/resign")) == (409, "paused")
        assert callers[1 - moving].delete(f"/matches/{match}/agreements/pause").status_code == 204
        assert deadline_ms(match) == (before or 0) + 3_600_000
        assert callers[moving].post(f"/matches/{match}/moves", move).status_code == 201
        callers[0].post(f"/matches/{match}/resign")
        check_log(callers[1], match, tmp_path)


def test_the_clock_ends_a_pause_after_fourteen_days():
    with standing_clock() as hands:
        callers, match = running(clock={"per_move": 60})
        for caller in callers:
            caller.post(f"/matches/{match}/agreements/pause")

        hands.go(14 * DAY)
        run_due()

        assert types(match)[-1] == ("match.resumed", "clock")


def climb(match: str, hands: Any, seconds: int = 61) -> None:
    """Lets the clock act, and bots move, until the next step of the ladder."""
    before = Match.objects.get(pk=match).head_seq
    hands.go(seconds)
    run_due()
    assert Match.objects.get(pk=match).head_seq > before


def test_the_ladder_goes_one_step_further_with_each_deadline_missed_in_a_row(tmp_path: Any):
    with standing_clock() as hands:
        callers, match = running(clock={"per_move": 60, "ladder": ["default_move", "bot"]})
        absent = mover(match)
        climb(match, hands)
        assert types(match)[-1] == ("clock", "clock")
        while mover(match) != absent:
            play(callers, match)

        climb(match, hands)

        assert types(match)[-1] == ("seat.replaced", "clock")
        seat = head(match)["seats"][absent]
        assert (seat["kind"], seat["stand_in"]) == ("bot", "kept")
        assert deadline_ms(match) == now_ms() + 60_000
        for prompt, number in ready_turns_of(Match.objects.get(pk=match).pk):
            play_turn(Match.objects.get(pk=match).pk, prompt, number)
        assert types(match)[-1][1] == "bot"
        assert code(somebody().call("PUT", f"/matches/{match}/seats/{absent}")) == (403, "forbidden")
        assert callers[absent].call("PUT", f"/matches/{match}/seats/{absent}").status_code == 200
        assert head(match)["seats"][absent]["stand_in"] is None
        callers[0].post(f"/matches/{match}/resign")
        check_log(callers[1], match, tmp_path)


def test_the_ladder_can_look_for_a_substitute_or_end_the_match(tmp_path: Any):
    with standing_clock() as hands:
        _, wanted = running(clock={"per_move": 60, "ladder": ["substitute"]}, substitutes=True)
        absent = mover(wanted)
        climb(wanted, hands)
        assert head(wanted)["seats"][absent]["stand_in"] == "wanted"
        assert somebody().call("PUT", f"/matches/{wanted}/seats/{absent}").status_code == 200

        callers, ended = running(clock={"per_move": 60, "ladder": ["end"]})
        climb(ended, hands)
        assert head(ended)["status"] == "void"
        check_log(callers[0], ended, tmp_path)


@pytest.mark.parametrize(
    ("clock", "pointer"),
    [
        ({"bank": 60}, "/clock/increment"),
        ({"increment": 60}, "/clock/bank"),
        ({"bank": 60, "increment": 1, "per_move": 5}, "/clock/per_move"),
        ({"play_window": True}, "/clock/play_window"),
        ({"vacation_days": 3}, "/clock/vacation_days"),
        ({"per_move": 60, "ladder": ["substitute"]}, "/clock/ladder/0"),
        ({"per_move": 60, "ladder": ["end"], "on_timeout": "resign"}, "/clock/on_timeout"),
    ],
)
def test_a_clock_with_incompatible_settings_is_refused(clock: dict[str, Any], pointer: str):
    body = {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": clock}

    answer = somebody().post("/matches", body)

    assert (answer.status_code, [error["pointer"] for error in answer.json()["errors"]]) == (400, [pointer])


def later(name: str, ms: int) -> Callable[[dict[str, Any]], None]:
    def forge(core: dict[str, Any]) -> None:
        core[name] += ms

    return forge


def another_deadline(core: dict[str, Any]) -> None:
    core["deadlines"][0]["at_ms"] += 1


def another_ladder(core: dict[str, Any]) -> None:
    core["clock"]["ladder"] = ["bot"]


def test_both_verifiers_find_a_wrong_time_at_its_event():
    with standing_clock() as hands:
        clock = {"bank": 60, "increment": 1, "vacation_days": 3, "ladder": ["default_move", "end"]}
        callers, match = running(clock=clock)
        for caller in callers:
            caller.post(f"/matches/{match}/agreements/pause")
        hands.go(14 * DAY)
        run_due()
        absent = mover(match)
        callers[absent].post(f"/matches/{match}/vacation", {"days": 1})
        climb(match, hands, DAY + 61)
        while mover(match) != absent:
            play(callers, match)
        climb(match, hands)
    bundle = callers[0].get(f"/matches/{match}/export").json()
    kinds = [json.loads(row["core"])["type"] for row in bundle["events"]]
    first, last = kinds.index("clock"), kinds.index("match.void")

    forgeries = [
        (kinds.index("match.started"), another_deadline, "the deadlines are not those that follow from the log"),
        (kinds.index("match.paused"), later("until_ms", 1), "the pause is too long"),
        (kinds.index("match.resumed"), later("at_ms", -1), "the clock acts before the deadline"),
        (kinds.index("seat.vacation"), later("until_ms", 3 * DAY_MS), "the vacation is longer than the seat has left"),
        (first, later("at_ms", -1), "the clock acts before the deadline"),
        (last, later("at_ms", -60_900), "the clock acts before the deadline"),
        (0, another_ladder, "the clock takes another step than the ladder has"),
    ]
    forged = [altered(bundle, seq, forge) for seq, forge, _ in forgeries]
    expected = [f"seq {seq or first}: {words}" for seq, _, words in forgeries]

    assert [words(verify(one)) for one in forged] == expected
    assert [words(lines) for lines in by_javascript([[one, [], None] for one in forged])["bundles"]] == expected


def altered(bundle: dict[str, Any], seq: int, forge: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    core = json.loads(bundle["events"][seq]["core"])
    forge(core)
    events = [*bundle["events"]]
    events[seq] = {**events[seq], "core": canonical_json(core).decode()}
    return {**bundle, "events": events}


def words(lines: Any) -> str:
    """Returns the message of step 8; the hash steps fail in every altered bundle."""
    return next(words for status, step, words in lines if (status, step) == ("FAILED", "8 clock"))
