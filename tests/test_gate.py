"""The gate's second try: what failed is tried once more, alone."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TESTS = """
def test_that_fails():
    assert False

def test_that_passes():
    pass
"""


def test_the_second_try_of_the_browser_tests_runs_only_what_failed(tmp_path: Path):
    [second_try] = re.findall(r'make test-web ONLY="(.*)"', (ROOT / ".ci/run").read_text(encoding="utf-8"))
    (tmp_path / "test_two.py").write_text(TESTS, encoding="utf-8")

    assert "1 failed, 1 passed" in browser_tests(tmp_path, "")
    assert "1 failed, 1 deselected" in browser_tests(tmp_path, second_try)


def browser_tests(folder: Path, only: str) -> str:
    """The output of `make test-web`, had it these tests and a cache of its own."""
    make = ["make", "--dry-run", "--silent", "test-web", f"ONLY={only}"]
    printed = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    command = shlex.split(printed.strip().splitlines()[-1].lstrip("@"))
    command[command.index("tests/web")] = f"--config-file={ROOT / 'pyproject.toml'}"
    return subprocess.run(
        [*command, f"--confcutdir={folder}", "-o", f"cache_dir={folder / 'cache'}", str(folder)],
        cwd=ROOT, env={**os.environ, "PYTEST_ADDOPTS": ""}, capture_output=True, text=True, check=False,
    ).stdout  # fmt: skip
