"""A receiver of webhooks that can be down, and a mail server that can be."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from unittest.mock import patch

from django.core.mail.backends.locmem import EmailBackend


class Receiver:
    """An HTTP server on this machine. status: what it answers; arrived: what it has accepted; tried: all bodies."""

    def __init__(self) -> None:
        self.status = 204
        self.tried: list[tuple[dict[str, str], bytes]] = []
        self.arrived: list[tuple[dict[str, str], bytes]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                request = ({name.lower(): value for name, value in self.headers.items()}, body)
                receiver.tried.append(request)
                if 200 <= receiver.status < 300:
                    receiver.arrived.append(request)
                    if not receiver.accepted(self.client_address[1]):
                        return
                self.send_response(receiver.status)
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.url = f"http://{self.host}/hook"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def accepted(self, port: int) -> bool:
        """Called with the port of who has posted; whether the receiver answers."""
        return True

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def notices(self) -> list[dict[str, Any]]:
        """The notices that have arrived, in order."""
        return [json.loads(body)["data"] for _, body in self.arrived]


@contextmanager
def receiving(settings: Any) -> Iterator[Receiver]:
    """A receiver that the server may post to."""
    receiver = Receiver()
    settings.COMPTOIR_WEBHOOK_HOSTS = [receiver.host]
    try:
        yield receiver
    finally:
        receiver.close()


@contextmanager
def mail_server_down() -> Iterator[None]:
    """A mail server that does not answer, until the block ends."""
    with patch.object(EmailBackend, "send_messages", side_effect=ConnectionRefusedError):
        yield
