"""The parts of OAuth sign-in: tokens, device codes, an app's secret, and the address for a browser's response."""

from __future__ import annotations

import base64
import hashlib
import secrets
import socket
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from comptoir_client.problems import SignInRefused

METADATA = "/.well-known/oauth-authorization-server"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
LOOPBACK = "http://127.0.0.1/back"
"""The address at which an app on the player's machine receives its code; the port is free to choose (RFC 8252)."""
STALE_SECONDS = 60
SLOWER_SECONDS = 5
READING_SECONDS = 5
PAGE = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Comptoir</title><p>{text}</p></html>"""
TEXTS = {"en": "You can close this page.", "fr": "Vous pouvez fermer cette page."}


class Tokens(NamedTuple):
    """The tokens of an app for a player. expires_at: the expiry of the access token, in seconds as in `time.time()`."""

    access_token: str
    refresh_token: str
    scopes: tuple[str, ...]
    expires_at: float

    @property
    def is_stale(self) -> bool:
        """True if the access token has expired or will within a minute."""
        return time.time() > self.expires_at - STALE_SECONDS

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Tokens:
        """Reads a response of the server."""
        expires_at = time.time() + float(body["expires_in"])
        return cls(body["access_token"], body["refresh_token"], tuple(body["scope"].split()), expires_at)


class DeviceCode(NamedTuple):
    """The code that a player types, and the address.

    complete_address: the address with the code; seconds: the lifetime.
    """

    user_code: str
    address: str
    complete_address: str
    seconds: int


class Polling:
    """The intervals at which a device polls, and the remaining time."""

    def __init__(self, codes: Mapping[str, Any]) -> None:
        self.pause = float(codes.get("interval", SLOWER_SECONDS))
        self._until = time.monotonic() + float(codes["expires_in"])

    @property
    def is_over(self) -> bool:
        """True once the codes have expired."""
        return time.monotonic() > self._until

    def goes_on(self, refusal: SignInRefused) -> bool:
        """Returns whether the player has not answered yet; polls less often if the server demands it."""
        if refusal.error == "slow_down":
            self.pause += SLOWER_SECONDS
        return refusal.error in ("authorization_pending", "slow_down")


class AuthorizationRequest:
    """One authorisation request in a player's browser. secret: proves that the same app sent the request (PKCE)."""

    def __init__(self, client_id: str, scopes: tuple[str, ...], redirect_uri: str) -> None:
        self.client_id, self.scopes, self.redirect_uri = client_id, scopes, redirect_uri
        self.secret, self.state = secrets.token_urlsafe(48), secrets.token_urlsafe(24)

    def address(self, metadata: Mapping[str, Any]) -> str:
        """Returns the address for the browser."""
        digest = hashlib.sha256(self.secret.encode()).digest()
        query = {
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "response_type": "code",
            "scope": " ".join(self.scopes),
            "state": self.state,
            "code_challenge_method": "S256",
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        }
        return f"{metadata['authorization_endpoint']}?{urlencode(query)}"

    def form(self, came_back: Mapping[str, str], issuer: str) -> dict[str, str]:
        """Returns the form that exchanges a browser's response for tokens. Raises SignInRefused.

        Responses of another server (`iss`), or to another request (`state`), are not exchanged.
        """
        if not secrets.compare_digest(came_back.get("state", "").encode(), self.state.encode()):
            raise SignInRefused("another_state", "what came back is not the answer to this question")
        if came_back.get("iss") != issuer:
            raise SignInRefused("another_issuer", f"expected an answer of {issuer}, got {came_back.get('iss')!r}")
        if "code" not in came_back:
            raise SignInRefused(came_back.get("error", "no_code"), came_back.get("error_description", ""))
        return {
            "grant_type": "authorization_code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "code": came_back["code"],
            "code_verifier": self.secret,
        }


def of_server(metadata: Any, address: str) -> dict[str, Any]:
    """Returns a server's metadata. Raises SignInRefused if the metadata belong to another server (RFC 8414)."""
    if not isinstance(metadata, dict) or metadata.get("issuer") != address:
        raise SignInRefused("another_issuer", f"expected the metadata of {address}")
    return metadata


class Loopback:
    """The address on the player's own machine to which their browser sends the response.

    redirect_uri: the address that the app has registered, with the port on which the app listens.
    """

    def __init__(self, redirect_uri: str = LOOPBACK) -> None:
        wanted = urlsplit(redirect_uri)
        kind = _ServerOfIPv6 if ":" in (wanted.hostname or "") else _Server
        self._server = kind((wanted.hostname or "127.0.0.1", wanted.port or 0), _LoopbackHandler)
        self._server.path = wanted.path or "/"
        host = f"[{wanted.hostname}]" if ":" in (wanted.hostname or "") else wanted.hostname
        netloc = f"{host}:{self._server.server_port}"
        self.redirect_uri = urlunsplit((wanted.scheme, netloc, wanted.path, wanted.query, ""))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.server_close()

    def answer(self, state: str, seconds: float) -> dict[str, str]:
        """Waits for the response to a request; ignores other requests. Raises SignInRefused at the end."""
        self._server.state, until = state, time.monotonic() + seconds
        while not self._server.came_back:
            self._server.timeout = until - time.monotonic()
            if self._server.timeout <= 0:
                raise SignInRefused("no_answer", f"the browser did not come back within {seconds:.0f} seconds")
            self._server.handle_request()
        return self._server.came_back


class _Server(HTTPServer):
    path, state = "/", ""
    came_back: dict[str, str] = {}


class _ServerOfIPv6(_Server):
    address_family = socket.AF_INET6


class _LoopbackHandler(BaseHTTPRequestHandler):
    server: _Server
    timeout = READING_SECONDS

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        query = dict(parse_qsl(asked.query))
        if asked.path != self.server.path or query.get("state") != self.server.state:
            self.send_error(404)
            return
        self.server.came_back = query
        language = "fr" if self.headers.get("Accept-Language", "").startswith("fr") else "en"
        page = PAGE.format(language=language, text=TEXTS[language]).encode()
        self.send_response(200)
        for name, value in {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(page))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: Any) -> None:
        pass
