"""Both packages, installed in isolation, play all five games to the end, through a server that is killed."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games import registry
from tests.caller import Caller
from tests.clients.artefacts import Program, python_environment
from tests.events.calls import SHORTEST
from tests.stack import ROOT
from tests.streaming import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]
EXAMPLES = {name: ROOT / "clients" / name / "examples" for name in ("python", "typescript")}
SECONDS = 500.0  # longer than a busy machine needs
SEATS = 3  # one player for each package, and a bot


class Package(NamedTuple):
    """An installed package: the command that runs a program with it, and the folder of its examples."""

    command: list[str | Path]
    folder: Path
    environment: Mapping[str, str]
    suffix: str

    def run(self, example: str, *words: str, name: str) -> Program:
        """Starts an example; name: the name of its output file."""
        command = [*self.command, self.folder / f"{example}{self.suffix}", *words]
        return Program(command, self.folder, self.folder / f"{name}.txt", **self.environment)


@pytest.fixture
def packages(python: Path, javascript: Path, needs_node: str, tmp_path: Path) -> list[Package]:
    """Returns both packages, each with its examples in a folder from which nothing else can be imported."""
    for folder, to in ((EXAMPLES["python"], tmp_path), (EXAMPLES["typescript"], javascript)):
        shutil.copytree(folder, to, dirs_exist_ok=True)
    return [
        Package([sys.executable], tmp_path, python_environment(python), ".py"),
        Package([needs_node], javascript, {}, ".mjs"),
    ]


@contextmanager
def bots(owner: Caller, address: str, packages: list[Package]) -> Iterator[list[str]]:
    """Runs the bot of each package; yields their names."""
    names = [f"Leasing {package.suffix[1:]}" for package in packages]
    tokens = {name: owner.json("POST", "/bots", {"name": name, "level": "beginner"})["token"] for name in names}
    running = []
    try:
        for package, token in zip(packages, tokens.values()):
            running.append(package.run("bot", address, token, name="bot"))
        yield names
    finally:
        for bot in running:
            bot.stop()


def seats(names: Collection[str], game: str) -> list[dict[str, Any]]:
    """Returns one seat for a player of each package, and the other seats for their bots."""
    fewest = max(SEATS, registry.get(game).seats[0])
    return [*({"kind": "open"} for _ in names), *({"kind": "bot", "player": name} for name in names)][:fewest]


def until_moved(owner: Caller, matches: Mapping[str, str], rows: int) -> None:
    """Waits until each match has the given number of events, or is over."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        heads = [owner.json("GET", f"/matches/{match}") for match in matches.values()]
        if all(head["seq"] > rows or head["status"] == "finished" for head in heads):
            return
        time.sleep(0.2)
    raise AssertionError(f"expected {rows} rows, got {[(head['game'], head['seq']) for head in heads]}")


@pytest.mark.parametrize("folder", EXAMPLES.values())
def test_the_example_of_a_bot_has_at_most_forty_lines(folder: Path) -> None:
    [bot] = folder.glob("bot.*")

    assert len(bot.read_text(encoding="utf-8").splitlines()) <= 40


@pytest.mark.parametrize("folder", EXAMPLES.values())
def test_the_readme_shows_the_tested_bot(folder: Path) -> None:
    readme = (folder.parent / "README.md").read_text(encoding="utf-8")
    shown = readme.partition("<!-- bot -->\n")[2].partition("\n")[2].partition("```")[0]
    [bot] = folder.glob("bot.*")

    assert shown and bot.read_text(encoding="utf-8").endswith(shown)


@contextmanager
def played(server: Server, packages: list[Package]) -> Iterator[tuple[dict[str, str], list[Program]]]:
    """Yields the matches, one of each game, by the game's key, and the programs that follow and play them."""
    address, owner = f"http://127.0.0.1:{server.port}", Caller(server.port).sign_up()
    with bots(owner, address, packages) as names:
        matches = {}
        for game, options in SHORTEST.items():
            wish = {"game": game, "options": options, "seats": seats(names, game)}
            matches[game] = owner.json("POST", "/matches", wish)["id"]
        players = [
            package.run("play", address, game, "--match", match, name=game)
            for game, match in matches.items()
            for package in packages
        ]
        try:
            yield matches, players
        finally:
            for player in players:
                player.stop()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_both_packages_play_all_games_to_the_end_though_the_server_is_killed(
    packages: list[Package], other_server: Server
) -> None:
    with played(other_server, packages) as (matches, players):
        caller = Caller(other_server.port)
        until_moved(caller, matches, rows=15)
        other_server.stop(signal.SIGKILL)
        other_server.start()
        results = [player.result(SECONDS) for player in players]
        heads = [caller.json("GET", f"/matches/{match}") for match in matches.values()]

    print([(head["game"], head["seq"]) for head in heads], *(lines for _, lines in results), sep="\n")
    assert matches.keys() == registry.GAMES.keys()
    assert [head["status"] for head in heads] == ["finished"] * len(matches)
    assert [(status, lines[-1]) for status, lines in results] == [(0, "the folded table is the server's")] * len(
        players
    )
