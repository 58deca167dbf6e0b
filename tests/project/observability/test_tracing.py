"""Traces are sent without secrets if tracing is configured and installed; otherwise nothing happens."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from project.doctor import examine
from project.embedded.installation_keys import NAMES
from project.observability import tracing
from tests.stack import ROOT

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
REQUESTS = """
import django
django.setup()
from django.test import Client
client = Client(SERVER_NAME="localhost")
client.get("/api/v1/games/great_dalmuti")
client.get("/api/v1/invitations/a-secret-token")
client.get("/api/v1/me/stream?ticket=a-secret-ticket")
"""
SERVED = """
import asyncio
from project.asgi import application

async def receive():
    return {"type": "http.request", "body": b"", "more_body": False}

async def send(message):
    pass

def scope(path, query=b""):
    return {"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": path, "root_path": "",
            "query_string": query, "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 5),
            "server": ("127.0.0.1", 80)}

async def all_of_them():
    await application(scope("/api/v1/games/great_dalmuti"), receive, send)
    await application(scope("/api/v1/invitations/a-secret-token"), receive, send)
    await application(scope("/api/v1/me/stream", b"ticket=a-secret-ticket"), receive, send)
    await application(scope("/livez"), receive, send)

asyncio.run(all_of_them())
"""


@pytest.fixture
def collector() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Yields the address of a collector, and the data that it receives."""
    received: list[tuple[str, bytes]] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", received
    server.shutdown()
    server.server_close()


def requests_made(program: str = REQUESTS, **environment: str) -> subprocess.CompletedProcess[str]:
    usual = {"DJANGO_SETTINGS_MODULE": "project.settings", "COMPTOIR_LIMITS": "off", **dict.fromkeys(NAMES, "11" * 32)}
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **usual, **environment},
    )


@pytest.mark.parametrize("program", [REQUESTS, SERVED], ids=["django's client", "a server"])
def test_traces_reach_the_collector_without_secrets(
    program: str, collector: tuple[str, list[tuple[str, bytes]]]
) -> None:
    for name in tracing.NEEDED:
        pytest.importorskip(name)
    address, received = collector

    process = requests_made(program, **{ENDPOINT: address})

    assert process.returncode == 0, process.stderr
    assert {path for path, _ in received} == {"/v1/traces"}
    sent = b"".join(body for _, body in received)
    assert b"games/great_dalmuti" in sent
    assert b"GET api/v1/games/<str:game>" in sent
    assert b"comptoir" in sent
    assert b"a-secret" not in sent


def test_without_an_address_nothing_is_sent(collector: tuple[str, list[tuple[str, bytes]]]) -> None:
    process = requests_made(**{ENDPOINT: ""})

    assert process.returncode == 0, process.stderr
    assert collector[1] == []


@pytest.mark.parametrize(
    ("address", "installed", "expected"), [("", True, "ok"), ("http://x", False, "warning"), ("http://x", True, "ok")]
)
def test_the_doctor_says_whether_traces_are_sent(
    monkeypatch: pytest.MonkeyPatch, address: str, installed: bool, expected: str
) -> None:
    monkeypatch.setenv(ENDPOINT, address)
    monkeypatch.setattr(tracing, "_is_installed", lambda name: installed)

    [(_, finding)] = examine(["traces"])

    assert finding.state == expected


def test_missing_packages_have_no_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENDPOINT, "http://x")
    monkeypatch.setattr(tracing, "NEEDED", ("no_such_package.of_traces",))

    tracing.start()

    assert tracing.state() == "missing"
