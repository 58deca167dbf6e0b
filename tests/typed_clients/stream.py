"""Plays moves by streams, with models that datamodel-code-generator has generated as `models`: python stream.py URL."""

import sys
from collections.abc import Iterable, Iterator
from http.client import HTTPResponse
from urllib.request import Request, urlopen

from models import (
    Event,
    EventMatchCreated,
    EventMove,
    Match,
    MatchCreate,
    MoveCreate,
    MoveResult,
    Player,
    PlayerCreate,
    SeatCreate,
    SeatInput,
    SeatInputKindEnum,
    StreamedPrompts,
    View,
)
from pydantic import BaseModel

MOVES = 12


def main() -> None:
    """Plays some moves of Monopoly Deal, and checks the types of everything that arrives."""
    url = sys.argv[1]
    guests = [
        Player.model_validate_json(post(url, "/players", PlayerCreate(name=name)))
        for name in ("Typed Eve", "Typed Finn")
    ]
    seats = [SeatInput(kind=SeatInputKindEnum(kind)) for kind in ("me", "open")]
    wish = MatchCreate(game="monopoly_deal", seats=seats)
    match = Match.model_validate_json(post(url, "/matches", wish, guests[0].token))
    path = f"{url}/api/v1/matches/{match.id}"
    post(url, f"/matches/{match.id}/seats", SeatCreate(), guests[1].token)
    streams = [events(opened(f"{path}/stream?legal=1", guest.token)) for guest in guests]
    with opened(f"{path}/view", guests[0].token) as answer:
        view = View.model_validate_json(answer.read())

    first = next(streams[0])
    assert isinstance(first, Event) and isinstance(first.root, EventMatchCreated) and first.root.game == match.game
    seq, to_act, rows = view.seq, view.to_act, 0
    for _ in range(MOVES):
        seat = to_act[0]
        prompts, passed = until(streams[seat], seq)
        rows += sum(isinstance(event.root, EventMove) for event in passed)
        legal = prompts.prompts[0].legal
        assert legal is not None and legal.moves, prompts
        move = MoveCreate(prompt=prompts.prompts[0].id, verb=legal.moves[0].verb, args=legal.moves[0].args)
        played = MoveResult.model_validate_json(post(url, f"/matches/{match.id}/moves", move, guests[seat].token))
        assert played.seq is not None and played.to_act is not None, played
        seq, to_act = played.seq, played.to_act
    assert rows >= MOVES - 1, rows
    print("played")


def until(stream: Iterator[Event | StreamedPrompts], seq: int) -> tuple[StreamedPrompts, list[Event]]:
    """Returns the prompts after an event, and the events before them."""
    passed = []
    for event in stream:
        if isinstance(event, Event):
            passed.append(event)
        elif event.seq is not None and event.seq >= seq and event.prompts:
            return event, passed
    raise EOFError("expected prompts")


def opened(address: str, token: str, body: bytes | None = None) -> HTTPResponse:
    """Sends a request; the caller reads the response."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    answer: HTTPResponse = urlopen(Request(address, body, headers), timeout=40)
    return answer


def post(url: str, path: str, body: BaseModel, token: str = "") -> bytes:
    """Returns the body of the response."""
    with opened(f"{url}/api/v1{path}", token, body.model_dump_json(exclude_none=True).encode()) as answer:
        return answer.read()


def events(lines: Iterable[bytes]) -> Iterator[Event | StreamedPrompts]:
    """Yields the events of a stream as models."""
    name = ""
    for line in lines:
        field, _, value = line.decode().rstrip("\n").partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield Event.model_validate_json(value) if name == "event" else StreamedPrompts.model_validate_json(value)


main()
