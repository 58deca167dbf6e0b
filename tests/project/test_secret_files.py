"""Secrets are read from files, as containers and systemd provide them."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.secret_files import read_secret_files


def test_a_setting_is_read_from_its_named_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("abc\n")
    environment = {"SECRET_KEY_FILE": str(tmp_path / "key"), "NO_SECRET_FILE": "nowhere"}

    read_secret_files(environment)

    assert environment["SECRET_KEY"] == "abc"
    assert "NO_SECRET" not in environment


def test_the_environment_precedes_a_file_and_an_empty_file_sets_nothing(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("abc")
    (tmp_path / "empty").write_text("\n")
    environment = {
        "SECRET_KEY": "mine",
        "SECRET_KEY_FILE": str(tmp_path / "key"),
        "EMAIL_URL_FILE": str(tmp_path / "empty"),
    }

    read_secret_files(environment)

    assert environment["SECRET_KEY"] == "mine"
    assert "EMAIL_URL" not in environment


def test_a_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_secret_files({"SECRET_KEY_FILE": str(tmp_path / "nowhere")})
