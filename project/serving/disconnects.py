"""The end of a request, without an error, after its client has disconnected.

uvloop refuses to write to such a connection before uvicorn detects the disconnection.
"""

import asyncio
from contextlib import suppress

from events.base.asgi import Application, Message, Receive, Scope, Send

LONGEST_SECONDS = 1.0  # the longest wait until uvicorn detects the disconnection


class Disconnected(Exception):
    """The client has closed the connection."""


def ending_quietly(application: Application) -> Application:
    """Returns an ASGI application that stops without an error when its client disconnects."""

    async def quiet(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_or_stop(message: Message) -> None:
            try:
                await send(message)
            except RuntimeError as error:
                if "handler is closed" in str(error):
                    raise Disconnected from error
                raise

        try:
            await application(scope, receive, send_or_stop)
        except Disconnected:
            with suppress(TimeoutError):  # uvicorn notifies only the last of several pipelined requests
                async with asyncio.timeout(LONGEST_SECONDS):
                    while (await receive())["type"] != "http.disconnect":
                        pass

    return quiet
