"""The shell commands of README.md and docs/first-match.md run as written, against the stack of `make run`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import playwright
import pytest

from tests.stack import ROOT, Stack

Run = Callable[[str], subprocess.CompletedProcess[str]]
PAGES = [ROOT / "README.md", ROOT / "docs" / "first-match.md"]
ADDRESS = "http://127.0.0.1:8000"
BLOCKS = re.compile(r"<!-- (curl|tour|audit) -->\n```sh\n(.*?)```", re.DOTALL)
PYTHON = Path(sys.base_prefix) / "bin"  # the interpreter itself, because pyenv's wrapper starts a shell for each call
NODE = Path(playwright.__file__).parent / "driver"  # Node.js is installed with the browser's driver


pytestmark = [
    pytest.mark.skipif(shutil.which("curl") is None, reason="the tour is made with curl, which is not here"),
    pytest.mark.xdist_group("stack"),  # all tests share one tour
]


def blocks(kind: str) -> str:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    return "\n".join(block for name, block in BLOCKS.findall(text) if name == kind)


@pytest.fixture(scope="module")
def run(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Returns a function that runs commands in a shell in a checkout, like a reader, and returns the result."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("events", "games", "project", ".venv"):
        (folder / name).symlink_to(ROOT / name if name != ".venv" else sys.prefix, target_is_directory=True)
    environment = {**os.environ, "PATH": os.pathsep.join((str(PYTHON), os.environ["PATH"], str(NODE)))}
    return lambda words: subprocess.run(
        ["bash", "-euo", "pipefail", "-c", words.replace(ADDRESS, stack.address)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.fixture(scope="module")
def toured(run: Run) -> subprocess.CompletedProcess[str]:
    """Runs the tour and, in the same shell, the audit of the match that the tour played."""
    return run("\n".join((blocks("tour"), "echo AUDIT", blocks("audit"))))


def test_the_readme_shows_the_legal_moves_of_a_new_match(run: Run):
    process = run(blocks("curl"))

    assert process.returncode == 0, process.stderr
    assert len(blocks("curl").splitlines()) == 5
    assert {"moves", "templates"} <= json.loads(process.stdout).keys()


def test_the_tour_plays_a_match_to_its_end(toured: subprocess.CompletedProcess[str]):
    lines = toured.stdout.splitlines()

    assert lines[0] == "The Great Dalmuti", toured.stderr[-2000:]
    assert sorted(seat for place in eval(lines[3]) for seat in place) == [0, 1, 2, 3, 4]
    assert lines[4:6] == ["match.created", "20"]


def test_the_audit_of_the_match_of_the_tour_passes_every_step(toured: subprocess.CompletedProcess[str]):
    lines = toured.stdout.partition("AUDIT\n")[2].splitlines()

    assert toured.returncode == 0, toured.stderr[-2000:]
    assert lines and not [line for line in lines if line.startswith("FAILED")]
    assert sum(line.startswith("OK") for line in lines) >= 10


def test_both_verifiers_fail_when_the_log_was_changed(toured: subprocess.CompletedProcess[str], run: Run):
    changed = "sed -i 's/seat[.]joined/seat.moved_/' bundle.json"

    checks = [run(words).returncode for words in (changed, *blocks("audit").splitlines()[1:3])]

    assert checks == [0, 1, 1]
