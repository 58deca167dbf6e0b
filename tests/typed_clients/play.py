"""Plays moves with a client that openapi-python-client has generated as the package `comptoir`: python play.py URL."""

import sys
from uuid import UUID

from comptoir import AuthenticatedClient, Client
from comptoir.api.accounts import me_decisions_list, players_create
from comptoir.api.matches import (
    games_retrieve,
    matches_create,
    matches_events_list,
    matches_legal_moves_list,
    matches_moves_create,
    matches_retrieve,
    matches_seats_create,
    matches_view,
)
from comptoir.models import (
    DecisionList,
    EventList,
    EventMatchCreated,
    EventMove,
    EventSeatJoined,
    Game,
    LegalMoves,
    Match,
    MatchCreate,
    MatchCreateOptions,
    MoveCreate,
    MoveResult,
    Player,
    PlayerCreate,
    SeatCreate,
    SeatInput,
    SeatInputKindEnum,
    SlotCounts,
    View,
)
from comptoir.types import Unset

MOVES = 12


def main() -> None:
    """Plays some moves of a hand of Great Dalmuti, and checks the types of everything that arrives."""
    url = sys.argv[1]
    player = players_create.sync(client=Client(base_url=url), body=PlayerCreate(name="Typed Ada"))
    assert isinstance(player, Player), player
    client = AuthenticatedClient(base_url=url, token=player.token)
    described = games_retrieve.sync("great_dalmuti", client=client)
    assert isinstance(described, Game) and described.title, described

    open_seats = [SeatInput(kind=SeatInputKindEnum.OPEN)] * 3
    options = MatchCreateOptions.from_dict({"end": {"hands": 1}})
    wish = MatchCreate(game="great_dalmuti", options=options, seats=[SeatInput(kind=SeatInputKindEnum.ME), *open_seats])
    created = matches_create.sync(client=client, body=wish)
    assert isinstance(created, Match), created
    clients = [client, *(seated(url, name, UUID(created.id)) for name in ("Typed Ben", "Typed Cleo", "Typed Dan"))]
    played, kinds = play(clients, UUID(created.id))
    assert SlotCounts in kinds, (played, kinds)

    page = matches_events_list.sync(UUID(created.id), client=client)
    assert isinstance(page, EventList), page
    assert isinstance(page.items[0], EventMatchCreated) and page.items[0].game == "great_dalmuti"
    assert sum(isinstance(event, EventSeatJoined) for event in page.items) == 4
    assert any(isinstance(event, EventMove) for event in page.items)
    table = matches_view.sync(UUID(created.id), client=client)
    assert isinstance(table, View) and table.viewer == 0, table
    print("played")


def seated(url: str, name: str, match_id: UUID) -> AuthenticatedClient:
    """Returns the client of a new player who has joined the match."""
    player = players_create.sync(client=Client(base_url=url), body=PlayerCreate(name=name))
    assert isinstance(player, Player), player
    client = AuthenticatedClient(base_url=url, token=player.token)
    answer = matches_seats_create.sync_detailed(match_id, client=client, body=SeatCreate())
    assert answer.status_code == 201, answer.content
    return client


def play(clients: list[AuthenticatedClient], match_id: UUID) -> tuple[int, set[type]]:
    """Plays first legal moves; returns their number, and the types of the slots that they filled."""
    played, kinds = 0, set()
    while played < MOVES:
        for client in clients:
            head, inbox = matches_retrieve.sync(match_id, client=client), me_decisions_list.sync(client=client)
            assert isinstance(head, Match) and isinstance(inbox, DecisionList), (head, inbox)
            if inbox.items:
                kinds |= answered(client, match_id, f"typed-{played}")
                played += 1
    return played, kinds


def answered(client: AuthenticatedClient, match_id: UUID, key: str) -> set[type]:
    """Plays the first legal move, and returns the types of the slots on offer."""
    legal = matches_legal_moves_list.sync(match_id, client=client, limit=1)
    assert isinstance(legal, LegalMoves), legal
    move = MoveCreate.from_dict({"prompt": legal.prompt, **legal.moves[0].to_dict()})
    answer = matches_moves_create.sync(match_id, client=client, body=move, idempotency_key=key)
    assert isinstance(answer, MoveResult), answer
    assert answer.seq is None or not isinstance(answer.receipt, Unset)
    return {type(slot) for template in legal.templates for slot in template.slots.additional_properties.values()}


main()
