"""An arena for programs: seats with leases, one signed file, and standings that anybody can recompute from it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command

from bots.management.commands.arena import Command
from bots.series import recount
from bots.series.deals import ArenaSeries, Seating
from bots.series.table import SeriesResult, table_of
from events.base.canonical_json import canonical_json
from events.base.signing import signer
from events.log.models import Match, PendingAction, Seat
from events.matches.table.moves import prompt_expire
from events.users.models import BotAccount, Player
from tests.events.calls import Caller, somebody
from tests.events.tables import Hands, bots_answer, standing_clock

GAME, ONE_HAND = "great_dalmuti", '{"end": {"hands": 1}}'
SECONDS = 60
HOUSE = ("greedy", "uniform", "beginner")
PROGRAM = "Deep Dalmuti"


def operator() -> str:
    player = Player.objects.get(pk=somebody("Operator").player)
    player.is_staff = True
    player.save()
    return player.name


def program(is_open: bool = True) -> Caller:
    """Returns a bot account, and a caller that acts as its program."""
    answer = somebody("Owner").post("/bots", {"name": PROGRAM, "level": "good", "games": [GAME], "open": is_open})
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"])


def answer_prompts(caller: Caller, hands: Hands) -> None:
    """Answers every leased prompt of the program with the first legal move."""
    hands.go(1)
    for lease in caller.post("/bots/decisions", {"max": 16}).json()["items"]:
        move = {"prompt": lease["prompt"], "lease": lease["lease"], **lease["legal_moves"]["moves"][0]}
        assert caller.post(f"/matches/{lease['match']}/moves", move).status_code in (200, 201)


def answer_nothing(caller: Caller, hands: Hands) -> None:
    """Lets the program answer nothing until its time is up."""
    hands.go(SECONDS + 1)
    for item in PendingAction.objects.filter(match__status="running"):
        if Seat.objects.filter(match=item.match_id, number=item.seat, is_bot_account=True).exists():
            prompt_expire(match_id=item.match_id, prompt=item.prompt, seat=item.seat)


def arena(tmp_path: Path, behaves: Callable[[Caller, Hands], None], at_once: int = 8) -> dict[str, Any]:
    """Returns the file of an arena of the program and three policies, with one deal."""
    caller, out = program(), tmp_path / "arena.json"

    def wait() -> None:
        behaves(caller, hands)
        for match in Match.objects.filter(status="running"):
            bots_answer(match)

    with standing_clock() as hands, patch.object(Command, "wait", staticmethod(wait)):
        call_command(
            "arena",
            GAME,
            PROGRAM,
            *HOUSE,
            remote=True,
            operator=operator(),
            deals=1,
            options=ONE_HAND,
            out=out,
            seconds=SECONDS,
            at_once=at_once,
        )
    file: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return file


def failed_steps(file: dict[str, Any]) -> list[str]:
    return [f"{step}: {words}" for status, step, words in recount.recount(file) if status == "FAILED"]


def signed_again(file: dict[str, Any]) -> dict[str, Any]:
    """Returns the same file signed again, as if the server itself had altered it."""
    plain = {name: part for name, part in file.items() if name != "seal"}
    seal = signer().sign_bundle(ArenaSeries.from_json(file).id, canonical_json(plain)).hex()
    return {**plain, "seal": {"key_id": signer().key_id, "signature": seal}}


@pytest.mark.django_db
def test_a_program_plays_every_seat_results_are_verified_and_hands_stay_secret_until_the_end(
    tmp_path: Path, capsys: Any
) -> None:
    exports, refused, over = list[str](), list[int](), [0]

    def looking(caller: Caller, hands: Hands) -> None:
        answer_prompts(caller, hands)
        finished = list(Match.objects.exclude(status="running"))
        if len(finished) == over[-1]:
            return
        over.append(len(finished))
        for match in finished:
            for reader in (caller, Caller()):
                exports.append(reader.get(f"/matches/{match.pk}/export").content.decode())
                refused.append(reader.get(f"/matches/{match.pk}/view?as=omniscient").status_code)

    file = arena(tmp_path, looking, at_once=1)

    assert failed_steps(file) == []
    assert sorted(match["lineup"].index(0) for match in file["matches"]) == [0, 1, 2, 3]
    assert {line["entrant"] for line in file["table"]} == {PROGRAM, *HOUSE}
    assert all(line["forfeits"] == 0 and line["matches"] == 4 for line in file["table"])
    assert recount.main([str(tmp_path / "arena.json")]) == 0
    assert PROGRAM in capsys.readouterr().out
    assert over[:4] == [0, 1, 2, 3] and set(refused) == {403}  # the last match may end after the last look
    assert not [export for export in exports if ArenaSeries.from_json(file).seed_of(0).hex() in export]


def _another_winner(file: dict[str, Any]) -> None:
    events = file["matches"][0]["export"]["events"]
    at = next(at for at, event in enumerate(events) if json.loads(event["core"])["type"] == "match.over")
    core = json.loads(events[at]["core"])
    core["standings"] = core["standings"][::-1]
    events[at]["core"] = canonical_json(core).decode()


def _another_seat(file: dict[str, Any]) -> None:
    one, other = file["matches"][:2]
    one["lineup"], other["lineup"] = other["lineup"], one["lineup"]


def _another_line(file: dict[str, Any]) -> None:
    file["table"][0]["rating"] += 1


def _another_seed(file: dict[str, Any]) -> None:
    file["seed"] = "00" * 32


def _another_deal(file: dict[str, Any]) -> None:
    file["seed"] = "00" * 32
    file["commit"] = ArenaSeries.from_json(file).commit.hex()


def _one_left_out(file: dict[str, Any]) -> None:
    file["matches"].pop()


def _one_twice(file: dict[str, Any]) -> None:
    file["matches"][0]["export"] = file["matches"][1]["export"]


def _other_settings(file: dict[str, Any]) -> None:
    file["seconds"] += 1


def _other_options(file: dict[str, Any]) -> None:
    file["options"]["end"] = {"hands": 2}


ALTERED = (
    (_another_winner, "matches"),
    (_another_seat, "matches"),
    (_another_line, "table"),
    (_another_seed, "seal"),
    (_another_deal, "matches"),
    (_one_left_out, "schedule"),
    (_one_twice, "schedule"),
    (_other_settings, "matches"),
    (_other_options, "matches"),
)


@pytest.mark.django_db
def test_a_program_that_does_not_answer_resigns_and_an_altered_file_is_found_even_if_signed(
    tmp_path: Path,
) -> None:
    file = arena(tmp_path, answer_nothing)

    assert failed_steps(file) == []
    assert {line["entrant"]: line["forfeits"] for line in file["table"]} == {PROGRAM: 4, **dict.fromkeys(HOUSE, 0)}
    assert (file["table"][-1]["entrant"], file["table"][-1]["points"]) == (PROGRAM, 0)
    for alter, step in ALTERED:
        altered = copy.deepcopy(file)
        alter(altered)
        with pytest.raises(recount.CheckFailed):
            recount.Recount(altered).seal()
        with pytest.raises(recount.CheckFailed):
            getattr(recount.Recount(signed_again(altered)), step)()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("names", "options", "words"),
    [
        ((PROGRAM, "Nobody", "greedy", "uniform"), {}, "Nobody"),
        (("greedy", "uniform"), {}, "at least 4 different bots"),
        (("greedy", "greedy", "uniform", "beginner"), {}, "different"),
        (HOUSE, {"operator": "Nobody"}, "--as"),
        ((PROGRAM, *HOUSE), {"at_once": 0}, "at least 1"),
        ((PROGRAM, *HOUSE), {"options": '{"no_such": 1}'}, "do not fit"),
    ],
)
def test_a_series_that_cannot_be_played_is_refused_and_opens_no_match(
    names: tuple[str, ...], options: dict[str, Any], words: str
) -> None:
    program()

    with pytest.raises(CommandError, match=words):
        call_command("arena", GAME, *names, **{"remote": True, "operator": operator(), **options})
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_a_bot_that_is_not_open_cannot_be_named_by_other_operators() -> None:
    program(is_open=False)

    with pytest.raises(CommandError, match=PROGRAM):
        call_command("arena", GAME, PROGRAM, *HOUSE, remote=True, operator=operator())


@pytest.mark.django_db
def test_a_bot_that_is_closed_during_a_series_ends_it_without_a_file(tmp_path: Path) -> None:
    def close(caller: Caller, hands: Hands) -> None:
        BotAccount.objects.update(is_open=False)
        answer_nothing(caller, hands)

    with pytest.raises(CommandError, match="cannot be opened any more: malformed"):
        arena(tmp_path, close, at_once=1)
    assert not (tmp_path / "arena.json").exists()


# The table


def results(deals: int, wins: Callable[[int, int], bool]) -> list[SeriesResult]:
    """Returns results of series of three at tables of two. wins: whether the lower number wins, by deal and place."""
    series = ArenaSeries(GAME, {}, 2, "abc", (False,) * 3, deals, 60, bytes(32))
    return [
        SeriesResult(
            seating,
            ((0,), (1,)) if wins(seating.deal, number) == (seating.lineup[0] < seating.lineup[1]) else ((1,), (0,)),
            frozenset(),
        )
        for number, seating in enumerate(series.seatings())
    ]


def test_an_entrant_that_always_wins_has_all_points_and_a_finite_rating() -> None:
    first, second, third = table_of(results(6, lambda deal, place: True), "abc")

    assert [line["entrant"] for line in (first, second, third)] == ["a", "b", "c"]
    assert (first["points"], second["points"], third["points"]) == (1000, 500, 0)
    assert first["points_margin"] == 0
    assert first["rating"] == -third["rating"] > 300


def test_equal_players_have_equal_ratings() -> None:
    lines = table_of(results(6, lambda deal, place: (deal + place) % 2 == 0), "abc")

    assert {(line["rating"], line["points"]) for line in lines} == {(0, 500)}


def test_with_few_deals_there_is_no_interval() -> None:
    assert {line["rating_margin"] for line in table_of(results(4, lambda *_: True), "abc")} == {None}
    assert None not in {line["rating_margin"] for line in table_of(results(5, lambda *_: True), "abc")}


def test_a_rating_difference_follows_from_the_odds() -> None:
    """A bot that wins 300 of 400 matches is 191 points stronger, by Elo's formula."""
    seatings = [Seating(number // 2, (number % 2, 1 - number % 2)) for number in range(400)]
    played = [
        SeriesResult(
            seating, ((0,), (1,)) if (seating.lineup[0] == 0) == (seating.deal % 4 < 3) else ((1,), (0,)), frozenset()
        )
        for seating in seatings
    ]

    first, second = table_of(played, "ab")

    assert first["points"] == 750
    assert abs(first["rating"] - second["rating"] - 190) <= 2
