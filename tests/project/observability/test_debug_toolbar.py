"""Django's debug toolbar works under the usual content policy if it is installed and DEBUG is on."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from project.embedded.installation_keys import NAMES
from tests.stack import ROOT

PROGRAM = """
import django
django.setup()
from django.test import Client
page, schema = (Client(SERVER_NAME="localhost").get(path) for path in ("/", "/api/schema"))
assert b'id="djDebug"' in page.content and b" style=" not in page.content and b"<script>" not in page.content
assert schema["djdt-request-id"]
"""


def test_the_toolbar_is_shown_on_pages_and_records_requests_of_the_api() -> None:
    pytest.importorskip("debug_toolbar")
    usual = {"DJANGO_SETTINGS_MODULE": "project.settings", **dict.fromkeys(NAMES, "11" * 32)}

    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **usual, "DEBUG": "true"},
    )

    assert run.returncode == 0, run.stderr
