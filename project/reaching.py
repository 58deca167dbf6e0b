"""Ends a request quietly whose client has gone: uvloop refuses to write to its connection before the server knows."""

import asyncio
from contextlib import suppress

from events.api.body_limit import Application, Message, Receive, Scope, Send

LONGEST_SECONDS = 1.0  # until the server knows too


class Gone(Exception):
    """The client has closed the connection."""


def quietly(application: Application) -> Application:
    """An ASGI application that stops, without an error, when its client has gone."""

    async def quiet(scope: Scope, receive: Receive, send: Send) -> None:
        async def reach(message: Message) -> None:
            try:
                await send(message)
            except RuntimeError as error:
                if "handler is closed" in str(error):
                    raise Gone from error
                raise

        try:
            await application(scope, receive, reach)
        except Gone:
            with suppress(TimeoutError):  # of pipelined requests uvicorn tells the last one only
                async with asyncio.timeout(LONGEST_SECONDS):
                    while (await receive())["type"] != "http.disconnect":
                        pass

    return quiet
