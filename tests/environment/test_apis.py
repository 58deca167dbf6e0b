"""PettingZoo's and Gymnasium's own tests, and tests of this project: opponents, tables, the wheel, the page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import comptoir_env
from tests.environment.test_episodes import SHORT

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "clients" / "environment"
PAGE = ROOT / "docs" / "self-play.md"
SHARED = {"games", "bots.arena", "bots.encoding", "bots.policies", "bots.policy", "bots.search"}
ENDS = {
    "dale_of_merchants": (2, 4),
    "dealmaker": (3, 5),
    "great_dalmuti": (4, 10),
    "monopoly_deal": (2, 10),
    "negoces2": (4,),
}
TABLES = [(name, seats) for name, ends in ENDS.items() for seats in ends]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_and_gymnasium_accept_the_environments(name: str, seats: int) -> None:
    def made() -> Any:
        return comptoir_env.aec(name, seats, **SHORT[name])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an observation with a mask is a dict, as in PettingZoo's own card games
        api_test(made(), num_cycles=120)
        seed_test(made, num_cycles=40)
        check_env(comptoir_env.solo(name, seats, **SHORT[name]), skip_render_check=True)


def test_the_pettingzoo_test_finds_a_fault_in_the_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comptoir_env.Episode, "mask", lambda self, seat: bytearray([1] * self.rules.alphabet.size))

    with pytest.raises(ValueError, match="actions of the mask"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(comptoir_env.aec("great_dalmuti", 4), num_cycles=200)


def test_calls_before_reset_and_after_the_end_raise_the_errors_of_pettingzoo(caplog: pytest.LogCaptureFixture) -> None:
    env = comptoir_env.aec("great_dalmuti", 4, most_moves=3)
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before step"):
        env.step(0)
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before observe"):
        env.observe("seat_0")
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agent_selection
    env.reset(seed=3)
    while not env.truncations[env.agent_selection]:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))

    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    for _ in range(4):
        env.step(None)
    assert env.agents == []
    with caplog.at_level("WARNING"):
        env.step(None)
    assert "step() called after all agents are terminated" in caplog.text


def test_a_step_outside_a_match_requires_a_reset() -> None:
    env = comptoir_env.solo("great_dalmuti", 4, end={"hands": 1})
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    assert env.step(10_000)[4]["illegal"]

    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ValueError, match="expected reset"):
        comptoir_env.tables("great_dalmuti", 4, count=2).step([0, 0])


@pytest.mark.parametrize("opponents", ["uniform", "greedy", "casual", ["greedy", "uniform", "beginner"]])
def test_fixed_opponents_play_the_other_seats(opponents: Any) -> None:
    env = comptoir_env.solo("great_dalmuti", 4, seat=2, opponents=opponents, end={"hands": 1})
    observed, info = env.reset(seed=5)
    draws, ended = np.random.default_rng(1), False

    while not ended:
        assert env.episode.seat == info["seat"] == 2
        action = draws.choice(np.flatnonzero(observed["action_mask"]))
        observed, reward, ended, truncated, info = env.step(int(action))

    assert reward in (-1.0, pytest.approx(-1 / 3), pytest.approx(1 / 3), 1.0)
    assert not truncated


def test_opponents_may_be_a_function_and_a_wrong_number_of_them_is_refused() -> None:
    def first(observed: Any) -> int:
        return int(np.flatnonzero(observed["action_mask"])[0])

    env = comptoir_env.solo("monopoly_deal", 3, seat=None, opponents=first, max_turns=9)

    assert [env.reset(seed=seed if seed == 0 else None)[1]["seat"] for seed in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="expected 2 opponents, got 1"):
        comptoir_env.solo("monopoly_deal", 3, opponents=["greedy"])


def test_an_illegal_action_loses_the_match_of_a_single_seat() -> None:
    env = comptoir_env.solo("great_dalmuti", 4)
    env.reset(seed=1)

    _, reward, ended, _, info = env.step(0)

    assert (reward, ended, info["illegal"]) == (-1.0, True, True)


def test_tables_show_the_observations_of_their_episodes_and_begin_a_new_match_after_each() -> None:
    tables = comptoir_env.tables("great_dalmuti", 4, count=3, end={"hands": 1})
    tables.reset(seed=3)
    draws, matches = np.random.default_rng(2), 0

    for _ in range(600):
        actions = [draws.choice(np.flatnonzero(mask)) for mask in tables.masks]
        rewards, ended = tables.step(actions)
        matches += int(ended.sum())
        assert np.allclose(rewards.sum(axis=1), 0)
        assert (rewards.any(axis=1) <= ended).all()
        for table, episode in enumerate(tables.episodes):
            assert tables.seats[table] == episode.seat
            assert tables.observations[table].tobytes() == bytes(episode.row(int(tables.seats[table])))

    assert matches > 3


def test_a_match_cut_by_the_limit_of_moves_is_truncated_without_reward() -> None:
    env = comptoir_env.aec("monopoly_deal", 2, most_moves=5)
    env.reset(seed=1)
    while env.agents and not all(env.truncations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))

    assert env.episode.moves == 5
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_the_loop_of_the_documentation_page_runs() -> None:
    loop = re.search(r"<!-- loop -->\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert loop is not None
    names: dict[str, Any] = {}

    exec(loop[1].replace("MATCHES = 200", "MATCHES = 2"), names)

    assert len(loop[1].splitlines()) <= 32
    assert names["matches"] == 2


def copy_sources(folder: Path) -> Path:
    """Copies the sources of the wheel, without the results of an earlier build; returns the folder."""
    for room in ("games", "bots", "clients"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    return folder / "clients" / "environment"


@pytest.mark.slow
def test_the_wheel_works_without_the_sources(tmp_path: Path) -> None:
    sources = copy_sources(tmp_path / "sources")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path, sources],
        check=True,
        capture_output=True,
    )
    [wheel] = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import comptoir_env, games; "
        "assert games.__file__.startswith(sys.argv[1]); "
        "[comptoir_env.solo(name, opponents=level).reset(seed=1) for name in games.registry.GAMES "
        "for level in ('greedy', 'beginner')]; print('played')"
    ).replace("import comptoir_env, games;", "import comptoir_env, games.registry;")

    played = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "installed"], cwd=tmp_path, capture_output=True, text=True
    )

    assert played.stdout == "played\n", played.stderr


def test_the_server_does_not_import_the_environment_nor_the_environment_the_server() -> None:
    product = [path for room in ("games", "bots", "events", "project") for path in (ROOT / room).rglob("*.py")]
    own = list((FOLDER / "comptoir_env").rglob("*.py"))

    assert [path for path in product if "comptoir_env" in path.read_text(encoding="utf-8")] == []
    assert {room for path in own for room in imported_modules(path)} <= SHARED


def imported_modules(path: Path) -> set[str]:
    """Returns the repository's modules that a module imports: a room, or for bots the package."""
    lines = re.findall(
        r"^\s*(?:from|import) (games|bots|events|project)\b\.?(\w*)(?: import (\w+))?", path.read_text(), re.M
    )
    return {room if room == "games" else f"{room}.{module or name}" for room, module, name in lines}
