"""The bridge: what a WSGI application says reaches an ASGI server unchanged, and the other way round."""

import asyncio
import threading
from typing import Any

from project.bridge import Bridge, environ_of

SCOPE: dict[str, Any] = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "scheme": "http",
    "path": "/a b/é",
    "raw_path": b"/a%20b/%C3%A9",
    "query_string": b"x=1",
    "headers": [(b"content-type", b"application/json"), (b"accept", b"a"), (b"accept", b"b"), (b"x_real", b"forged")],
    "client": ("192.0.2.1", 5),
    "server": ("127.0.0.1", 8000),
}


def exchanged(wsgi: Any, scope: dict[str, Any] = SCOPE, body: bytes = b"") -> list[dict[str, Any]]:
    """The messages that the application sends for one request."""
    sent: list[dict[str, Any]] = []
    arriving = [
        {"type": "http.request", "body": body[:2], "more_body": True},
        {"type": "http.request", "body": body[2:]},
    ]

    async def receive() -> dict[str, Any]:
        return arriving.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(Bridge(wsgi)(dict(scope), receive, send))
    return sent


def test_the_body_arrives_whole_with_its_length() -> None:
    def echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("201 Created", [("X-Length", environ["CONTENT_LENGTH"])])
        return [environ["wsgi.input"].read()]

    start, body = exchanged(echo, body=b"hello")

    assert (start["status"], start["headers"], body["body"]) == (201, [(b"x-length", b"5")], b"hello")


def test_a_response_in_parts_is_sent_in_parts_and_closed() -> None:
    closed = threading.Event()

    class Parts:
        def __iter__(self) -> Any:
            return iter([b"one", b"two"])

        def close(self) -> None:
            closed.set()

    def parts(environ: dict[str, Any], start_response: Any) -> Parts:
        start_response("200 OK", [])
        return Parts()

    bodies = [(m["body"], m.get("more_body", False)) for m in exchanged(parts)[1:]]

    assert bodies == [(b"one", True), (b"two", False)]
    assert closed.is_set()


def test_a_response_without_a_body_still_ends() -> None:
    def nothing(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("304 Not Modified", [])
        return []

    assert [message["type"] for message in exchanged(nothing)] == ["http.response.start", "http.response.body"]


def test_long_polls_do_not_keep_others_out() -> None:
    names = []

    def note(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        names.append(threading.current_thread().name.rpartition("_")[0])
        start_response("200 OK", [])
        return []

    exchanged(note)
    exchanged(note, SCOPE | {"query_string": b"wait=30"})

    assert names == ["request", "long-poll"]


def test_the_environment_is_that_of_pep_3333() -> None:
    environ = environ_of(SCOPE, b"{}")

    assert environ["PATH_INFO"] == "/a b/é".encode().decode("latin-1")
    assert environ["QUERY_STRING"] == "x=1"
    assert (environ["CONTENT_TYPE"], environ["CONTENT_LENGTH"]) == ("application/json", "2")
    assert environ["REMOTE_ADDR"] == "192.0.2.1"


def test_a_header_sent_twice_is_joined() -> None:
    assert environ_of(SCOPE, b"")["HTTP_ACCEPT"] == "a,b"


def test_a_header_with_an_underscore_cannot_pass_for_another() -> None:
    assert "HTTP_X_REAL" not in environ_of(SCOPE, b"")
