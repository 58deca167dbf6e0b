"""The doors that are lines of text: HTTP, the terminal and MCP."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.caller import Caller
from tests.clients.agents import AT, CHOICE, Agent, Refused, agent
from tests.clients.artefacts import python_environment
from tests.doors.decisions import Shown, Stuck

SECONDS = 120.0
LATE = re.compile(r"\((stale_prompt|stale_offer|match_over|match_not_running|cooling_down|illegal_move)\)")
PRINTED = re.compile(r"^  (\d+)\. (.*)$")
LISTED = re.compile(r"^1\. .*\)$", re.MULTILINE)  # a match in the menu; the places at an end have no stage


class Http:
    """`GET` and `POST /matches/{id}/text`."""

    name = "HTTP"

    def __init__(self, caller: Caller, language: str = "en") -> None:
        self._caller, self._headers = caller, {"Accept-Language": language}
        self._path = self._at = ""

    def enter(self, match: str) -> None:
        self._path = f"/api/v1/matches/{match}/text"

    def look(self) -> Shown:
        return self._shown(*self._caller.send("GET", self._path, headers=self._headers))

    def give(self, answer: str) -> Shown | None:
        body = {"at": self._at, "answer": answer}
        status, content = self._caller.send("POST", self._path, body, headers=self._headers)
        return None if status in (409, 422) else self._shown(status, content)

    def _shown(self, status: int, content: bytes) -> Shown:
        if status >= 400:
            raise Stuck(f"{status}: {content[:300]!r}")
        body = json.loads(content)
        self._at = body["at"]
        choices = tuple((str(choice["number"]), choice["words"]) for choice in body["choices"])
        lines = (*body["text"].splitlines(), *map(" ".join, choices))
        return Shown(tuple(filter(None, lines)), choices)


class Terminal:
    """`comptoir play` in a terminal of its own, from its menu.

    is_shared: whether the seat also plays elsewhere; went_back: what was on the screen where the program left a match.
    """

    name = "terminal"

    def __init__(self, python: Path, address: str, token: str, language: str = "en", is_shared: bool = False) -> None:
        self._is_shared = is_shared
        self._mine, theirs = pty.openpty()
        modes = termios.tcgetattr(theirs)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(theirs, termios.TCSANOW, modes)
        words = ["play", address, "--token", token, "--language", language]
        environment = {
            **os.environ,
            **python_environment(python),
            "TERM": "xterm",
            "COLUMNS": "1000",
            "LANG": "C.UTF-8",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "comptoir_client.terminal", *words],
            stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self._unread, self._screen, self.went_back = b"", "", list[str]()

    def enter(self, match: str) -> None:
        """Takes the first match of the menu: the player has no other."""
        until = time.monotonic() + SECONDS
        while not self._asks("Which> ") or not LISTED.search(self._screen):
            if time.monotonic() > until:
                raise Stuck(f"no match in the menu: {self._screen[-500:]!r}")
            if self._asks("Which> "):
                self._type("?")
            elif self._asks("Your answer> "):
                self._type("q")
            self._read(1)  # while it waits for the end of the last match, it takes no line
        self._type("1")

    def look(self) -> Shown | None:
        self._read(0.02)
        if self._asks("Which> ") and LISTED.search(self._screen):  # it went back by itself, and says why
            self.went_back.append(self._screen[-600:])
            self._type("1")
            self._wait(time.monotonic() + SECONDS)
        if self._is_shared and self._asks("Your answer> "):
            self._type("t")
            self._wait(time.monotonic() + SECONDS)
        return self._shown() if self._asks("Your answer> ") else None

    def give(self, answer: str) -> Shown | None:
        self._type(answer)
        self._wait(time.monotonic() + SECONDS)
        return self._shown()

    def __str__(self) -> str:
        return f"{self.name}, {self._screen[-300:]!r}"

    def close(self) -> None:
        """Ends the program."""
        self._process.kill()
        self._process.wait()
        os.close(self._mine)

    def _asks(self, question: str) -> bool:
        return self._screen.endswith(question)

    def _type(self, line: str) -> None:
        self._screen = ""
        os.write(self._mine, f"{line}\n".encode())

    def _wait(self, until: float) -> None:
        """Reads until the program asks for a line, or says that it waits."""
        while not (self._asks("> ") or "(Ctrl-C goes back)." in self._screen):
            if time.monotonic() > until or self._process.poll() is not None:
                raise Stuck(f"the terminal asks nothing: {self._screen[-500:]!r}")
            self._read(1)

    def _read(self, seconds: float) -> None:
        while select.select([self._mine], [], [], seconds)[0]:
            try:
                self._unread += os.read(self._mine, 65536)
            except OSError as ended:
                raise Stuck(f"the program has ended: {self._screen[-1500:]}") from ended
            with suppress(UnicodeDecodeError):  # a letter may come in two parts
                self._screen += re.sub(r"\x1b\[[0-9;]*m", "", self._unread.decode().replace("\r\n", "\n"))
                self._unread = b""
            seconds = 0

    def _shown(self) -> Shown:
        """What was printed since the last line that was typed."""
        lines = [line for line in self._screen.splitlines() if line.strip()]
        last = next((at for at in reversed(range(len(lines))) if lines[at].startswith("== ")), 0)
        asks = self._asks("Your answer> ")
        choices = tuple((found[1], found[2]) for line in lines[last:] if asks and (found := PRINTED.match(line)))
        return Shown(tuple(lines[: -1 if asks else None]), choices)


class Mcp:
    """An agent at `comptoir-mcp` over stdio, with an event loop of its own; it plays as a bot account."""

    name = "MCP"

    def __init__(self, python: Path, address: str, tokens: Mapping[str, str], language: str = "en") -> None:
        self._loop = asyncio.new_event_loop()
        self._over, self._ready = asyncio.Event(), threading.Event()
        self._agent: Agent | None = None
        self._match = self._at = ""
        work = self._work(python, address, language, tokens)
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(work), daemon=True)
        self._thread.start()
        if not self._ready.wait(SECONDS):
            raise Stuck("the MCP server does not start")

    async def _work(self, python: Path, address: str, language: str, tokens: Mapping[str, str]) -> None:
        async with agent(python, address, "--language", language, **tokens) as self._agent:
            self._ready.set()
            await self._over.wait()

    def enter(self, match: str) -> None:
        self._match = match
        if match not in self._call("matches").split("keep a seat")[0]:
            self._call("join", match=match)

    def look(self) -> Shown:
        return self._shown(self._call("table", match=self._match))

    def give(self, answer: str) -> Shown | None:
        try:
            return self._shown(self._call("answer", match=self._match, at=self._at, answer=answer))
        except Refused as refused:
            if LATE.search(str(refused)):
                return None
            raise Stuck(str(refused)) from refused

    def close(self) -> None:
        """Ends the server."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(30)

    def _call(self, tool: str, **arguments: Any) -> str:
        assert self._agent is not None, "the server has started"
        return asyncio.run_coroutine_threadsafe(self._agent.call(tool, **arguments), self._loop).result(SECONDS)

    def _shown(self, text: str) -> Shown:
        self._at = AT.findall(text)[-1]
        choices = tuple((number, words) for number, words in CHOICE.findall(text))
        return Shown(tuple(filter(None, text.splitlines()[:-1])), choices)
