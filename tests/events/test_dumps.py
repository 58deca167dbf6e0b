"""A month of open data contains the public part of its matches, and a stranger can verify all of it."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from events.dumps import Month, dump, matches_of
from events.log.models import Match
from tests.events.calls import Caller, open_match, somebody
from tests.events.ratings.test_ratings import GAME, name_of, won_by
from tests.events.steps import ratings_update
from tests.stack import ROOT

pytestmark = pytest.mark.django_db


def month_of(match: str) -> Month:
    ended = datetime.fromtimestamp((Match.objects.get(pk=match).over_ms or 0) / 1000, UTC)
    return Month(ended.year, ended.month)


def dumped(month: Month, folder: Path) -> Path:
    return dump(month, folder, matches_of(month))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def checked(path: Path) -> tuple[int, str]:
    """Runs the stranger's script, next to a copy of the offline verifier only; returns its exit status and output."""
    folder = path.parent / "stranger"
    folder.mkdir(exist_ok=True)
    for file in ("docs/examples/check_dump.py", "events/verifier/verify.py"):
        shutil.copy(ROOT / file, folder)
    command = [sys.executable, "-P", folder / "check_dump.py", path]
    environment = {"PYTHONPATH": str(folder), "PATH": ""}
    process = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return process.returncode, process.stdout + process.stderr


@pytest.fixture
def season() -> tuple[list[Caller], list[str]]:
    """Players and their finished rated matches; a substitute finished one of them."""
    ada, bob, eve, zoe = players = [somebody() for _ in range(4)]
    matches = [won_by(ada, bob), won_by(bob, eve, ada), won_by(ada, eve)]
    left = open_match(ada, [bob, eve], GAME, rated=True, substitutes=True)
    eve.delete(f"/matches/{left}/seats/2")
    zoe.call("PUT", f"/matches/{left}/seats/2")
    for loser in (bob, ada):
        loser.post(f"/matches/{left}/resign")
    ratings_update()
    return players, [*matches, left]


def test_a_stranger_checks_a_month_with_one_file_and_one_script(season: Any, tmp_path: Path) -> None:
    players, matches = season

    path = dumped(month_of(matches[0]), tmp_path)
    status, words = checked(path)

    assert status == 0, words
    assert words.startswith("4 matches: every shuffle, place and rating follows.")
    assert "Of 10 changes of ratings, 0 begin" in words
    found = lines(path)
    assert [line["match"] for line in found] == matches
    final = {seat["name"]: rating["rating"] for line in found for seat, rating in zip(line["seats"], line["ratings"])}
    public = {line["player"]: line["rating"] for line in Caller().get(f"/ratings/{GAME}").json()["items"]}
    assert final == public


def test_the_index_and_the_hash_are_of_the_file(season: Any, tmp_path: Path) -> None:
    path = dumped(month_of(season[1][0]), tmp_path)

    index = json.loads(Path(f"{path}.index.json").read_text())
    content = path.read_bytes()

    for entry in index:
        assert json.loads(content[entry["at"] : entry["at"] + entry["bytes"]])["match"] == entry["match"]
    assert Path(f"{path}.sha256").read_text() == f"{hashlib.sha256(content).hexdigest()}  {path.name}\n"


def test_a_dump_contains_only_public_facts(season: Any, tmp_path: Path) -> None:
    players, [match, *_] = season
    ada, bob = players[:2]
    private = won_by(ada, bob, rated=False)
    Match.objects.filter(pk=private).update(visibility="private")
    late = won_by(ada, bob, rated=False, spectator_delay=3600)
    running = open_match(ada, [bob], GAME)
    told = open_match(ada, [bob], GAME)
    ada.post(f"/matches/{told}/messages", {"text": "Nobody else shall read this"})
    bob.post(f"/matches/{told}/resign")
    bob.call("PATCH", "/me", {"email": "bob@example.org"})

    path = dumped(month_of(match), tmp_path)

    content = path.read_text()
    assert told in content
    for hidden in (private, late, running, "Nobody else shall read this", "bob@example.org", bob.player):
        assert hidden not in content
    assert checked(path)[0] == 0


def test_a_closed_account_has_a_number_and_no_name(season: Any, tmp_path: Path) -> None:
    players, [match, *_] = season
    name = name_of(players[2])
    players[2].delete("/me")

    path = dumped(month_of(match), tmp_path)

    assert name not in path.read_text()
    assert {"person": 2, "name": None, "is_bot": False} in [
        {key: seat[key] for key in ("person", "name", "is_bot")} for line in lines(path) for seat in line["seats"]
    ]
    assert checked(path)[0] == 0


def changed_place(line: dict[str, Any]) -> None:
    line["ratings"][0]["place"], line["ratings"][1]["place"] = (
        line["ratings"][1]["place"],
        line["ratings"][0]["place"],
    )


def changed_rating(line: dict[str, Any]) -> None:
    line["ratings"][0]["rating"] += 1


def changed_skill(line: dict[str, Any]) -> None:
    line["ratings"][1]["before"]["mu"] += 0.5


def changed_shuffle(line: dict[str, Any]) -> None:
    seed = line["bundle"]["match_seed"]
    line["bundle"]["match_seed"] = ("0" if seed[0] != "0" else "1") + seed[1:]


def changed_row(line: dict[str, Any]) -> None:
    events = line["bundle"]["events"]
    del events[-2]


def another_match(line: dict[str, Any]) -> None:
    line["match"] = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"


def test_the_first_wrong_line_is_named(season: Any, tmp_path: Path) -> None:
    """Planted faults."""
    path = dumped(month_of(season[1][0]), tmp_path)
    sound = path.read_bytes().splitlines(keepends=True)
    Path(f"{path}.sha256").unlink()
    for change in (changed_place, changed_rating, changed_skill, changed_shuffle, changed_row, another_match):
        entry = json.loads(sound[1])
        change(entry)
        path.write_bytes(b"".join([sound[0], json.dumps(entry).encode() + b"\n", *sound[2:]]))

        status, words = checked(path)

        assert status == 1, change.__name__
        assert "FAILED: line 2, match" in words, change.__name__


def test_a_file_that_differs_from_the_published_file_is_found(season: Any, tmp_path: Path) -> None:
    path = dumped(month_of(season[1][0]), tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"rated":true', b'"rated": true'))

    assert "SHA-256" in checked(path)[1]


@pytest.mark.parametrize("month", ["2026-13", "october", "2999-01"])
def test_an_invalid_or_unfinished_month_is_refused(month: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="expected a month"):
        call_command("dump", month=month, out=tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_a_month_in_which_no_match_ended_is_an_empty_file(tmp_path: Path) -> None:
    call_command("dump", month="2020-12", out=tmp_path)

    assert [path.stat().st_size > 0 for path in sorted(tmp_path.iterdir())] == [False, True, True]
    assert (Month(2020, 12).begin_ms, Month(2020, 12).end_ms) == (1606780800000, 1609459200000)
