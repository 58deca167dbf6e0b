"""The compiled build writes the same logs as the sources, byte for byte; skipped without such a build.

`python -m tests.games.test_compiled GAME FIRST LAST` prints the hash of the log of each of some random matches.
"""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from games import compiled, registry
from games.kernel.rng import policy_draws
from project import compile_games
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import played
from tests.games.harness.time_budget import SEED, soaked

MUTABLE = {"dict", "list", "set", "Counter", "defaultdict", "OrderedDict"}
ROOT = Path(__file__).resolve().parents[2]
needs_build = pytest.mark.skipif(
    not compiled.is_current(),
    reason="no compiled build of these sources: `make compiled` makes one (needs a C compiler)",
)


def logs(key: str, seeds: range) -> list[str]:
    """Returns a line for each match of each released version, under options that depend on the seed."""
    lines = []
    for version, game in sorted(registry.GAMES[key].items()):
        for seed in seeds:
            seats = game.seats[seed % len(game.seats)]
            varied = covering_options(game, seats, policy_draws(b"compiled", key, seats))
            match = played(game, seats, varied[seed % len(varied)], seed, most=150)
            lines.append(f"{key} {version} {seed} {len(match.steps)} {hashlib.sha256(match.log).hexdigest()}")
    return lines


def logs_of(engine: str, key: str, seed: int) -> list[str]:
    """Returns the lines that a process with this build prints after the path of its kernel."""
    command = [sys.executable, "-m", "tests.games.test_compiled", key, str(seed), str(seed + 4)]
    environment = {**os.environ, compiled.SETTING: engine}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@needs_build
@pytest.mark.parametrize("key", registry.GAMES)
def test_a_compiled_engine_writes_the_same_logs(key: str) -> None:
    pure, built = logs_of("pure", key, SEED), logs_of("compiled", key, SEED)

    assert (pure[0].endswith(".py"), built[0].endswith(".so")) == (True, True)
    assert built[1:] == pure[1:] != []


@needs_build
def test_logs_of_another_seed_differ() -> None:
    assert logs_of("compiled", "negoces2", SEED)[1:] != logs_of("compiled", "negoces2", SEED + 1)[1:]


@soaked
def test_mypyc_translates_every_module(tmp_path: Path) -> None:
    assert len(compile_games.translated(compile_games.modules(), tmp_path)) > 50


def test_a_module_that_mypyc_refuses_is_noticed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    refused = tmp_path / "refused.py"
    refused.write_text("class Loud(str):\n    def shout(self) -> str:\n        return self.upper()\n")

    with pytest.raises(compile_games.CannotCompile, match="mypyc found errors"):
        compile_games.translated([str(refused)], tmp_path)
    assert "refused.py" in capfd.readouterr().out


def test_a_build_of_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / compiled.STAMP).write_text(compiled.fingerprint(), encoding="ascii")
    monkeypatch.setattr(compiled, "BUILD", tmp_path)
    monkeypatch.setenv(compiled.SETTING, "compiled")
    assert compiled.is_current()

    (tmp_path / compiled.STAMP).write_text("other sources", encoding="ascii")

    with pytest.warns(UserWarning, match="make compiled"):
        assert compiled.path_of_games() == [str(compiled.SOURCES)]


def test_without_the_setting_the_sources_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(compiled.SETTING, raising=False)

    assert compiled.path_of_games() == [str(compiled.SOURCES)]


def test_a_build_without_a_compiler_fails_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "BUILD", tmp_path / "compiled")
    monkeypatch.setattr(compile_games.shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["compile_games"])

    assert compile_games.main() == 1
    assert "there is no C compiler" in capsys.readouterr().err
    assert not compiled.is_current()


def leaking(paths: Iterable[Path]) -> list[str]:
    """Returns the compiled classes that extend a mutable class of Python, with their files."""
    found = []
    for path in paths:
        if path.suffix != ".py" or path.name in compile_games.INTERPRETED:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base).partition("[")[0] for base in node.bases}
                found += [f"{path.name}: {node.name}"] if bases & MUTABLE else []
    return found


def test_no_compiled_class_extends_a_python_class() -> None:
    """mypyc never releases the attributes of such a class: a search in Monopoly Deal grew by 4 MB a decision."""
    assert leaking(compiled.sources()) == []


def test_a_compiled_class_that_extends_dict_is_noticed(tmp_path: Path) -> None:
    """Planted fault."""
    (tmp_path / "board.py").write_text("class Groups(dict[int, int]):\n    pass\n")

    assert leaking(tmp_path.iterdir()) == ["board.py: Groups"]


if __name__ == "__main__":
    from games.kernel import state

    print(state.__file__)
    print(*logs(sys.argv[1], range(int(sys.argv[2]), int(sys.argv[3]))), sep="\n")
