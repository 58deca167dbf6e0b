"""The public head of a match: what anybody who may know of it is told without looking at the table."""

from __future__ import annotations

from typing import Any

from events.fairness import Frontier, server_commit
from events.match_seeds import server_seed_of
from events.models import Match, Seat
from events.selectors import states
from events.selectors.consents import agreements
from events.selectors.sealing import sealing, settles_seeds
from events.selectors.states import game_of
from events.selectors.table_views import deadline
from events.signing import signer


def seats_of(match: Match) -> list[dict[str, Any]]:
    """The seats of a match and who sits there."""
    return [_seat(seat) for seat in _seats(match)]


def _seats(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match).select_related("player", "invited").order_by("number"))


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "kind": seat.kind,
        "player": {"id": str(seat.player_id), "name": seat.player.name} if seat.player else None,
        "invited": seat.invited.name if seat.invited else None,
        "policy": seat.policy or None,
        "resigned": seat.resigned,
    }


def match_detail(match: Match) -> dict[str, Any]:
    """A match as `GET /matches/{id}` tells it."""
    seats = _seats(match)
    return {
        "id": str(match.id), "game": match.game, "rules_version": match.rules_version, "options": match.options,
        "status": match.status, "visibility": match.visibility, "start": match.start, "clock": match.clock,
        "rated": match.rated, "practice": match.practice, "reveal": match.reveal,
        "created_at": match.created_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "creator": match.creator.name if match.creator else None,
        "seats": [_seat(seat) for seat in seats], "agreements": agreements(match, seats),
        "seq": match.head_seq, **_table(match),
        "standings": match.standings, "scores": match.scores, "fairness": fairness(match),
    }  # fmt: skip


def match_summary(match: Match) -> dict[str, Any]:
    """A match as lists tell it: the head without what takes a look at the table."""
    return {
        "id": str(match.id), "game": match.game, "rules_version": match.rules_version, "status": match.status,
        "visibility": match.visibility, "rated": match.rated, "practice": match.practice, "seq": match.head_seq,
        "standings": match.standings,
        "created_at": match.created_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "seats": [_seat(seat) for seat in sorted(match.seats.all(), key=lambda seat: seat.number)],
    }  # fmt: skip


def _table(match: Match) -> dict[str, Any]:
    if match.status != Match.Status.RUNNING:
        return {"to_act": [], "may_act": [], "deadlines": []}
    match_state, game = states.head(match), game_of(match)
    deadlines = [
        {
            "prompt": prompt.id,
            "seats": list(prompt.seats),
            "at": deadline(match, match_state, prompt),
        }
        for prompt in match_state.state.open_prompts
        if deadline(match, match_state, prompt) is not None
    ]
    return {
        "to_act": list(game.to_act(match_state.state)), "may_act": list(game.may_act(match_state.state)),
        "deadlines": deadlines,
    }  # fmt: skip


def fairness(match: Match) -> dict[str, Any]:
    """How chance is kept honest in this match, and the commitment made before anybody sat down."""
    if match.practice:
        return {"mode": "fixed_seed", "prng": "tt1"}
    commit = server_commit(match.id.bytes, server_seed_of(match)).hex()
    settled = sealing(match) if settles_seeds(match) else {}
    return {"mode": match.fairness, "prng": "tt1", "server_commit": commit, "key_id": signer().key_id, **settled}


def receipt(match: Match) -> dict[str, Any]:
    """The signed head of a match's log: what shows later that it was cut or rewritten."""

    size, root = match.head_seq + 1, Frontier.from_bytes(bytes(match.frontier)).root()
    signature = signer().sign(match.id.bytes, size, bytes(match.head_hash), root)
    return {
        "match": str(match.id), "size": size, "hash": bytes(match.head_hash).hex(), "root": root.hex(),
        "key_id": signer().key_id, "signature": signature.hex(),
    }  # fmt: skip
