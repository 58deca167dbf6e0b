"""Errors reach Sentry if a DSN is set, without secrets of links, credentials, bodies or local variables."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from project.embedded.installation_keys import NAMES
from tests.stack import ROOT

SECRET = "kX9-secret_token"
PROGRAM = f"""
import django
django.setup()
import sentry_sdk
from django.test import Client
from project.web import pages

def render(request, *_, **__):
    hand = "the queen of hearts"
    raise RuntimeError("planted, at /r/{SECRET}/text")

pages.render = render
headers = {{"Authorization": "Bearer {SECRET}", "Cookie": "sessionid={SECRET}"}}
client = Client(raise_request_exception=False, SERVER_NAME="localhost")
assert client.get("/settings?ticket={SECRET}", headers=headers).status_code == 500
sentry_sdk.flush(30)
"""


@pytest.fixture
def sentry() -> Iterator[tuple[str, list[bytes]]]:
    """Yields the address of a Sentry project, and the envelopes that it receives."""
    received: list[bytes] = []

    class Relay(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Relay)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://key@127.0.0.1:{server.server_port}/1", received
    server.shutdown()
    server.server_close()


def test_an_error_reaches_sentry_without_secrets(sentry: tuple[str, list[bytes]]) -> None:
    # Given
    pytest.importorskip("sentry_sdk")
    address, received = sentry
    usual = {"DJANGO_SETTINGS_MODULE": "project.settings", **dict.fromkeys(NAMES, "11" * 32)}

    # When a page fails
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **usual, "SENTRY_DSN": address},
    )

    # Then
    assert run.returncode == 0, run.stderr
    events = [json.loads(body.decode().split("\n")[2]) for body in received]
    errors = [value["value"] for event in events for value in event.get("exception", {}).get("values", ())]
    assert "planted, at /r/…/text" in errors
    sent = b"".join(received).decode()
    assert SECRET not in sent and '"hand"' not in sent
