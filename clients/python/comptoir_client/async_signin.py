"""Sign-in of a player to an app, for asynchronous programs."""

from __future__ import annotations

import asyncio
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import httpx

from comptoir_client.oauth import (
    DEVICE_GRANT,
    LOOPBACK,
    METADATA,
    AuthorizationRequest,
    DeviceCode,
    Loopback,
    Polling,
    Tokens,
    of_server,
)
from comptoir_client.problems import SignInRefused, Unreachable
from comptoir_client.retries import Retries

PATIENCE = 30  # seconds for which a request is repeated after a failure
ANSWER_SECONDS = 600  # the time for a player to return from their browser
SCOPES = ("read", "play")


async def sign_in_with_device_code(
    address: str,
    client_id: str,
    scopes: Sequence[str] = SCOPES,
    *,
    shown: Callable[[DeviceCode], Any],
    transport: httpx.AsyncBaseTransport | None = None,
) -> Tokens:
    """Signs a player in by a code that the player types on any device; the app is a `device`.

    This function is for programs without a browser. shown: a function that shows the player the code and the address.
    Waits until the player answers. Raises SignInRefused if the player refuses (`access_denied`) or the code expires
    (`expired_token`). Raises Unreachable.
    """
    async with _AsyncServer(address, transport) as server:
        form = {"client_id": client_id, "scope": " ".join(scopes)}
        codes = await server.post("device_authorization_endpoint", form, repeats=True)
        code, polling = _device_code(codes), Polling(codes)
        shown(code)
        form = {"grant_type": DEVICE_GRANT, "client_id": client_id, "device_code": codes["device_code"]}
        while not polling.is_over:
            await asyncio.sleep(polling.pause)
            try:
                return Tokens.of(await server.post("token_endpoint", form, repeats=True))
            except SignInRefused as refusal:
                if not polling.goes_on(refusal):
                    raise
        raise SignInRefused("expired_token", "the player has not answered in time")


async def sign_in_with_browser(
    address: str,
    client_id: str,
    scopes: Sequence[str] = SCOPES,
    *,
    redirect_uri: str = LOOPBACK,
    opened: Callable[[str], Any] = webbrowser.open,
    seconds: float = ANSWER_SECONDS,
    transport: httpx.AsyncBaseTransport | None = None,
) -> Tokens:
    """Signs a player in with their browser, which returns a code to this machine (PKCE); the app is a `page`.

    redirect_uri: an address on 127.0.0.1 or [::1], as the app has registered it; its port may be any port, or missing.
    opened: a function that opens an address in the browser. seconds: the time to wait for the answer. Raises
    SignInRefused and Unreachable.
    """
    async with _AsyncServer(address, transport) as server:
        with Loopback(redirect_uri) as loopback:
            asking = AuthorizationRequest(client_id, tuple(scopes), loopback.redirect_uri)
            opened(asking.address(server.metadata))
            came_back = await asyncio.to_thread(loopback.answer, asking.state, seconds)
        return Tokens.of(await server.post("token_endpoint", asking.form(came_back, server.metadata["issuer"])))


async def refresh_sign_in(
    address: str, client_id: str, tokens: Tokens, *, transport: httpx.AsyncBaseTransport | None = None
) -> Tokens:
    """Exchanges the refresh token for new tokens, and ends the old tokens. Store the new tokens before you use them.

    Raises SignInRefused (`invalid_grant`) if the player has signed the app out. Raises Unreachable; then the server may
    have used the old refresh token. Sign in again: to send that token a second time would end all tokens.
    """
    async with _AsyncServer(address, transport) as server:
        form = {"grant_type": "refresh_token", "client_id": client_id, "refresh_token": tokens.refresh_token}
        return Tokens.of(await server.post("token_endpoint", form))


async def end_sign_in(
    address: str, client_id: str, tokens: Tokens, *, transport: httpx.AsyncBaseTransport | None = None
) -> None:
    """Revokes the tokens. Raises SignInRefused and Unreachable."""
    async with _AsyncServer(address, transport) as server:
        form = {"client_id": client_id, "token": tokens.refresh_token, "token_type_hint": "refresh_token"}
        await server.post("revocation_endpoint", form, repeats=True)


def _device_code(codes: Mapping[str, Any]) -> DeviceCode:
    address = codes["verification_uri"]
    complete = codes.get("verification_uri_complete", address)
    return DeviceCode(codes["user_code"], address, complete, int(codes["expires_in"]))


class _AsyncServer:
    """The OAuth endpoints of a server. metadata: the server's description of them."""

    metadata: dict[str, Any]

    def __init__(self, address: str, transport: httpx.AsyncBaseTransport | None) -> None:
        self._address = address.rstrip("/")
        self._http = httpx.AsyncClient(timeout=PATIENCE, transport=transport)

    async def __aenter__(self) -> Self:
        try:
            self.metadata = of_server(await self._answer("GET", self._address + METADATA, None, True), self._address)
        except BaseException:
            await self._http.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def post(self, endpoint: str, form: dict[str, str], *, repeats: bool = False) -> Any:
        """Returns the response to a form. repeats: whether to send the form again although it may have arrived."""
        return await self._answer("POST", self.metadata[endpoint], form, repeats)

    async def _answer(self, method: str, address: str, form: dict[str, str] | None, repeats: bool) -> Any:
        retries = Retries(PATIENCE, repeats)
        while True:
            try:
                response = await self._http.request(method, address, data=form)
            except httpx.TransportError as error:
                pause = retries.pause(error)
                if pause is None:
                    raise Unreachable(f"no answer to {method} {address}") from error
            else:
                pause = retries.pause(response)
                if pause is None:
                    return _read(response)
            await asyncio.sleep(pause)


def _read(response: httpx.Response) -> Any:
    """Returns the body of a response, None if it is empty. Raises SignInRefused."""
    try:
        body = response.json() if response.content else None
    except ValueError:
        body = {}
    if response.status_code < 400:
        return body
    described = body if isinstance(body, dict) else {}
    error = described.get("error") or described.get("code") or f"http_{response.status_code}"
    raise SignInRefused(str(error), str(described.get("error_description") or described.get("detail") or ""))
