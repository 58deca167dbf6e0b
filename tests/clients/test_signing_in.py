"""The packages sign players in to external programs: against the running server, and against a dishonest one."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import pytest

from tests.caller import Caller
from tests.clients.artefacts import Program, python_environment
from tests.stack import ROOT
from tests.streaming import Server

pytestmark = pytest.mark.xdist_group("streams")
RUNNING = pytest.mark.django_db(transaction=True)
PROGRAMS, PYTHON = Path(__file__).parent / "programs", ROOT / "clients" / "python"
ADDRESS, BACK = "http://test", "http://127.0.0.1/back"
TOKENS = {"access_token": "a", "refresh_token": "r", "scope": "read play", "expires_in": 3600}
CODES = {
    "device_code": "secret",
    "user_code": "ABCDEFGH",
    "verification_uri": f"{ADDRESS}/device",
    "expires_in": 600,
    "interval": 5,
}
ENDPOINTS = {
    "issuer": ADDRESS,
    "authorization_endpoint": f"{ADDRESS}/authorize",
    "token_endpoint": f"{ADDRESS}/oauth/token",
    "revocation_endpoint": f"{ADDRESS}/oauth/revoke",
    "device_authorization_endpoint": f"{ADDRESS}/oauth/device",
}


@pytest.fixture(params=["blocking", "awaiting"])
def call(request: pytest.FixtureRequest, client: Any) -> Callable[..., Any]:
    """Calls a function of the package by name, in its blocking and its asynchronous form."""
    if request.param == "blocking":
        return lambda name, *parts, **named: getattr(client, name)(*parts, **named)
    module = importlib.import_module("comptoir_client.async_signin")
    return lambda name, *parts, **named: asyncio.run(getattr(module, name)(*parts, **named))


@pytest.fixture
def pauses(client: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Returns the simulated pauses of a sign-in in seconds."""
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(importlib.import_module("comptoir_client.signin").time, "sleep", slept.append)
    monkeypatch.setattr(importlib.import_module("comptoir_client.async_signin").asyncio, "sleep", sleep)
    return slept


class Scripted:
    """A server with scripted responses to forms. forms: the received forms."""

    def __init__(self, *answers: httpx.Response | Exception, **metadata: str) -> None:
        self._answers, self._metadata = list(answers), {**ENDPOINTS, **metadata}
        self.forms = list[dict[str, str]]()

    @property
    def transport(self) -> httpx.MockTransport:
        return httpx.MockTransport(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json=self._metadata)
        self.forms.append(dict(parse_qsl(request.content.decode())))
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def ok(body: Any) -> httpx.Response:
    return httpx.Response(200, json=body)


def refused(error: str, status: int = 400) -> httpx.Response:
    return httpx.Response(status, json={"error": error})


def browser(address: str, **changes: str) -> None:
    """Simulates a browser whose player allows everything; it returns to the program a moment later."""
    asked = dict(parse_qsl(urlsplit(address).query))
    query = {"code": "c", "state": asked["state"], "iss": ADDRESS, **changes}
    visited(f"{asked['redirect_uri']}?{urlencode({name: value for name, value in query.items() if value})}")


def visited(*addresses: str) -> None:
    """Opens addresses one after another, in a separate thread."""

    def visit() -> None:
        for address in addresses:
            try:
                urllib.request.urlopen(address, timeout=20).read()
            except urllib.error.HTTPError as error:
                error.close()

    threading.Thread(target=visit, daemon=True).start()


# The running server


def registered(owner: Caller, kind: str, *uris: str) -> str:
    wish = {"name": "Score sheet", "kind": kind, **({"redirect_uris": list(uris)} if uris else {})}
    if owner.json("GET", "/me")["guest"]:
        owner.json("PATCH", "/me", {"password": "correct horse battery"})
    client_id: str = owner.json("POST", "/apps", wish)["client_id"]
    return client_id


@RUNNING
def test_a_terminal_signs_a_player_in_refreshes_and_signs_out(
    server: Server, client: Any, call: Callable[..., Any], pauses: list[float]
) -> None:
    address, player = f"http://127.0.0.1:{server.port}", Caller(server.port).sign_up()
    app = registered(Caller(server.port).sign_up(), "device")

    def allow(code: Any) -> None:
        assert code.address == f"{address}/device" and code.user_code in code.complete_address
        player.json("POST", f"/devices/{code.user_code}", {"allow": True})

    tokens = call("sign_in_with_device_code", address, app, ["read"], shown=allow)
    fresh = call("refresh_sign_in", address, app, tokens)

    def me(one: Any) -> Any:
        with client.Client(address, one.access_token) as caller:
            return caller.me()

    assert (tokens.scopes, fresh.is_stale, pauses) == (("read",), False, [5])
    assert me(fresh)["id"] == player.id
    assert fresh.refresh_token != tokens.refresh_token
    call("end_sign_in", address, app, fresh)
    with pytest.raises(client.SignInRefused) as ended:
        call("refresh_sign_in", address, app, fresh)
    assert ended.value.error == "invalid_grant"


@RUNNING
def test_an_app_signs_a_player_in_with_their_browser_at_a_free_port(
    server: Server, client: Any, call: Callable[..., Any]
) -> None:
    address, player = f"http://127.0.0.1:{server.port}", Caller(server.port).sign_up()
    app = registered(Caller(server.port).sign_up(), "page", BACK)

    def consenting(asked: str, allow: bool = True) -> None:
        query = dict(parse_qsl(urlsplit(asked).query))
        visited(player.json("POST", "/authorizations", {**query, "allow": allow})["redirect_to"])

    tokens = call("sign_in_with_browser", address, app, opened=consenting)

    with client.Client(address, tokens.access_token) as caller:
        assert caller.me()["id"] == player.id
    with pytest.raises(client.SignInRefused) as refusal:
        call("sign_in_with_browser", address, app, opened=lambda asked: consenting(asked, allow=False))
    assert refusal.value.error == "access_denied"


@RUNNING
def test_the_example_of_the_readme_signs_a_player_in(server: Server, python: Path, tmp_path: Path) -> None:
    example = (PYTHON / "examples" / "signin.py").read_text(encoding="utf-8")
    shown = (PYTHON / "README.md").read_text(encoding="utf-8").partition("<!-- signin -->\n```python\n")[2]
    assert example.endswith(shown.partition("```")[0]) and shown
    shutil.copy(PYTHON / "examples" / "signin.py", tmp_path)
    player, app = Caller(server.port).sign_up(), registered(Caller(server.port).sign_up(), "device")
    command = [sys.executable, tmp_path / "signin.py", f"http://127.0.0.1:{server.port}", app]
    program = Program(command, tmp_path, tmp_path / "signin.txt", **python_environment(python))

    try:
        while not program.lines:
            time.sleep(0.1)
        code = re.search(r"type (\w+)", program.lines[0])
        assert code is not None
        player.json("POST", f"/devices/{code[1]}", {"allow": True})
        status, lines = program.result(120)
    finally:
        program.stop()

    assert (status, lines[1]) == (0, f"Signed in as {player.json('GET', '/me')['name']}")
    assert player.json("GET", "/me/apps")["items"] == []


# A function in place of the server


def test_a_device_waits_as_the_server_asks_and_survives_a_lost_connection(
    call: Callable[..., Any], pauses: list[float]
) -> None:
    server = Scripted(
        ok(CODES), refused("authorization_pending"), refused("slow_down"), httpx.ReadError("lost"), ok(TOKENS)
    )

    tokens = call("sign_in_with_device_code", ADDRESS, "app", shown=lambda _: None, transport=server.transport)

    assert tokens[:3] == ("a", "r", ("read", "play"))
    assert [pause for pause in pauses if pause >= 5] == [5, 5, 10]
    assert {form["device_code"] for form in server.forms[1:]} == {"secret"}


@pytest.mark.parametrize("error", ["access_denied", "expired_token"])
def test_a_refused_device_stops_asking(client: Any, call: Callable[..., Any], pauses: list[float], error: str) -> None:
    server = Scripted(ok(CODES), refused(error))

    with pytest.raises(client.SignInRefused) as refusal:
        call("sign_in_with_device_code", ADDRESS, "app", shown=lambda _: None, transport=server.transport)

    assert (refusal.value.error, len(server.forms)) == (error, 2)


def test_a_device_gives_up_when_its_code_has_expired(
    client: Any, call: Callable[..., Any], pauses: list[float]
) -> None:
    server = Scripted(ok({**CODES, "expires_in": 0}))

    with pytest.raises(client.SignInRefused, match="expired_token"):
        call("sign_in_with_device_code", ADDRESS, "app", shown=lambda _: None, transport=server.transport)


@pytest.mark.parametrize("issuer", ["https://evil.example", "http://test.evil.example", ""])
def test_an_answer_of_another_server_is_not_exchanged(client: Any, call: Callable[..., Any], issuer: str) -> None:
    server = Scripted()

    with pytest.raises(client.SignInRefused) as refusal:
        call(
            "sign_in_with_browser",
            ADDRESS,
            "app",
            opened=lambda asked: browser(asked, iss=issuer),
            transport=server.transport,
        )

    assert (refusal.value.error, server.forms) == ("another_issuer", [])


def test_metadata_of_another_server_is_not_used(client: Any, call: Callable[..., Any]) -> None:
    server = Scripted(ok(TOKENS), issuer="https://evil.example")

    with pytest.raises(client.SignInRefused, match="another_issuer"):
        call("sign_in_with_browser", ADDRESS, "app", opened=browser, transport=server.transport)

    assert server.forms == []


def test_an_answer_with_another_state_is_ignored(call: Callable[..., Any]) -> None:
    server = Scripted(ok(TOKENS))

    def with_strangers(asked: str) -> None:
        query = dict(parse_qsl(urlsplit(asked).query))
        back, right = query["redirect_uri"], {"code": "mine", "state": query["state"], "iss": ADDRESS}
        foreign = [{**right, "code": "evil", "state": "another"}, {"code": "evil", "iss": ADDRESS}, right]
        visited(f"{back}/elsewhere?{urlencode(right)}", *(f"{back}?{urlencode(each)}" for each in foreign))

    call("sign_in_with_browser", ADDRESS, "app", opened=with_strangers, transport=server.transport)

    [form] = server.forms
    assert (form["code"], len(form["code_verifier"])) == ("mine", 64)


def test_an_answer_to_another_authorization_request_is_refused(client: Any) -> None:
    oauth = importlib.import_module("comptoir_client.oauth")
    asking = oauth.AuthorizationRequest("app", ("read",), BACK)

    with pytest.raises(client.SignInRefused, match="another_state"):
        asking.form(
            {"code": "c", "state": oauth.AuthorizationRequest("app", ("read",), BACK).state, "iss": ADDRESS}, ADDRESS
        )


def test_waiting_for_a_browser_that_does_not_return_times_out(client: Any, call: Callable[..., Any]) -> None:
    with pytest.raises(client.SignInRefused, match="no_answer"):
        call("sign_in_with_browser", ADDRESS, "app", opened=lambda _: None, seconds=0, transport=Scripted().transport)


def test_a_refresh_whose_answer_is_lost_is_not_sent_again(
    client: Any, call: Callable[..., Any], pauses: list[float]
) -> None:
    """If a refresh token is used twice, all tokens issued from it are revoked."""
    server = Scripted(httpx.ConnectError("away"), httpx.ReadError("lost"))

    with pytest.raises(client.Unreachable):
        call("refresh_sign_in", ADDRESS, "app", client.Tokens("a", "r", (), 0.0), transport=server.transport)

    assert [form["refresh_token"] for form in server.forms] == ["r", "r"]


def test_a_page_with_the_javascript_client_refuses_answers_of_other_servers(javascript: Path, needs_node: str) -> None:
    shutil.copy(PROGRAMS / "signin.test.mjs", javascript)
    command = [needs_node, "--test", "signin.test.mjs"]

    ran = subprocess.run(command, cwd=javascript, capture_output=True, text=True, timeout=60, check=False)

    assert ran.returncode == 0, ran.stdout
    assert "# pass 4\n" in ran.stdout


def test_a_page_without_the_check_of_the_issuer_accepts_a_wrong_answer(
    javascript: Path, needs_node: str, tmp_path: Path
) -> None:
    """Planted fault."""
    planted = tmp_path / "node_modules" / "comptoir-client"
    shutil.copytree(javascript / "node_modules" / "comptoir-client", planted)
    shutil.copy(PROGRAMS / "signin.test.mjs", tmp_path)
    source = (planted / "signin.js").read_text(encoding="utf-8")
    assert "another issuer" in source
    (planted / "signin.js").write_text(re.sub(r".*another issuer.*\n", "", source), encoding="utf-8")
    command = [needs_node, "--test", "signin.test.mjs"]

    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)

    assert "# fail 1\n" in ran.stdout
    assert json.loads((planted / "package.json").read_text())["name"] == "comptoir-client"
