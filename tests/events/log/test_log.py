"""The log is append-only in the database, chained, and always folds to the same table."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.db import DatabaseError, connection, transaction

from events.base.canonical_json import canonical_json
from events.base.fairness import Frontier, event_hash, genesis, tree_root
from events.log import log, states
from events.log.access import Viewer
from events.log.match_seeds import salt_key_of
from events.log.match_state import folding
from events.log.models import ActionEvent, Match
from events.matches.record.visible_events import events_for
from games.kernel.timing.waiting import NOBODY
from tests.events.tables import bots_answer, dalmuti, fresh

pytestmark = pytest.mark.django_db


def match_of_bots(acts: int = 12) -> Match:
    """Plays some acts of a match between bots."""
    match = dalmuti(people=0, bots=5)
    for _ in range(acts):
        bots_answer(match)
    return fresh(match)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events_actionevent SET seat = 1 WHERE seq = 3",
        "UPDATE events_actionevent SET core = core",
        "DELETE FROM events_actionevent WHERE seq = 3",
        "TRUNCATE events_actionevent CASCADE",
    ],
)
def test_the_database_refuses_changes_of_the_log_even_by_its_owner(statement: str):
    match_of_bots(2)
    before = ActionEvent.objects.count()

    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert ActionEvent.objects.count() == before


def test_each_hash_follows_from_the_previous_hash_and_the_stored_bytes():
    match = match_of_bots()
    before = genesis(match.id.bytes)

    for seq, row in enumerate(log.read(match.id)):
        assert row.seq == seq
        assert canonical_json(json.loads(row.core_bytes)) == row.core_bytes
        assert event_hash(before, row.core_bytes) == row.hash
        before = row.hash

    assert bytes(match.head_hash) == before
    leaves = [row.hash for row in log.read(match.id)]
    assert Frontier.from_bytes(bytes(match.frontier)).root() == tree_root(leaves)


def test_columns_agree_with_the_stored_core():
    match = match_of_bots()

    for row in ActionEvent.objects.filter(match=match):
        core = json.loads(bytes(row.core))
        assert (row.seq, row.type, row.seat, row.at_ms) == (core["seq"], core["type"], core["actor"], core["at_ms"])


def test_the_core_of_a_row_holds_no_hidden_part():
    match = match_of_bots()

    for row in log.read(match.id):
        assert set(row.hidden) == {cell["path"] for cell in row.core["cells"]}
        for effect in row.core["effects"]:
            hidden = {"to", "faces"} if effect["kind"] == "moved" and effect["dst"]["name"] == "hand" else set()
            assert all(value is None for field in hidden for value in effect[field])
            assert effect["kind"] != "shuffled" or effect["order"] is None


def test_all_viewers_compute_the_same_chain():
    match = match_of_bots()

    hashes = {tuple(row["hash"] for row in events_for(match, Viewer(seat))) for seat in (None, *range(match.size))}

    assert len(hashes) == 1


def test_a_cell_is_opened_only_to_its_readers_and_proves_its_value():
    match = match_of_bots(3)
    commitments = {(row.seq, cell["path"]): cell for row in log.read(match.id) for cell in row.core["cells"]}

    for seat in (None, *range(match.size)):
        for row in events_for(match, Viewer(seat)):
            for cell in row["cells"]:
                committed = commitments[row["seq"], cell["path"]]
                assert seat in committed["to"]
                place = cell["path"].encode()
                text = b"tt1/cell\0" + match.id.bytes + row["seq"].to_bytes(8, "big") + len(place).to_bytes(2, "big")
                text += place + bytes.fromhex(cell["salt"]) + canonical_json(cell["value"])
                assert hashlib.sha256(text).hexdigest() == committed["c"]


def test_salts_and_commitments_are_unique():
    match = match_of_bots()
    commitments = [cell.get("c", cell.get("root")) for row in log.read(match.id) for cell in row.core["cells"]]
    salts = [
        cell["salt"] for row in events_for(match, Viewer(None, all=True)) for cell in row["cells"] if "salt" in cell
    ]

    assert len(set(commitments)) == len(commitments)
    assert len(set(salts)) == len(salts)


def test_the_cached_table_equals_a_fresh_fold():
    match = match_of_bots()
    cached = states.head(match)

    states.forget()

    assert states.head(match) == cached


def test_an_event_for_an_outdated_head_is_not_stored():
    match, stale = match_of_bots(2), None
    stale = fresh(match)
    append_message(match, seat=0)

    assert not append_message(stale, seat=1)


def append_message(match, seat):
    """Drafts and stores an event without a lock; returns whether the head had not moved since the draft."""
    event = log.draft(match, "message", by="player", seat=seat, salts=salt_key_of(match), waiting=NOBODY)
    return log.store(match, [event])


def test_times_in_the_log_never_go_back():
    from tests.events.tables import standing_clock

    with standing_clock() as hands:
        match = dalmuti(people=0, bots=5)
        hands.go(-3600)
        bots_answer(match)

    times = [row.core["at_ms"] for row in log.read(match.id)]
    assert times == sorted(times)


def test_folding_a_log_in_place_equals_folding_it_event_by_event():
    match = match_of_bots()
    events = list(log.read(match.id))

    in_place = folding.replayed(folding.opening(match), events)

    assert in_place == folding.after(folding.opening(match), events)
    assert in_place.hash == bytes(match.head_hash)
