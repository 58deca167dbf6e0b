"""Drafts of events: the public part, the commitments, and the chain to the previous event."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any
from uuid import UUID

import pytest

from events.base.clock import clock
from events.base.fairness import Frontier, genesis, tree_root
from events.log.log import draft, item_commits, time_of_next
from events.log.models import Match
from games.kernel.effect import Answered, Moved, Shuffled
from games.kernel.game import Outcome
from games.kernel.record import HiddenPart, Record, record
from games.kernel.state import Move
from games.kernel.timing.waiting import NOBODY, Deadline, Waiting
from tests.kernel.toy import GAME, PILE, hand

ID, SALTS, AT_MS = UUID(int=7), bytes(range(32)), 1_800_000_000_000
GIVES = record(
    Outcome(
        0,
        3,
        Move("give", {"card": 11, "target": 1}),
        (
            Answered(3, 0),
            Moved((11,), (20,), ("queen",), hand(0), hand(1)),
            Shuffled(PILE, 2, (1, 0), ("ace", "knave"), {"k": 0, "label": "shuffle:pile"}),
        ),
        ("card",),
    ),
    3,
    GAME.sights,
)
WAITS = Waiting((1,), (2,), (Deadline(4, (1,), AT_MS + 5),))


def new_match() -> Match:
    return Match(id=ID, game="toy", size=3)


def draft_event(match: Match, type: str = "move", **members: Any) -> Any:
    return draft(match, type, **{"by": "player", "salts": SALTS, "waiting": NOBODY, "at_ms": AT_MS, **members})


def tagged_hash(prefix: str, *parts: bytes) -> bytes:
    return hashlib.sha256(prefix.encode() + b"\0" + b"".join(parts)).digest()


def expected_commitment(seq: int, path: str, value: Any) -> bytes:
    """A commitment as docs/integrity.md specifies it."""
    salt = hmac.digest(SALTS, b"tt1/salt\0" + seq.to_bytes(8, "big") + path.encode(), "sha256")
    place = len(path).to_bytes(2, "big") + path.encode()
    return hashlib.sha256(
        b"tt1/cell\0" + ID.bytes + seq.to_bytes(8, "big") + place + salt + json.dumps(value).encode()
    ).digest()


def test_an_event_states_its_actor_its_type_and_the_seats_that_the_match_waits_for():
    event = draft_event(new_match(), seat=0, prompt=3, record=GIVES, waiting=WAITS, until_ms=9)

    assert {name: event.core[name] for name in ("seq", "type", "at_ms", "actor", "by", "prompt", "format")} == {
        "seq": 0,
        "type": "move",
        "at_ms": AT_MS,
        "actor": 0,
        "by": "player",
        "prompt": 3,
        "format": 2,
    }
    assert (event.core["to_act"], event.core["may_act"]) == ([1], [2])
    assert event.core["deadlines"] == [{"prompt": 4, "seats": [1], "at_ms": AT_MS + 5}]
    assert event.core["until_ms"] == 9
    assert event.seq == 0


def test_hidden_cards_are_stored_only_outside_the_public_part():
    event = draft_event(new_match(), seat=0, record=GIVES)

    public = json.dumps([event.core["move"], event.core["effects"]])
    assert [word for word in ("queen", '"ace"', "knave", "11", "20") if word in public] == []
    assert [word for word in (b"queen", b"knave") if word in event.core_bytes] == []
    assert event.hidden == {
        "move/args/card": 11,
        "effects/1/cards": [11],
        "effects/1/to": [20],
        "effects/1/faces": ["queen"],
        "effects/2/order": [1, 0],
        "effects/2/faces": ["ace", "knave"],
    }
    move, effects = event.whole()
    assert move == {"verb": "give", "args": {"card": 11, "target": 1}}
    assert (effects[1]["faces"], effects[2]["faces"]) == (["queen"], ["ace", "knave"])


def test_each_hidden_part_has_a_commitment_with_its_readers_and_its_own_salt():
    event = draft_event(new_match(), seat=0, record=GIVES)
    cells = {cell["path"]: cell for cell in event.core["cells"]}

    assert {path: cell["to"] for path, cell in cells.items()} == {
        "move/args/card": [0],
        "effects/1/cards": [0],
        "effects/1/to": [1],
        "effects/1/faces": [0, 1],
        "effects/2/order": [],
        "effects/2/faces": [],
    }
    assert cells["move/args/card"] == {
        "path": "move/args/card",
        "to": [0],
        "c": expected_commitment(0, "move/args/card", 11).hex(),
    }
    leaves = [expected_commitment(0, f"effects/2/faces/{place}", face) for place, face in enumerate(("ace", "knave"))]
    assert cells["effects/2/faces"] == {
        "path": "effects/2/faces",
        "to": [],
        "root": tree_root(leaves).hex(),
        "size": 2,
    }
    assert item_commits(ID.bytes, 0, "effects/2/faces", ["ace", "knave"], SALTS) == leaves


def test_commitments_to_texts_stored_elsewhere_follow_those_to_hidden_parts():
    text = {"path": "text", "to": None, "c": "00" * 32}
    event = draft_event(new_match(), "message", record=Record(None, [], (HiddenPart("x", (1,), 5),)), cells=[text])

    assert [cell["path"] for cell in event.core["cells"]] == ["x", "text"]
    assert event.core["cells"][1] == text


def test_each_event_continues_the_chain_and_the_tree_and_becomes_the_head():
    match = new_match()
    first, second = draft_event(match, "match.created"), draft_event(match, "seat.joined", seat=1, at_ms=AT_MS + 3)

    assert first.hash == tagged_hash("tt1/event", genesis(ID.bytes), first.core_bytes)
    assert second.hash == tagged_hash("tt1/event", first.hash, second.core_bytes)
    assert (second.seq, second.core["seq"]) == (1, 1)
    assert (match.head_seq, match.head_hash, match.last_at_ms) == (1, second.hash, AT_MS + 3)
    assert Frontier.from_bytes(match.frontier).root() == tree_root([first.hash, second.hash])


@pytest.mark.parametrize(("now", "expected"), [(AT_MS + 7, AT_MS + 7), (AT_MS, AT_MS), (AT_MS - 7, AT_MS)])
def test_the_times_of_a_log_never_decrease_even_if_the_clock_does(now: int, expected: int):
    match = new_match()
    draft_event(match)

    with clock(lambda: now):
        assert time_of_next(match) == expected
        assert draft_event(match, at_ms=None).core["at_ms"] == expected
