"""A caller of the API with a short notation, `ada.post("/matches", {...})`, and helpers that create matches."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from django.db import connections
from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler

from tests.events.http.openapi.conformance import conformance

SHORT: Mapping[str, Mapping[str, Any]] = {
    "dale_of_merchants": {"max_turns": 4},
    "dealmaker": {"max_idle_acts": 20, "max_announcements": 2, "grab_cooldown": 0, "proposal_cooldown": 0},
    "great_dalmuti": {"end": {"hands": 1}},
    "monopoly_deal": {"max_turns": 4},
    "negoces2": {"max_sales": 1, "max_acts": 5},
}
"""Options for a short match without waiting times between moves."""
GOODS = dict.fromkeys(("diamond", "gold", "carpet", "flowers", "vinegar", "peanuts"), 2)
SHORTEST: Mapping[str, Mapping[str, Any]] = {
    **SHORT,
    "dealmaker": {**SHORT["dealmaker"], "goods": GOODS},
    "great_dalmuti": {**SHORT["great_dalmuti"], "deck": "minus11_12"},
}
"""Options for the smallest number of seats, with fewer goods and cards."""

_numbers = count(1)
_handler = ClientHandler(enforce_csrf_checks=False)


def client() -> Client:
    """Returns a client that shares one middleware stack, because building it takes longer than a request."""
    test_client = Client(raise_request_exception=False)
    test_client.handler = _handler
    return test_client


class Caller:
    """A caller of the API, with or without a token."""

    def __init__(self, token: str | None = None, player: str = "") -> None:
        self.token, self.player = token, player

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Returns the response, and checks it against the OpenAPI document.

        headers: names have underscores: `Idempotency_Key="..."`.
        """
        request_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            request_headers["Authorization"] = f"Bearer {self.token}"
        content = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        response = joined(client().generic(method, f"/api/v1{path}", headers=request_headers, **content))
        conformance().check(method, f"/api/v1{path}", response)
        return response

    def get(self, path: str, **headers: str) -> Any:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("POST", path, {} if body is None else body, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.call("DELETE", path, **headers)


def joined(response: Any) -> Any:
    """Returns a streamed response with its whole body, and any other response unchanged."""
    if response.streaming:
        content = b"".join(response)
        response.__class__, response.streaming = HttpResponse, False
        response.content = content
    return response


def somebody(name: str = "Player") -> Caller:
    """Returns a new guest."""
    answer = Caller().post("/players", {"name": f"{name} {next(_numbers)}x"})
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"], answer.json()["id"])


def open_match(creator: Caller, others: list[Caller], game: str = "great_dalmuti", **wish: Any) -> str:
    """Creates a running match with all callers seated in order."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
    body = {"game": game, "seats": seats, **({"options": {"end": {"hands": 1}}} if game == "great_dalmuti" else {})}
    answer = creator.post("/matches", {**body, **wish})
    assert answer.status_code == 201, answer.content
    match: str = answer.json()["id"]
    for other in others:
        assert other.post(f"/matches/{match}/seats").status_code == 201
    return match


def first_move(caller: Caller, match: str, **arguments: Any) -> dict[str, Any] | None:
    """Returns the first legal move of a caller, as a request body."""
    legal = caller.get(f"/matches/{match}/legal-moves?limit=1").json()
    return {"prompt": legal["prompt"], **legal["moves"][0]} if legal["moves"] else None


def play_on(callers: list[Caller], match: str, until: Callable[[Mapping[str, Any]], bool]) -> None:
    """Plays first legal moves until the head of the match satisfies a condition."""
    for _ in range(5000):
        head = callers[0].get(f"/matches/{match}").json()
        if until(head) or head["status"] != "running":
            return
        for seat in head["to_act"]:
            move = first_move(callers[seat], match)
            if move is not None:
                answer = callers[seat].post(f"/matches/{match}/moves", move)
                assert answer.status_code in (200, 201), answer.content
    raise AssertionError("expected the match to come that far within 5,000 rounds")


def code(answer: Any) -> tuple[int, str]:
    """Returns the status and the problem code of a refusal."""
    return answer.status_code, answer.json()["code"]


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Returns the results of functions that run concurrently, each in its own thread."""
    start, results = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int, outcome: Callable[[], Any]) -> None:
        start.wait()
        try:
            results[place] = outcome()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
