"""The short route: an ASGI application in front of the API that answers the most frequent requests of a match.

A request in its plain form (`plain`) runs the method of its view (`answers`) on a thread of the API, without Django's
middleware and routes and without REST framework's dispatch; `finish` adds the headers that the middleware adds. What a
caller has read before is `repeated` on the event loop, if the head of the match says that nothing has changed
(`heads`). Only success is answered here. Everything else goes on to the API with what was already done for it
(`events.http.earlier`), so each refusal has one origin.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor

from events.http.body_limit import Application, Receive, Scope, Send, replaying
from events.http.earlier import Earlier, with_earlier
from project.short_route.answers import Answer, answer, answer_again
from project.short_route.heads import Heads
from project.short_route.plain import plain_request


class ShortRoute:
    """The application. ordinary: handles all other requests; executor: the threads of the API; heads: of its loop."""

    def __init__(self, ordinary: Application, executor: Executor, heads: Heads) -> None:
        self._ordinary, self._executor, self._heads = ordinary, executor, heads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        plain = plain_request(scope)
        if plain is None:
            return await self._ordinary(scope, receive, send)
        outcome: Answer | Earlier | None = None
        if plain.method == "POST":
            message = await receive()  # `with_body_limit` delivers the body as a whole
            plain.content = message.get("body", b"")
            receive = replaying(plain.content, receive)
        else:
            outcome = await answer_again(plain, self._heads)
        if outcome is None:
            outcome = await asyncio.get_running_loop().run_in_executor(self._executor, answer, plain)
        if not isinstance(outcome, Answer):
            return await self._ordinary(with_earlier(scope, outcome), receive, send)
        await send({"type": "http.response.start", "status": outcome.status, "headers": outcome.headers})
        await send({"type": "http.response.body", "body": outcome.body})
