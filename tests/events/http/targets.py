"""Targets of hostile and generated requests: a running match of every game, and matches in other states."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import transaction

from events.http import auth
from events.log import states
from events.log.models import ActionEvent, IdempotencyRecord, Match, SealedAnswer, Seat
from events.users.models import Player, Token
from games import registry
from tests.events.calls import Caller, open_match, somebody

UNCHANGED_MODELS = (Player, Token, Match, Seat, ActionEvent, SealedAnswer, IdempotencyRecord)


class Targets(NamedTuple):
    """callers: the callers by role; running: a match by game key, with `seated` and `operator` in the first two seats;
    others: open, finished and private matches, by state; players: the ids of seated players."""

    callers: dict[str, Caller]
    running: dict[str, str]
    others: dict[str, str]
    players: list[Caller]

    @property
    def matches(self) -> list[str]:
        return [*self.running.values(), *self.others.values()]


def laid_out(keys: Collection[str] = tuple(registry.GAMES)) -> Targets:
    """Creates all targets through the API. keys: the keys of the games."""
    games = [registry.get(key) for key in keys]
    most = max(game.seats.start for game in games)
    players = [somebody("Target") for _ in range(max(most, 4))]
    seated, operator = players[0], players[1]
    Player.objects.filter(pk=operator.player).update(is_staff=True)
    Token.objects.filter(player=seated.player).update(scopes="read play bot")  # so that no scope hides other refusals
    auth.forget()
    running = {game.key: open_match(seated, players[1 : game.seats.start], game.key) for game in games}
    others = {
        "open": seated.post("/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}),
        "private": players[2].post(
            "/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "private"}
        ),
    }
    ids = {name: answer.json()["id"] for name, answer in others.items()}
    ids["over"] = open_match(seated, players[1:2], "monopoly_deal")
    assert players[1].post(f"/matches/{ids['over']}/resign").status_code == 200
    assert seated.get(f"/matches/{ids['over']}").json()["status"] == "finished"
    return Targets({"anybody": Caller(), "seated": seated, "operator": operator}, running, ids, players)


@contextmanager
def taken_back() -> Iterator[None]:
    """Rolls back everything inside, including the caches of the process."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    states.forget()
    auth.forget()


def stored_state() -> Any:
    """Returns the state that a refused request must not change: the number of rows, and the head of each log."""
    return [model.objects.count() for model in UNCHANGED_MODELS], sorted(
        Match.objects.values_list("id", "head_seq", "head_hash")
    )
