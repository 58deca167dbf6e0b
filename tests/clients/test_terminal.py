"""`comptoir play`: whole matches by players who read only its output; text of others cannot control a terminal."""

from __future__ import annotations

import importlib
import io
import json
import os
import random
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games import registry
from tests.caller import Caller
from tests.clients.artefacts import python_environment
from tests.events.calls import SHORTEST
from tests.games.harness.time_budget import SECONDS, SEED
from tests.streaming import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]
CHOICE = re.compile(r"^  (\d+)\. (.*)$")
MATCHES = max(1, int(SECONDS / 60))  # for each game; more with more time
MOST_ANSWERS = 5000


@pytest.fixture
def terminal(client: Any) -> ModuleType:
    """Returns the module of the wheel."""
    return importlib.import_module("comptoir_client.terminal")


class Reader:
    """A player who sees only the output, and answers with a number or the words of an answer."""

    def __init__(self, terminal: ModuleType, server: Server, language: str, chance: random.Random) -> None:
        self.caller, self.chance = Caller(server.port).sign_up(), chance
        self.lines, self.answers = list[str](), 0
        client = terminal.Client(f"http://127.0.0.1:{server.port}", self.caller.token, language=language)
        self.terminal = terminal.Terminal(client, terminal.Screen(terminal.TEXTS[language], self.ask, self.put))

    def put(self, line: str) -> None:
        self.lines.append(line)

    def ask(self, question: str) -> str:
        self.answers += 1
        assert self.answers < MOST_ANSWERS, self.lines[-40:]
        choices = [found for line in self.lines if (found := CHOICE.match(line))]
        self.lines.clear()
        chosen = self.chance.choice(choices)
        return chosen[1] if self.chance.random() < 0.5 else chosen[2]


def finished(terminal: ModuleType, server: Server, game: str, seed: int) -> int:
    """Plays a match of people at terminals to its end; returns the number of their answers."""
    seats = registry.get(game).seats.start
    readers = [Reader(terminal, server, ("en", "fr")[seat % 2], random.Random(seed + seat)) for seat in range(seats)]
    wish = {"game": game, "options": SHORTEST[game], "seats": [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]}
    match = readers[0].caller.json("POST", "/matches", wish)["id"]
    for reader in readers[1:]:
        reader.caller.json("POST", f"/matches/{match}/seats", {})
    with ThreadPoolExecutor(seats) as threads:
        for played in [threads.submit(reader.terminal.play, match) for reader in readers]:
            played.result()
    assert readers[0].caller.json("GET", f"/matches/{match}")["status"] == "finished"
    return sum(reader.answers for reader in readers)


def test_a_match_is_played_to_its_end_at_terminals(terminal: ModuleType, server: Server) -> None:
    """Plays one game, chosen by the seed; with more time, all games several times."""
    games = sorted(SHORTEST)
    for game in games if SECONDS > 1 else [games[SEED % len(games)]]:
        answers = [finished(terminal, server, game, SEED + number) for number in range(MATCHES)]
        print(f"{game}: {len(answers)} matches, {answers} answers, 0 stuck")


def test_a_guest_lists_starts_and_leaves_a_match_without_a_terminal(
    python: Path, server: Server, tmp_path: Path
) -> None:
    environment = {**os.environ, **python_environment(python), "XDG_CONFIG_HOME": str(tmp_path), "LANG": "fr_FR.UTF-8"}
    command = [sys.executable, "-m", "comptoir_client.terminal", "play", f"http://127.0.0.1:{server.port}"]

    def typed(*lines: str) -> str:
        ran = subprocess.run(
            [*command, "--language", "fr"],
            input="\n".join(lines),
            env=environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
        return ran.stdout

    games = [game["game"] for game in Caller(server.port).json("GET", "/games")["items"]]
    market = str(games.index("dealmaker") + 1)  # any seat may act on this prompt, also while no bot does
    first = typed("Gérard", "?", "n", "99", market, "3", "t", "?", "xyzzy", "q", "q")
    again = typed("1", "q")

    assert "Un nombre de 1 à 5" in first and "== Ce qui est demandé ==" in first
    assert "== Vos parties ==" in again and ": Gérard, bot" in again, "the stored token is the player's"
    stored = tmp_path / "comptoir" / "tokens.json"
    assert stat.S_IMODE(stored.stat().st_mode) == 0o600
    assert list(json.loads(stored.read_text())) == [command[-1]]


def test_texts_of_other_players_contain_no_control_characters(terminal: ModuleType) -> None:
    said = list[str]()
    screen = terminal.Screen(terminal.TEXTS["en"], put=said.append)

    screen.say("Bob\x1b[2J\x07\u202e says\nhello\ttwice\x9b1m")

    assert said == ["Bob\ufffd[2J\ufffd\ufffd says\nhello\ttwice\ufffd1m"]


class TextServer:
    """Answers with one text after another, and records the text before each request."""

    def __init__(self, *texts: dict[str, Any]) -> None:
        self.texts, self.waits = list(texts), list[Any]()

    def matches_text(self, match: str) -> dict[str, Any]:
        return self.texts.pop(0)

    def text_after(self, match: str, text: dict[str, Any], since: str) -> dict[str, Any]:
        self.waits.append((text["at"], since))
        return self.texts.pop(0)

    def matches_retrieve(self, match: str) -> dict[str, Any]:
        return {"status": "running" if self.texts else "finished"}


def test_the_enter_key_waits_after_a_sealed_answer(terminal: ModuleType) -> None:
    choice = {"number": 1, "words": "You give 12"}
    sealed = {"at": "3", "text": "The table", "choices": [choice], "answered": "You give 9"}
    over = {"at": "4", "text": "It is over\n\nThe table\n\nHow it ended", "choices": [], "answered": None}
    client, asked = TextServer(sealed, sealed, over), list[str]()

    def ask(question: str) -> str:
        asked.append(question)
        return ""

    terminal.Terminal(client, terminal.Screen(terminal.TEXTS["en"], ask, lambda _: None)).play("m")

    assert asked == ["Another answer, or Enter to wait> "]
    assert client.waits == [("3", "3"), ("3", "3")]


@pytest.mark.parametrize(
    ("answer", "number"),
    [("2", 2), ("2.", 2), ("[2]", 2), ("#2", 2), ("２", 2), ("²", 2), ("2a", -1), ("2 3", -1), ("", -1), ("9999", -1)],
)
def test_a_number_of_the_menu_may_have_punctuation_around_it(terminal: ModuleType, answer: str, number: int) -> None:
    assert terminal.number_in(answer) == number


@pytest.mark.parametrize(("words", "status"), [(["--token", "wrong"], 1), ([], 0)])
def test_an_invalid_token_ends_the_program_with_an_error_and_closed_input_without(
    terminal: ModuleType, server: Server, tmp_path: Path, monkeypatch: Any, capsys: Any, words: list[str], status: int
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())

    assert terminal.main(["play", f"http://127.0.0.1:{server.port}", *words]) == status
    assert ("valid token" in capsys.readouterr().out) == bool(status)


def test_both_languages_have_the_same_texts_with_the_same_placeholders(terminal: ModuleType) -> None:
    blanks = {
        name: {key: sorted(re.findall(r"{\w+}", text)) for key, text in words.items()}
        for name, words in terminal.TEXTS.items()
    }

    assert blanks["en"] == blanks["fr"]
