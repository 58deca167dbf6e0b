"""When `manage.py up` bundles the web client, and what it serves without a bundle."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from project.embedded.up import BUNDLE, Up
from project.web import bundling


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Returns the folders into which the client would be bundled."""
    folders: list[Path] = []
    monkeypatch.setattr(bundling, "begin", folders.append)
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


@pytest.mark.parametrize(("name", "value"), [(BUNDLE, ""), (BUNDLE, "/some/folder"), ("STATIC_MANIFEST", "true")])
def test_a_named_bundle_and_that_of_the_image_are_used(
    tmp_path: Path, begun: list[Path], monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    up = Up(tmp_path)

    up.begin_bundle()

    assert begun == []
    assert BUNDLE not in up.environment


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

    assert up.environment[BUNDLE] == ""
    assert "the web client could not be bundled: error:" in "".join(capfd.readouterr())
