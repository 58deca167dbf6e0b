"""A receiver of webhooks that can be down, a device with its push service, and a mail server."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from unittest.mock import patch

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.mail.backends.locmem import EmailBackend
from py_vapid.utils import b64urlencode


class Receiver:
    """An HTTP server on this machine. port: 0 for a free port; tls: the TLS context for https.

    status: the status of its responses; arrived: accepted requests; tried: all bodies.
    """

    def __init__(self, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
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

        self._server = HTTPServer(("127.0.0.1", port), Handler)
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_port
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}/hook"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def accepted(self, port: int) -> bool:
        """Returns whether the receiver responds to the client on this port."""
        return True

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def notices(self) -> list[dict[str, Any]]:
        """Returns the accepted notifications, in order."""
        return [json.loads(body)["data"] for _, body in self.arrived]


@contextmanager
def receiving(settings: Any) -> Iterator[Receiver]:
    """Yields a receiver that the server may post to."""
    receiver = Receiver()
    settings.COMPTOIR_WEBHOOK_HOSTS = [receiver.host]
    try:
        yield receiver
    finally:
        receiver.close()


@contextmanager
def mail_server_down() -> Iterator[None]:
    """Makes the mail server unavailable until the block ends."""
    with patch.object(EmailBackend, "send_messages", side_effect=ConnectionRefusedError):
        yield


class Device(Receiver):
    """A browser and its push service in one: decrypts accepted notifications with its own keys.

    key: the private key; auth: the secret that it shares with its senders.
    """

    def __init__(self, seed: int = 1, port: int = 0) -> None:
        super().__init__(port)
        self.key, self.auth = key_and_secret(seed)
        self.subscription = self.at(self.url, seed)

    @staticmethod
    def at(endpoint: str, seed: int = 1) -> dict[str, Any]:
        """Returns the `PushSubscription` of a browser, as it is sent to the server."""
        key, auth = key_and_secret(seed)
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": endpoint, "keys": {"p256dh": b64urlencode(point), "auth": b64urlencode(auth)}}

    @property
    def shown(self) -> list[dict[str, Any]]:
        """Returns the accepted notifications, in order, decrypted."""
        return [json.loads(self.opened(body)) for _, body in self.arrived]

    def opened(self, body: bytes) -> bytes:
        """Returns the decrypted content of a request."""
        content: bytes = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
        return content


def key_and_secret(seed: int) -> tuple[ec.EllipticCurvePrivateKey, bytes]:
    """Returns the private key of a device, and the secret that it shares with its senders."""
    return ec.derive_private_key(seed, ec.SECP256R1()), bytes(range(seed, seed + 16))


@contextmanager
def carrying(settings: Any, *seeds: int) -> Iterator[list[Device]]:
    """Yields devices to which the server may post."""
    devices = [Device(seed) for seed in seeds]
    settings.COMPTOIR_WEBHOOK_HOSTS = [device.host for device in devices]
    try:
        yield devices
    finally:
        for device in devices:
            device.close()
