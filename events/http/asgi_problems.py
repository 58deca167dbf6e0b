"""Problems for requests that a process refuses before Django receives them."""

from __future__ import annotations

from collections.abc import Iterable

from events.base.asgi import Scope, Send
from events.base.exceptions import Problem
from events.http.headers import headers_of_every_response, request_id_from
from events.http.problems import MEDIA_TYPE, problem_body
from events.http.translations import language_of

RawHeaders = Iterable[tuple[bytes, bytes]]


async def send_problem(
    problem: Problem, scope: Scope, send: Send, *, answered: RawHeaders = (), closes: bool = False
) -> None:
    """Sends a problem as the response to an ASGI request.

    answered: the headers of the API's response, which the problem replaces. closes: whether the connection ends.
    """
    received = {name.lower(): value.decode("latin-1") for name, value in (*scope["headers"], *answered)}
    language = language_of(received.get(b"accept-language", ""))
    request_id = request_id_from(received.get(b"x-request-id", ""))
    body = problem_body(problem, language, scope["path"], request_id)
    headers = {
        **headers_of_every_response(request_id),
        "Content-Type": MEDIA_TYPE,
        "Content-Length": str(len(body)),
        "Content-Language": language,
        **({} if problem.retry_after is None else {"Retry-After": str(problem.retry_after)}),
        **({"Connection": "close"} if closes else {}),
    }
    own = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    kept = [pair for pair in answered if pair[0].lower() not in dict(own)]
    await send({"type": "http.response.start", "status": problem.status, "headers": [*kept, *own]})
    await send({"type": "http.response.body", "body": body})
