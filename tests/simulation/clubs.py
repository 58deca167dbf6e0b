"""Clubs and tournaments in a simulation: created, joined and started over the API, despite failing connections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.simulation.people import Life, Nap, Person
from tests.simulation.scheduler import Broken

Wish = Mapping[str, Any]


def founded(founder: Person, members: Sequence[Person], name: str, made: list[str]) -> Life:
    """Founds a public club, which others join; appends the club's id to `made`."""
    club = (yield from founder.asked("POST", "/clubs", {"name": name, "visibility": "public"}, once=True)).body["id"]
    for member in members:
        joined = yield from member.asked("POST", f"/clubs/{club}/members", once=True)
        if joined.status >= 300:
            raise Broken(f"{member.name} cannot join {club}: {joined}")
    made.append(club)


def held(organiser: Person, entrants: Sequence[Person], bots: int, wish: Wish, made: list[str]) -> Life:
    """Opens a tournament for people and bots, starts it once the people have entered, and appends its id to `made`."""
    opened = yield from organiser.asked("POST", "/tournaments", dict(wish), once=True)
    if opened.status >= 300:
        raise Broken(f"a tournament cannot be opened: {wish} {opened}")
    path = f"/tournaments/{opened.body['id']}"
    for entrant in entrants:
        yield Nap(1 + organiser.random.randrange(2_000))
        entered = yield from entrant.asked("POST", f"{path}/entries", {}, once=True)
        if entered.status >= 300:
            raise Broken(f"{entrant.name} cannot enter: {entered}")
    for _ in range(bots):
        entered = yield from organiser.asked("POST", f"{path}/entries", {"policy": "greedy"}, once=True)
        if entered.status >= 300:
            raise Broken(f"a bot cannot be entered: {entered}")
    started = yield from organiser.asked("POST", f"{path}/start", once=True)
    if started.status >= 300:
        raise Broken(f"{path} cannot be started: {started}")
    made.append(opened.body["id"])
