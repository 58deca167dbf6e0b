"""Two histories: a client that remembers an earlier state of a server detects a fork, by the packages and the page."""

from __future__ import annotations

import importlib
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from tests.clients.conftest import needs_node  # noqa: F401
from tests.events.transparency.logs import get, grow
from tests.events.transparency.witness_file import PATH, Log, witness
from tests.games.harness.time_budget import SEED
from tests.stack import ROOT

FORKS = 100
COMPARE = """
import { compared } from "%s";
let text = "";
for await (const part of process.stdin) text += part;
const results = [];
for (const [seen, shown] of JSON.parse(text)) results.push((await compared(seen, shown)).isOne);
console.log(JSON.stringify(results));
"""


@pytest.fixture
def history(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module of the Python package, without the generated files of a wheel."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "comptoir_client"]:
        monkeypatch.delitem(sys.modules, name)
    package = ModuleType("comptoir_client")
    package.__path__ = [str(PATH.parent)]
    monkeypatch.setitem(sys.modules, "comptoir_client", package)
    yield importlib.import_module("comptoir_client.history")
    for name in ("comptoir_client.history", "comptoir_client.witness"):
        sys.modules.pop(name, None)


class Server:
    """Responds like a server, possibly with several logs."""

    def __init__(self, history: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        self.history, self.log, self.size = history, Log(), 0
        monkeypatch.setattr(history, "_text", self.text)

    def text(self, address: str) -> str:
        if address.endswith("/log/vkey"):
            return f"{self.log.key.vkey}\n"
        old = int(address.rpartition("/")[2])
        return self.log.body(old, self.size) if old <= self.size else self.log.note(self.size)

    def checked(self, folder: Path, size: int, **named: Any) -> int:
        self.size = size
        return int(self.history.history_check("https://server", folder, **named).size)


@pytest.fixture
def server(history: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Server:
    return Server(history, monkeypatch)


@pytest.mark.django_db
def test_a_server_proves_that_its_log_extends_an_earlier_log() -> None:
    grow(5)
    first = get("extension/0").decode()
    grow(13)
    key = witness.key_of(get("vkey").decode().partition("\n")[0])

    for old in (0, 1, 4, 5, 12, 13):
        head, _, note = get(f"extension/{old}").decode().partition("\n\n")
        now = witness.checkpoint_of(note)
        assert head.partition("\n")[0] == f"old {old}" and now.size == 13 and now.is_signed_by([key])
    before = witness.checkpoint_of(first.partition("\n\n")[2])
    head, _, note = get("extension/5").decode().partition("\n\n")
    proof = [witness.decoded(line) for line in head.split("\n")[1:]]
    assert witness.extends(5, before.root, 13, witness.checkpoint_of(note).root, proof)
    shorter = Client().get("/log/extension/14")
    assert shorter.status_code == 409
    assert witness.checkpoint_of(shorter.content.decode()).size == 13
    assert get("extension/-1") is None and get("extension/x") is None


def test_a_growing_log_is_accepted_and_its_size_remembered(server: Server, tmp_path: Path) -> None:
    assert [server.checked(tmp_path, size) for size in (0, 1, 7, 7, 40)] == [0, 1, 7, 7, 40]


def test_a_program_with_a_stored_checkpoint_finds_a_hundred_of_a_hundred_forks(server: Server, tmp_path: Path) -> None:
    draws, found = random.Random(SEED), 0
    for number in range(FORKS):
        folder, seen = tmp_path / str(number), draws.randint(1, 60)
        server.log = Log()
        server.checked(folder, seen)
        server.log = Log(fork_at=draws.randrange(seen))
        with pytest.raises(server.history.TwoHistories) as two:
            server.checked(folder, draws.randint(seen, 90))
        notes = [path.read_text() for path in (two.value.seen, two.value.shown)]
        found += Log().root(seen) == witness.checkpoint_of(notes[0]).root and notes[0] not in notes[1]
    assert found == FORKS, f"seed {SEED}"


def test_a_log_that_has_become_shorter_is_another_history(server: Server, tmp_path: Path) -> None:
    server.checked(tmp_path, 9)

    with pytest.raises(server.history.TwoHistories, match="fewer leaves"):
        server.checked(tmp_path, 8)

    assert server.checked(tmp_path, 9) == 9, "what it had shown is remembered"


def test_an_error_page_is_not_reported_as_another_history(server: Server, tmp_path: Path) -> None:
    for page in ("<html>Not found</html>", "", Log().note(9), Log(seed=bytes([1] * 32)).note(3)):
        server.checked(tmp_path, 9)
        server.history._text, text = (lambda _, page=page: page), server.history._text
        with pytest.raises(ValueError):
            server.history.history_check("https://server", tmp_path)
        server.history._text = text
    assert not (tmp_path / "shown.txt").exists()


def test_another_key_is_not_reported_as_another_history(server: Server, tmp_path: Path) -> None:
    server.checked(tmp_path, 9)
    server.log = Log(seed=bytes([1] * 32))

    with pytest.raises(ValueError, match="--vkey"):
        server.checked(tmp_path, 10)
    assert server.checked(tmp_path, 10, vkey=server.log.key.vkey) == 10


def test_the_exit_status_of_the_program_states_its_finding(server: Server, tmp_path: Path, capsys: Any) -> None:
    words = ["https://server", str(tmp_path)]
    assert server.history.main(words) == 0
    server.size = 5
    assert server.history.main(words) == 0
    server.log = Log(fork_at=2)
    assert server.history.main(words) == 2
    assert "TWO HISTORIES" in capsys.readouterr().err
    server.text = lambda *_, **__: "<html>"  # type: ignore[method-assign]
    server.history._text = server.text
    assert server.history.main(words) == 1


def test_the_web_page_finds_the_same_forks_as_the_program(needs_node: str) -> None:  # noqa: F811
    draws, cases, expected = random.Random(SEED), list[Any](), list[bool]()
    for number in range(FORKS):
        seen, now = sorted((draws.randint(1, 60), draws.randint(1, 90)))
        forked = Log(fork_at=draws.randrange(seen))
        cases += [(Log().note(seen), Log().body(seen, now)), (Log().note(seen), forked.body(seen, now))]
        expected += [True, False]
        if number == 0:
            cases += [
                (None, Log().body(0, now)),
                (Log().note(seen), Log().note(seen - 1)),
                (Log().note(seen), Log().body(0, now)),
            ]
            cases += [(Log().note(seen), Log(origin="example.org/other").body(seen, now))]
            expected += [True, False, False, False]
    program = COMPARE % (ROOT / "project/web/static/live/history.js").as_uri()

    ran = subprocess.run(
        [needs_node, "--input-type=module", "-e", program], input=json.dumps(cases), capture_output=True, text=True
    )

    assert json.loads(ran.stdout or "[]") == expected, ran.stderr[-500:]
