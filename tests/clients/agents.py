"""Agents that use MCP and read only the text of its tools, as a language model would."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.clients.artefacts import python_environment

CHOICE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
AT = re.compile(r"^at: (\S+)$", re.MULTILINE)
MATCH = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ANSWERED = "You have answered: "
MOST_ANSWERS = 5000


def is_asked(text: str) -> bool:
    """Returns whether the text requests an answer; a sealed answer is not requested again."""
    return bool(CHOICE.search(text)) and ANSWERED not in text


class Refused(Exception):
    """Error that a tool returned."""


class Agent:
    """Calls tools. calls: each call with its result, in order."""

    def __init__(self, client: Client) -> None:
        self.client, self.calls = client, list[tuple[str, dict[str, Any], str]]()

    async def call(self, tool: str, **arguments: Any) -> str:
        """Returns the text of a tool's result. Raises Refused."""
        result = await self.client.call_tool(tool, arguments)
        [content] = result.content
        text = str(content.text)  # type: ignore[union-attr]
        self.calls.append((tool, arguments, text))
        if result.is_error:
            raise Refused(text)
        return text

    async def play(self, match: str, chance: random.Random, wait: float = 20) -> int:
        """Plays a match to its end with random offered answers; returns the number of answers."""
        text = await self.call("table", match=match)
        for answers in range(MOST_ANSWERS):
            while not is_asked(text):
                text = await self.call("table", match=match, wait=wait)
                if not is_asked(text) and match not in await self.call("matches"):
                    return answers
            text = await self.step(match, text, chance)
        raise AssertionError(f"stuck: {text}")

    async def step(self, match: str, text: str, chance: random.Random) -> str:
        """Gives one of the answers that a text offers; returns the next text. A late answer is no fault."""
        [at] = AT.findall(text)
        chosen = chance.choice(CHOICE.findall(text))
        try:
            return await self.call("answer", match=match, at=at, answer=chosen[chance.random() < 0.3])
        except Refused as refused:
            assert re.search(r"\((stale_prompt|stale_offer|match_over|match_not_running|cooling_down)\)", str(refused))
            return await self.call("table", match=match)


@asynccontextmanager
async def agent(python: Path, address: str, *words: str, **environment: str) -> AsyncIterator[Agent]:
    """Yields an agent with its own server, over stdio. python: the folder of the wheel; environment: the server's."""
    settings = {**python_environment(python), **environment}
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "comptoir_client.mcp_server", address, *words], env=settings
    )
    async with Client(command) as client:
        yield Agent(client)


@asynccontextmanager
async def agent_over_http(url: str, **headers: str) -> AsyncIterator[Agent]:
    """Yields an agent at a shared server. headers: the headers of its requests."""
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield Agent(client)
