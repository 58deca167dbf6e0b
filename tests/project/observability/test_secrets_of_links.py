"""Tokens in links are secrets: no log and no readable file contains them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from prometheus_client import generate_latest

import project
from events.http.request_log import SECRET
from project.observability.logs import _masked
from project.storage.mail_files import PrivateFiles

TOKEN = "kX9-secret_token"
PATHS = [
    f"/api/v1/invitations/{TOKEN}",
    f"/api/v1/replays/{TOKEN}/events",
    f"/r/{TOKEN}/text",
    f"/mail/recover/{TOKEN}",
    f"/r//{TOKEN}",
]


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_a_request_is_logged_without_the_token_of_its_link(path: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="request"):
        Client().get(path)

    assert path.partition(TOKEN)[0] in caplog.text
    assert TOKEN not in caplog.text


@pytest.mark.parametrize("path", PATHS)
def test_an_entry_of_another_library_is_masked_too(path: str) -> None:
    assert TOKEN not in _masked(None, "error", {"event": f"Internal Server Error: {path}"})["event"]


def test_the_ticket_of_a_stream_is_masked_too() -> None:
    entry = _masked(None, "error", {"event": f"GET /api/v1/me/stream?after=0&ticket={TOKEN}&core=1 failed"})

    assert entry["event"] == "GET /api/v1/me/stream?after=0&ticket=…&core=1 failed"


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_no_label_of_a_metric_holds_the_token_of_a_link(path: str) -> None:
    Client().get(path)

    assert TOKEN not in generate_latest().decode()


def test_the_proxy_masks_the_same_paths_as_the_application() -> None:
    caddyfile = (Path(project.__file__).parent / "production" / "Caddyfile").read_text(encoding="utf-8")

    [pattern] = re.findall(r'request>uri regexp "(.*)" "\$\{1\}…"', caddyfile)

    assert pattern == SECRET.pattern


def test_an_invalid_host_is_logged_in_one_line_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    assert Client(headers={"host": "bad_host!"}).get("/").status_code == 400

    entries = [record for record in caplog.records if "Invalid HTTP_HOST" in record.getMessage()]
    assert [record.exc_info for record in entries] == [None]


def test_the_log_line_of_a_long_host_is_short(caplog: pytest.LogCaptureFixture) -> None:
    assert Client(headers={"host": "bad_host!" * 500}).get("/").status_code == 400

    [entry] = [record for record in caplog.records if "Invalid HTTP_HOST" in record.getMessage()]
    assert len(entry.getMessage()) <= 200


def test_mail_files_are_closed_to_other_users(tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    EmailMessage("Hello", "a link", to=["ada@example.org"], connection=PrivateFiles(file_path=str(folder))).send()

    assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o600]


def test_mails_are_written_to_private_files_by_default() -> None:
    from project import settings

    assert settings.EMAIL_BACKEND == "project.storage.mail_files.PrivateFiles"
