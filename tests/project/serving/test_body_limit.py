"""The body limit in front of the ASGI application."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.http import HttpResponse

from project.serving.adapter import WSGIAdapter

LIMIT = 10
SCOPE = {
    "type": "http",
    "method": "POST",
    "scheme": "http",
    "http_version": "1.1",
    "path": "/x",
    "query_string": b"",
}


def answer_to(chunks, headers=()):
    """Sends the chunks; returns what the application read (None if it was not called), its environment, the refusal."""
    read, messages = [], []

    def application(environ, start_response):
        read.append((environ["wsgi.input"].read(), environ))
        start_response("200 OK", [])
        return HttpResponse()

    async def receive():
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message):
        messages.append(message)

    waiting = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    for last in waiting[-1:]:
        last["more_body"] = False
    scope = {**SCOPE, "headers": list(headers)}
    with ThreadPoolExecutor(1) as thread:
        asyncio.run(WSGIAdapter(application, thread, thread, LIMIT)(scope, receive, send))
    return (read[0] if read else None), messages


CHUNKED = [(b"transfer-encoding", b"chunked")]


def test_a_body_in_chunks_reaches_the_application_with_its_length():
    (body, environ), _ = answer_to([b"12345", b"67890"], CHUNKED)

    assert (body, environ["CONTENT_LENGTH"]) == (b"1234567890", "10")
    assert "HTTP_TRANSFER_ENCODING" not in environ


def test_a_body_of_announced_length_reaches_the_application():
    (body, environ), _ = answer_to([b"{}"], [(b"content-length", b"2"), (b"accept", b"*/*")])

    assert (body, environ["CONTENT_LENGTH"], environ["HTTP_ACCEPT"]) == (b"{}", "2", "*/*")


def test_a_request_without_body_has_no_length():
    (body, environ), _ = answer_to([b""])

    assert body == b"" and "CONTENT_LENGTH" not in environ


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
def test_a_body_over_the_limit_never_reaches_the_application(chunks, headers, status, code):
    read, (start, body) = answer_to(chunks, headers)

    assert read is None
    assert (start["status"], json.loads(body["body"])["code"]) == (status, code)


def test_a_refused_body_receives_the_headers_of_every_response(settings):
    _, (start, body) = answer_to([b"x" * 1_000], [*CHUNKED, (b"x-request-id", b"from-a-proxy")])

    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    assert headers["x-request-id"] == json.loads(body["body"])["request_id"] == "from-a-proxy"
    assert headers["content-security-policy"] == settings.CONTENT_SECURITY_POLICY
    assert (headers["x-frame-options"], headers["connection"]) == ("DENY", "close")


def test_a_client_that_disconnects_gets_no_response():
    assert answer_to([], CHUNKED) == (None, [])
