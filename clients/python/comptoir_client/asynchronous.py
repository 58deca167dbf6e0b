"""The asynchronous client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from time import monotonic
from types import TracebackType
from typing import Any, Self

import httpx

from comptoir_client import types
from comptoir_client.asynchronous_methods import AsyncMethods
from comptoir_client.fold import Start, fold
from comptoir_client.moves import Completion, LegalMoves, Move
from comptoir_client.news import Decision, News
from comptoir_client.problems import NoLongerAllowed, Problem, Unreachable
from comptoir_client.requests import Responses, filled, problem
from comptoir_client.retries import BROKEN, Retries
from comptoir_client.streams import Backoff, Reader

TIMEOUT = httpx.Timeout(10, read=30)  # a stream sends data every 4 seconds
COOLING = 1.0  # seconds until a seat that has acted may act again at an open prompt
LINES = "application/x-ndjson"
IN_PLAY = ("open", "sealing", "running")
LAST = ("match.over", "match.void")


class AsyncClient(AsyncMethods):
    """A client for one caller of one server. Close the client, or use it as a context.

    address: the server's address, such as "https:

    comptoir.example"; token: the token of a player, a guest or a bot; language: "en" or "fr", the language of texts for
    people; patience: the seconds for which a request is repeated while the server is down or busy; transport: an httpx
    transport to replace the usual one.

    Methods raise Problem if the server refuses, and Unreachable if no response arrives within that time. A move that is
    sent again is played once.
    """

    def __init__(
        self,
        address: str,
        token: str | None = None,
        *,
        language: str | None = None,
        patience: float = 60,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        headers = {"Accept-Language": language} if language else {}
        self.token = token
        self._patience, self._responses = patience, Responses()
        self._base = address.rstrip("/") + "/api/v1"
        self._http = httpx.AsyncClient(headers=headers, timeout=TIMEOUT, transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def sign_up(self, name: str, password: str | None = None) -> types.Player:
        """Creates a player (without a password, a guest); sends later requests as that player."""
        player = await self.players_create({"name": name, "password": password} if password else {"name": name})
        self.token = player["token"]
        return player

    async def legal(self, match: str, *, prompt: int | None = None, limit: int = 100) -> LegalMoves | None:
        """Returns the legal moves for a prompt, or for the first prompt open to you; None if none is open."""
        found = await self.matches_legal_moves_list(match, prompt=prompt, limit=limit)
        return None if found["prompt"] is None else LegalMoves.of(found["prompt"], found)

    async def complete(self, match: str, move: Move) -> Completion:
        """Queries whether a move can be played, and which choices remain. Plays nothing."""
        body: types.LegalMovesTrial = {"prompt": move.prompt, "verb": move.verb, "args": dict(move.args)}
        return Completion.of(move, await self.matches_legal_moves_try(match, body))

    async def ready(self, match: str, legal: LegalMoves) -> LegalMoves | None:
        """Waits while the clock delays all legal moves; returns the moves that can be played now, or None."""
        found: LegalMoves | None = legal
        while found and not found.moves and any(draft.available_at for draft in found.drafts):
            await asyncio.sleep(COOLING)
            try:
                found = await self.legal(match, prompt=legal.prompt)
            except Problem as refusal:
                if not refusal.is_overtaken:
                    raise
                return None
        return found if found and found.moves else None

    async def play(self, match: str, move: Move) -> types.MoveResult:
        """Plays a move. If the move was too late, the Problem that it raises has `is_overtaken`."""
        return await self.matches_moves_create(match, move.body())

    async def follow(self, match: str, *, legal: int = 0) -> AsyncGenerator[News, None]:
        """Yields the table as it is, then each event with the table after it, up to the end of the match.

        legal: the number of legal moves that each prompt lists, up to 100. The client resumes a broken stream without a
        gap.
        """
        first = (await self.matches_events_list(match, limit=1))["items"][0]
        start, head = Start.of(first, await self.matches_view(match, at=0)), await self.matches_retrieve(match)
        view = await self.matches_view(match, at=head["seq"])
        yield News(view, None, ())
        if head["status"] not in IN_PLAY:
            return
        async with aclosing(self.matches_stream(match, after=view["seq"], legal=legal)) as stream:
            async for streamed in stream:
                if streamed.name == "prompt":
                    yield News(view, None, tuple(streamed.data["prompts"]))
                    continue
                view = fold(view, streamed.data, start)
                yield News(view, streamed.data, ())
                if streamed.data["type"] in LAST:
                    return

    async def text_after(
        self, match: str, text: types.Text, *, since: str | None = None, seconds: float = 25
    ) -> types.Text:
        """Returns the text of a table when it differs from an earlier text, or after this number of seconds.

        since: the same as in `matches_text`.
        """
        until, seq = monotonic() + seconds, int(text["at"].partition(":")[0])
        path, query = "/matches/{match_id}/stream", {"after": seq}
        async with aclosing(self._stream(path, [match], query, with_heartbeats=True)) as stream:
            async for _ in stream:
                now = await self.matches_text(match, since=since)
                if now["at"] != text["at"] or now["choices"] != text["choices"] or monotonic() >= until:
                    return now
        raise AssertionError("a stream goes on until it is closed")

    async def decisions(self, *, most: int = 4, seconds: int = 30) -> AsyncGenerator[Decision, None]:
        """Yields the decisions of a bot, in all its matches, without end. Give each decision to `answer`.

        most: the maximum number of decisions leased at a time; seconds: the duration of a lease.
        """
        async with aclosing(self.bots_decisions_stream(max=most, seconds=seconds)) as stream:
            async for streamed in stream:
                yield Decision.of(streamed.data)

    async def answer(self, decision: Decision, move: Move | None) -> bool:
        """Plays the answer to a decision (None: no move for now). Returns whether a move was played.

        Returns False if the table has changed meanwhile; if the decision is still open, `decisions` yields it again.
        """
        if move is None:
            await self._pass(decision)
            return False
        body: types.MoveCreate = {**move.body(), "lease": decision.lease}
        try:
            await self.matches_moves_create(decision.match, body, idempotency_key=decision.lease)
        except Problem as refusal:
            if not refusal.is_overtaken:
                raise
            await self._pass(decision)
            return False
        return True

    async def _pass(self, decision: Decision) -> None:
        """Ends a lease without a move; if that fails, the lease expires later."""
        with suppress(Unreachable):
            await self.bots_decisions_create({"max": 0, "passed": [decision.lease]})

    async def _call(
        self,
        method: str,
        path: str,
        blanks: list[Any],
        query: dict[str, Any],
        body: Any,
        key: str | None,
        tag: str | None,
        repeats: bool,
    ) -> Any:
        sent = self._responses.request(method, path, blanks, query, body, key, tag, repeats)
        retries = Retries(self._patience, repeats)
        while True:
            try:
                response = await self._http.request(
                    method,
                    self._base + sent.path,
                    params=sent.params,
                    content=sent.content,
                    headers={**self._authorization(), **sent.headers},
                )
            except httpx.TransportError as error:
                pause = retries.pause(error)
                if pause is None:
                    raise Unreachable(f"no answer to {method} {sent.path}") from error
            else:
                pause = retries.pause(response)
                if pause is None:
                    return self._responses.read(sent, response)
            await asyncio.sleep(pause)

    async def _stream(
        self, path: str, blanks: list[Any], query: dict[str, Any], with_heartbeats: bool = False
    ) -> AsyncGenerator[Any, None]:
        params = {name: value for name, value in query.items() if value is not None and name != "after"}
        last, backoff = query.get("after"), Backoff()
        while True:
            reader = Reader(last)
            headers = {**self._authorization(), "Accept": LINES}
            params |= {} if last is None else {"after": last}
            try:
                async with self._http.stream(
                    "GET", self._base + filled(path, blanks), params=params, headers=headers
                ) as response:
                    if response.status_code != 200:
                        await response.aread()
                        raise problem(response)
                    async for piece in response.aiter_bytes():
                        for streamed in reader.read(piece):
                            if streamed.name == "open":
                                continue
                            backoff.healed()
                            if streamed.name == "bye":
                                if streamed.data["reason"] == "rights":
                                    raise NoLongerAllowed("you may not see this stream any more")
                            elif with_heartbeats or streamed.name != "heartbeat":
                                yield streamed
            except BROKEN:
                pass
            except Problem as refusal:
                if not refusal.is_passing:
                    raise
            last = reader.last
            await asyncio.sleep(backoff.pause())

    async def _lines(self, path: str, blanks: list[Any], query: dict[str, Any]) -> AsyncGenerator[Any, None]:
        params = {name: value for name, value in query.items() if value is not None}
        headers, address, rest = {**self._authorization(), "Accept": LINES}, self._base + filled(path, blanks), b""
        try:
            async with self._http.stream("GET", address, params=params, headers=headers) as response:
                if response.status_code != 200:
                    await response.aread()
                    raise problem(response)
                async for piece in response.aiter_bytes():
                    *lines, rest = (rest + piece).split(b"\n")
                    for line in lines:
                        yield json.loads(line)
        except httpx.TransportError as error:
            raise Unreachable(f"GET {path} broke off") from error

    def _authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}
