"""A client that disconnects ends its request without an error; other exceptions are still raised."""

import asyncio
from typing import Any

import pytest

from project.serving.disconnects import ending_quietly


def send_to_closed(reason: str) -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start"})

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        raise RuntimeError(reason)

    asyncio.run(ending_quietly(application)({}, receive, send))


def test_sending_to_a_closed_connection_raises_no_error() -> None:
    send_to_closed("unable to perform operation on <TCPTransport closed=True>; the handler is closed")


def test_another_error_while_sending_is_raised() -> None:
    with pytest.raises(RuntimeError, match="Content-Length"):
        send_to_closed("Response content longer than Content-Length")
