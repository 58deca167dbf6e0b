"""The body limit in front of the ASGI application."""

import asyncio
import json

import pytest

from events.http.serving.body_limit import with_body_limit

LIMIT = 10


def answer_to(chunks, headers=(), kind="http"):
    """Sends the chunks; returns what the application read (None if it was not called), its headers, and the refusal."""
    read, messages = [], []

    async def application(scope, receive, send):
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        read.append((body, dict(scope["headers"])))

    async def receive():
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message):
        messages.append(message)

    waiting = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    for last in waiting[-1:]:
        last["more_body"] = False
    scope = {"type": kind, "path": "/x", "headers": list(headers)}
    asyncio.run(with_body_limit(application, LIMIT)(scope, receive, send))
    return (read[0] if read else None), messages


CHUNKED = [(b"transfer-encoding", b"chunked")]


def test_a_body_in_chunks_is_handed_on_with_its_length():
    (body, headers), _ = answer_to([b"12345", b"67890"], CHUNKED)

    assert (body, headers) == (b"1234567890", {b"content-length": b"10"})


def test_a_body_of_announced_length_is_handed_on():
    (body, headers), _ = answer_to([b"{}"], [(b"content-length", b"2"), (b"accept", b"*/*")])

    assert (body, headers) == (b"{}", {b"content-length": b"2", b"accept": b"*/*"})


def test_a_request_without_body_is_handed_on_untouched():
    (body, headers), _ = answer_to([b""])

    assert (body, headers) == (b"", {})


@pytest.mark.parametrize(
    ("chunks", "headers", "status", "code"),
    [
        ([b"12345", b"67890", b"1"], CHUNKED, 413, "payload_too_large"),
        ([b"x" * 1_000], CHUNKED, 413, "payload_too_large"),
        ([b""], [(b"content-length", b"11")], 413, "payload_too_large"),
        ([b"12345", b"678901"], [(b"content-length", b"3")], 413, "payload_too_large"),
        ([b""], [(b"content-length", b"-1")], 400, "malformed"),
        ([b""], [(b"content-length", b"1e9")], 400, "malformed"),
        ([b""], [(b"content-length", b"9" * 5_000)], 400, "malformed"),
    ],
)
def test_what_breaks_the_limit_never_reaches_the_application(chunks, headers, status, code):
    read, (start, body) = answer_to(chunks, headers)

    assert read is None
    assert (start["status"], json.loads(body["body"])["code"]) == (status, code)


def test_a_client_that_disconnects_gets_no_response():
    assert answer_to([], CHUNKED) == (None, [])
