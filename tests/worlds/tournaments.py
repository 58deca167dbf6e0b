"""Paired worlds over tournaments: viewers receive nothing of another table whose shared deal is still being played.

Both worlds have the same tournament up to the deal. In world B, all cards that the viewer does not hold are permuted,
and the other table of the deal continues differently: more moves, other cards, a result. Ids, clock, randomness and
sights are those of the worlds of one match.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import quote

from django.db import transaction

from events.log import states
from events.log.models import Match
from events.matches.record.conditions import Order
from events.notifications.models import Notification
from events.notifications.pushes import subscription_create
from events.notifications.webhooks import webhook_create
from events.users.models import Player
from games import registry
from games.kernel.effect import Shuffled
from games.kernel.game import Game
from tests.events.calls import Caller, first_move
from tests.events.notifications.receivers import Device
from tests.events.steps import tournaments_advance
from tests.games.harness.card_knowledge import reshuffled
from tests.worlds.sights import MOMENT, TOURNAMENT, WIDELY, Eyes, Sent
from tests.worlds.worlds import Leak, parting, same_circumstances

WISH: dict[str, Any] = {
    "title": "Paired",
    "format": "swiss",
    "rounds": 1,
    "max_players": 16,
    "duplicate": True,
}


class People(NamedTuple):
    """The people of a tournament: the players of two tables, the organiser, a withdrawn player, and others."""

    players: list[Caller]
    organiser: Caller
    others: dict[str, Caller]


class OtherTable(NamedTuple):
    """Facts that the viewer may not know. moves: the number of moves at the other table; ends: whether it has ended."""

    moves: int
    ends: bool


def dealt_otherwise(game: Game, held: Collection[str]) -> Game:
    """Returns the same rules with a dealer that permutes all cards except those with the faces in `held`."""

    def order(fair: Shuffled, before: dict[int, str]) -> Sequence[int]:
        free = iter([place for place in reversed(fair.order) if before[place] not in held])
        return [place if before[place] in held else next(free) for place in fair.order]

    return reshuffled(game, order)  # type: ignore[arg-type]


@contextmanager
def same_ids() -> Iterator[None]:
    """Makes ids independent of the objects created in another world."""
    numbers = count(1)

    def new_id() -> uuid.UUID:
        return uuid.UUID(int=(0x18F << 112) | (7 << 76) | (2 << 62) | next(numbers))

    with ExitStack() as stack:
        for name in (
            "events.base.models.uuid7",
            "events.matches.lobby.services.new_id",
            "events.tournaments.creation.new_id",
        ):
            stack.enter_context(patch(name, new_id))
        yield


class World:
    """One world. viewer: the caller who looks; seat: their place among the players, None if they do not play."""

    def __init__(self, rules: Game, people: People, viewer: Caller, seat: int | None, other_table: OtherTable) -> None:
        self.rules, self.people, self.viewer, self.seat, self.other_table = rules, people, viewer, seat, other_table

    def seen(self, only: str = "") -> tuple[list[Sent], Collection[str]]:
        """Returns everything that the viewer receives, and the faces of the cards that they hold."""
        with same_circumstances(self.rules), same_ids(), transaction.atomic():
            self._organise()
            mine, other = self._tables()
            if self.viewer.token:
                self.viewer.get("/me")
            self._play_elsewhere(other)
            looked = [other] if self.seat is None else [mine, other]
            seen, held = [sent for table in looked for sent in self._looked(table, only)], self._held(mine)
            transaction.set_rollback(True)
        states.forget()
        return seen, held

    def _organise(self) -> None:
        answer = self.people.organiser.post(
            "/tournaments", {**WISH, "game": self.rules.key, "seats": len(self.people.players) // 2}
        )
        assert answer.status_code == 201, answer.content
        self.path = f"/tournaments/{answer.json()['id']}"
        if self.viewer.token:
            viewer = Player.objects.get(pk=self.viewer.player)
            webhook_create(player=viewer, url="https://example.org/hook", kinds=None)
            device = Device.at("https://push.example.org/device")
            subscription_create(player=viewer, token=None, **device, kinds=list(Notification.Kind.values), label="")
        for caller in (*self.people.players, self.people.others["withdrawn"]):
            assert caller.post(f"{self.path}/entries", {"nonce": "5c" * 32}).status_code == 201
        self.people.others["withdrawn"].delete(f"{self.path}/entries/{len(self.people.players)}")
        assert self.people.organiser.post(f"{self.path}/start").status_code == 200
        tournaments_advance()

    def _tables(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Returns the match of the viewer (or any match), and the other match of the deal."""
        [drawn] = self.people.organiser.get(f"{self.path}/rounds").json()["items"]
        tables = [match for table in drawn["tables"] for match in table["matches"]]
        tables.sort(key=lambda match: self.seat not in match["entries"])
        return tables[0], tables[1]

    def _play_elsewhere(self, other: dict[str, Any]) -> None:
        seated = [self.people.players[entry] for entry in other["entries"]]
        for _ in range(self.other_table.moves):
            head = seated[0].get(f"/matches/{other['match']}").json()
            seat = head["to_act"][0]
            move = first_move(seated[seat], other["match"])
            assert seated[seat].post(f"/matches/{other['match']}/moves", move).status_code in (200, 201)
        if self.other_table.ends:
            assert seated[0].post(f"/matches/{other['match']}/resign").status_code == 200
        tournaments_advance()

    def _held(self, mine: dict[str, Any]) -> Collection[str]:
        """Returns the faces in the viewer's hand; none if the viewer does not play."""
        if self.seat is None:
            return ()
        state = states.head(Match.objects.get(pk=mine["match"])).state
        number = mine["entries"].index(self.seat)
        zone = next(zone for zone in state.zones if zone.name == "hand" and zone.seat == number)
        return {state.faces[card] for card in state.zones[zone]}

    def _looked(self, table: dict[str, Any], only: str) -> list[Sent]:
        """Returns what the viewer sees of a table and the tournament."""
        eyes = Eyes(self.viewer, table["match"], None, [], only)
        player = Player.objects.get(pk=self.people.players[table["entries"][1]].player)
        phase = min(self.rules.phases)
        eyes.known |= {
            "tournament": self.path,
            "game": self.rules.key,
            "name": quote(player.name),
            "hook": uuid.UUID(int=0),
            "head": 5,
            "recent": 3,
            "at": 5,
            "dealt": 5,
            "other": 1,
            "number": 0,
            "prompt": 0,
            "mine": 0,
            "card": 7,
            "phase": phase,
            "verb": "pass",
            "args": "{}",
            "answer": Order(self.rules, len(table["entries"]), phase).verbs[0],
        }
        return eyes.look(MOMENT, WIDELY, TOURNAMENT)


def compared(
    key: str, people: People, viewer: Caller, seat: int | None, one: OtherTable, *others: OtherTable, only: str = ""
) -> int:
    """Compares a world with others for one viewer; returns the number of responses. Raises Leak."""
    game = registry.get(key)
    seen, held = World(game, people, viewer, seat, one).seen(only)
    for other in others:
        again, _ = World(dealt_otherwise(game, held), people, viewer, seat, other).seen(only)
        for a, b in zip(seen, again, strict=True):
            if a != b:
                raise Leak(parting(a, b))
            assert a.status < 500, a
    return len(seen)


def people_of(somebody: Callable[[str], Caller], seats: int = 2) -> People:
    """Returns all people of one test; seats: the number of seats of each of the two tables."""
    others = {"withdrawn": somebody("Gone"), "a stranger": somebody("Eve"), "nobody": Caller()}
    for role in ("is_staff", "is_auditor"):
        others[role] = somebody("Operator")
        Player.objects.filter(pk=others[role].player).update(**{role: True})
    return People([somebody("Paired") for _ in range(2 * seats)], somebody("Organiser"), others)
