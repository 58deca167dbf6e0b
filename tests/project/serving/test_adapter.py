"""The WSGI application on threads: responses arrive complete, and no thread waits for a slow client."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse

from project.serving.adapter import WSGIAdapter, environ_of

SCOPE: dict[str, Any] = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "scheme": "http",
    "path": "/a b/é",
    "query_string": b"x=1",
    "headers": [(b"content-type", b"application/json"), (b"content-length", b"5"), (b"x_real", b"forged")],
    "client": ("192.0.2.1", 5),
    "server": ("127.0.0.1", 8000),
}
SECONDS = 20


def echo(environ: Any, start_response: Any) -> HttpResponse:
    start_response("201 Created", [("X-Query", environ["QUERY_STRING"])])
    return HttpResponse(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])) + b"!")


def adapter(application: Any, threads: int) -> WSGIAdapter:
    return WSGIAdapter(application, ThreadPoolExecutor(threads), ThreadPoolExecutor(1))


async def arriving() -> dict[str, Any]:
    return {"type": "http.request", "body": b"hello", "more_body": False}


def test_a_response_arrives_whole_with_its_length() -> None:
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    asyncio.run(adapter(echo, 2)(SCOPE, arriving, send))

    assert (messages[0]["status"], messages[0]["headers"]) == (201, [(b"x-query", b"x=1"), (b"content-length", b"6")])
    assert messages[1:] == [{"type": "http.response.body", "body": b"hello!"}]


def test_clients_that_never_read_hold_no_thread() -> None:
    async def played() -> int:
        application, messages = adapter(echo, 1), []

        async def never(message: Any) -> None:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            messages.append(message)

        stuck = [asyncio.ensure_future(application(SCOPE, arriving, never)) for _ in range(20)]
        async with asyncio.timeout(SECONDS):
            await application(SCOPE, arriving, send)
        for task in stuck:
            task.cancel()
        await asyncio.gather(*stuck, return_exceptions=True)
        return messages[0]["status"]

    assert asyncio.run(played()) == 201


def test_a_streamed_response_is_sent_chunk_by_chunk_and_closed() -> None:
    messages: list[Any] = []
    closed: list[bool] = []

    def streaming(environ: Any, start_response: Any) -> StreamingHttpResponse:
        start_response("200 OK", [])
        response = StreamingHttpResponse(iter([b"one", b"", b"two"]))
        response._resource_closers.append(lambda: closed.append(True))  # type: ignore[attr-defined]
        return response

    async def send(message: Any) -> None:
        messages.append(message)

    asyncio.run(adapter(streaming, 1)(SCOPE, arriving, send))

    assert [message["body"] for message in messages[1:]] == [b"one", b"two", b""]
    assert closed == [True]


def test_a_header_with_an_underscore_cannot_replace_a_header_with_a_hyphen() -> None:
    assert "HTTP_X_REAL" not in environ_of(SCOPE, b"")


def test_a_query_beyond_ascii_arrives_as_if_it_had_been_quoted() -> None:
    environ = environ_of({**SCOPE, "query_string": "a=é&b=%20 +".encode()}, b"")

    assert environ["QUERY_STRING"] == b"a=%C3%A9&b=%20%20+".decode()


def test_a_refusal_under_a_rate_limit_waits_without_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given one thread and callers whose refusals are delayed for ever, other requests still receive responses."""
    monkeypatch.setattr("project.serving.adapter.REFUSED_SECONDS", 3600)

    def limited(environ: Any, start_response: Any) -> HttpResponse:
        start_response("429 Too Many Requests" if environ["PATH_INFO"] == "/refused" else "200 OK", [])
        return HttpResponse()

    async def run() -> tuple[list[Any], list[Any]]:
        application, refused, others = adapter(limited, 1), list[Any](), list[Any]()

        async def send_refused(message: Any) -> None:
            refused.append(message)

        async def send(message: Any) -> None:
            others.append(message)

        waiting = [
            asyncio.ensure_future(application({**SCOPE, "path": "/refused"}, arriving, send_refused)) for _ in range(5)
        ]
        await asyncio.sleep(0)
        await asyncio.wait_for(application(SCOPE, arriving, send), SECONDS)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return refused, others

    refused, others = asyncio.run(run())

    assert refused == []
    assert others[0]["status"] == 200
