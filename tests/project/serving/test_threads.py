"""The WSGI application on threads: its responses arrive complete, and no thread waits for a reader."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from project.serving.threads import OnThreads, wsgi_scope

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


def echo(environ: Any, start_response: Any) -> list[bytes]:
    start_response("201 Created", [("X-Query", environ["QUERY_STRING"])])
    return [environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])), b"!"]


async def arriving() -> dict[str, Any]:
    return {"type": "http.request", "body": b"hello", "more_body": False}


def test_a_response_in_parts_arrives_as_one() -> None:
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    asyncio.run(OnThreads(echo, ThreadPoolExecutor(2))(SCOPE, arriving, send))

    assert (messages[0]["status"], messages[0]["headers"]) == (201, [(b"x-query", b"x=1")])
    assert messages[1:] == [{"type": "http.response.body", "body": b"hello!"}]


def test_readers_that_never_read_hold_no_thread() -> None:
    async def played() -> int:
        application, messages = OnThreads(echo, ThreadPoolExecutor(1)), []

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


def test_a_header_with_an_underscore_cannot_pass_for_another() -> None:
    assert [name for name, _ in wsgi_scope(SCOPE)["headers"]] == [b"content-type", b"content-length"]


def test_a_query_beyond_ascii_arrives_as_if_it_had_been_quoted() -> None:
    assert wsgi_scope({**SCOPE, "query_string": "a=é&b=%20 +".encode()})["query_string"] == b"a=%C3%A9&b=%20%20+"
