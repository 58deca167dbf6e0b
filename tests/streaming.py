"""A real server on the test database, and clients that read its streams from sockets."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from events.streams.frames import EVENTS, LINES
from project.serving.server import bind
from tests.stack import ROOT

SECONDS = 20.0  # longer than a busy machine needs
STARTING_SECONDS = 90.0  # imports take a second, or half a minute if ten processes share a core
SETUP = "import django; django.setup()"
AT_ONCE = "from events.base import publishing; publishing.JOBS_SECONDS = 0.0"  # as in the tests' own process
UNNOTICED = (
    "from types import SimpleNamespace; from events.processes import heartbeat; "
    "heartbeat.begin = lambda kind: SimpleNamespace(end=lambda: None)"
)
PATIENT = "import project.serving.server; project.serving.server.OPTIONS['timeout_graceful_shutdown'] = 600"
MAIN = "from project.serving.server import main; main()"


class Server:
    """A server in its own process. setup: Python code to run first; buffer: size of its socket buffers."""

    def __init__(self, setup: str = "", buffer: int | None = None, **environment: str) -> None:
        self._setup, self._buffer, self._environment = setup, buffer, environment
        self.process: subprocess.Popen[bytes] | None = None
        self.port = 0

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Starts the server, at its previous address if any, and waits until it answers."""
        listening = bind("127.0.0.1", self.port)
        if self._buffer is not None:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._buffer)
        self.port = listening.getsockname()[1]
        descriptor = str(listening.fileno())
        self.process = subprocess.Popen(
            [sys.executable, "-c", "\n".join((SETUP, AT_ONCE, self._setup, MAIN)), "--fd", descriptor],
            cwd=ROOT,
            env={**os.environ, **process_environment(), **self._environment},
            pass_fds=[listening.fileno()],
        )
        listening.close()
        self._wait()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Stops the server; raises TimeoutExpired if that takes longer than SECONDS."""
        if self.process is not None:
            self.process.send_signal(number)
            try:
                self.process.wait(SECONDS)
            finally:
                self.process.kill()
                self.process = None

    def _wait(self) -> None:
        until = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < until:
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/livez", timeout=SECONDS):
                return
            time.sleep(0.05)
        self.stop(signal.SIGKILL)
        raise RuntimeError("expected the server to answer")

    def stream(
        self,
        path: str,
        token: str | None = None,
        last: int | None = None,
        buffer: int | None = None,
        accept: str = EVENTS.media_type,
    ) -> Reader:
        """Opens a stream; last: the id after which it resumes."""
        return Reader(self.port, path, token, last, buffer, accept)


def process_environment() -> Mapping[str, str]:
    """Returns the environment of a process that uses the test database."""
    database = connection.settings_dict
    host, name = quote(str(database["HOST"]), safe=""), database["NAME"]
    secrets = ("SECRET_KEY", "COMPTOIR_SECRET_KEY", "COMPTOIR_SIGNING_SEED", "COMPTOIR_BOT_KEY")
    user = f"{database['USER']}:{database['PASSWORD']}" if database["PASSWORD"] else database["USER"]
    port = f"&port={database['PORT']}" if database["PORT"] else ""
    return {
        **{secret: getattr(settings, secret) for secret in secrets},
        "DATABASE_URL": f"postgresql://{user}@/{name}?host={host}{port}",
        "CELERY_BROKER_URL": "memory://",
        "COMPTOIR_LIMITS": "off",
        "LOG_LEVEL": "WARNING",
        "DJANGO_SETTINGS_MODULE": "project.settings",
    }


class Event(NamedTuple):
    """An event of a stream as a client receives it."""

    name: str
    data: Any
    id: int | None


class Reader:
    """A client of one stream. last: the id to resume after; status, headers: of the response."""

    def __init__(
        self, port: int, path: str, token: str | None, last: int | None, buffer: int | None, accept: str
    ) -> None:
        self.last, self.heartbeats, self.content = last, 0, b""
        self._socket = socket.socket()
        if buffer is not None:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self._socket.settimeout(SECONDS)
        self._socket.connect(("127.0.0.1", port))
        headers = {"Accept": accept}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        request = [f"GET /api/v1{path} HTTP/1.1", "Host: localhost", *(f"{k}: {v}" for k, v in headers.items()), "", ""]
        self._socket.sendall("\r\n".join(request).encode())
        self.response = http.client.HTTPResponse(self._socket, method="GET")
        self.response.begin()
        self.status, self.headers = self.response.status, self.response.headers

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.response.close()
        self._socket.close()

    def events(self) -> Iterator[Event]:
        """Yields the events up to the end of the stream."""
        return self._lines() if self.headers["Content-Type"] == LINES.media_type else self._events()

    def _lines(self) -> Iterator[Event]:
        with suppress(http.client.IncompleteRead, ConnectionError):
            while line := self.response.readline():
                self.content += line
                event = json.loads(line)
                self.last = event.get("id", self.last)
                self.heartbeats += event["event"] == "heartbeat"
                if event["event"] not in ("open", "heartbeat"):
                    yield Event(event["event"], event["data"], event.get("id"))

    def _events(self) -> Iterator[Event]:
        name, data, number = "message", [], None
        with suppress(http.client.IncompleteRead, ConnectionError):
            while line := self.response.readline():
                self.content += line
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "id":
                    number = int(value)
                elif field == "event":
                    name = value
                elif field == "data":
                    data.append(value)
                elif field.startswith(":"):
                    self.heartbeats += 1
                elif not field:
                    self.last = self.last if number is None else number
                    if data:
                        yield Event(name, json.loads("\n".join(data)), number)
                    name, data, number = "message", [], None

    def until(self, enough: Callable[[Event], bool]) -> list[Event]:
        """Returns the events up to the first that satisfies a condition, or to the end."""
        events = []
        for event in self.events():
            events.append(event)
            if enough(event):
                break
        return events

    def rest(self) -> list[Event]:
        """Returns all events up to the end of the stream."""
        return list(self.events())
