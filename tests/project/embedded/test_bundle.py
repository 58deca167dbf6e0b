"""The bundle of the web client that `manage.py up` makes, and what it serves without a bundle."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from project.embedded.up import BUNDLE, Up
from project.web import bundling


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Returns the folders into which the client would be bundled."""
    folders: list[Path] = []
    monkeypatch.setattr(bundling, "begin", lambda target, **_: folders.append(target))
    return folders


def test_the_client_is_bundled_once_for_each_version(tmp_path: Path, begun: list[Path]) -> None:
    Up(tmp_path).begin_bundle()
    [folder] = begun
    described = folder / bundling.DESCRIBED
    described.parent.mkdir(parents=True)
    described.touch()
    again = Up(tmp_path)
    again.begin_bundle()

    assert begun == [folder]
    assert again.environment[BUNDLE] == str(folder)


@pytest.mark.parametrize("folder", ["", "/some/folder"])
def test_a_named_bundle_is_used(
    tmp_path: Path, begun: list[Path], monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.setenv(BUNDLE, folder)
    up = Up(tmp_path)

    up.begin_bundle()

    assert begun == []
    assert BUNDLE not in up.environment


def test_the_bundle_of_the_image_is_used_without_its_sources(
    tmp_path: Path, begun: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("project.embedded.up.ROOT", tmp_path)  # the image has no requirements.txt
    monkeypatch.setenv("STATIC_MANIFEST", "true")
    up = Up(tmp_path)

    up.begin_bundle()

    assert begun == []
    assert not up.environment.keys() & {BUNDLE, "COMPTOIR_STATIC_VERSION"}


def test_without_deno_the_modules_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    up = Up(tmp_path)

    up.begin_bundle()
    up.end_bundle()

    assert up.environment[BUNDLE] == ""
    assert "the web client could not be bundled" in "".join(capfd.readouterr())


def test_if_bundling_fails_the_modules_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bundling, "PROGRAM", tmp_path)
    up = Up(tmp_path)

    up.begin_bundle()
    up.end_bundle()
    assert up.bundling is not None
    monkeypatch.setattr("os.killpg", lambda *_: pytest.fail("expected no signal to a process that has ended"))
    bundling.kill(up.bundling)

    assert up.environment[BUNDLE] == ""
    assert "the web client could not be bundled: error:" in "".join(capfd.readouterr())


def test_a_registry_that_does_not_answer_delays_the_start_for_a_limited_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "build.mjs").write_text("await new Promise((done) => setTimeout(done, 600_000));")
    monkeypatch.setattr(bundling, "PROGRAM", tmp_path)
    monkeypatch.setattr(bundling, "LONGEST_SECONDS", 0.0)
    up = Up(tmp_path / "data")

    up.begin_bundle()
    up.end_bundle()

    assert up.environment[BUNDLE] == ""
    assert up.bundling is not None and up.bundling.returncode == -signal.SIGKILL
