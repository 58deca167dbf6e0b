"""Changes since the last look: what counts as a look, on any device, and what the server reports of later moves."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from events.matches.models import Seen
from events.matches.table.presence_records import presence_begin, presence_end
from tests.events.calls import Caller, code, open_match, play_on, somebody

pytestmark = pytest.mark.django_db


class Table:
    """Ada and Bob at Monopoly Deal; Ada has just moved, and only Bob continues to play."""

    def __init__(self) -> None:
        self.ada, self.bob = somebody("Ada"), somebody("Bob")
        self.match = open_match(self.ada, [self.bob], "monopoly_deal")
        self.until(0)
        self.until(1)

    def until(self, seat: int) -> None:
        """Plays until the table waits for a seat."""
        play_on([self.ada, self.bob], self.match, lambda head: head["to_act"] == [seat])

    def bob_moves(self) -> int:
        """Plays Bob's turn; returns the last event."""
        self.until(0)
        return self.head(self.ada)["seq"]

    def head(self, caller: Caller) -> dict[str, Any]:
        return caller.get(f"/matches/{self.match}").json()

    def seen(self, caller: Caller | None = None) -> dict[str, Any]:
        answer = (caller or self.ada).get(f"/matches/{self.match}/seen")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def line(self, caller: Caller) -> dict[str, Any]:
        return caller.get("/matches?seat=me").json()["items"][0]

    def says(self, caller: Caller | None = None, status: int = 204, **said: Any) -> Any:
        body = {"page": str(uuid.uuid4()), "looking": False, **said}
        answer = (caller or self.ada).call("PUT", f"/matches/{self.match}/seen", body)
        assert answer.status_code == status, answer.content
        return answer

    def moves_after(self, seq: int | None) -> int:
        """Returns the number of Bob's moves after an event, from the log."""
        rows = self.ada.get(f"/matches/{self.match}/events?after={-1 if seq is None else seq}&limit=200").json()[
            "items"
        ]
        return sum(row["type"] == "move" and row["seat"] == 1 for row in rows)


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_player_who_moved_has_seen_all_events_until_their_move(table):
    before = table.seen()
    assert before["unseen"] == []

    table.bob_moves()

    after = table.seen()
    assert after["seq"] == before["seq"], "the last move of one's own"
    assert after["unseen"] == [{"seat": 1, "moves": table.moves_after(before["seq"])}]
    assert after["unseen"][0]["moves"] > 0
    assert table.line(table.ada)["unseen"] == after["unseen"]


def test_a_page_reports_the_events_it_has_shown_for_all_devices(table):
    last = table.bob_moves()

    table.says(seq=last - 1, looking=True)
    assert table.seen() == {"seq": last - 1, "unseen": [{"seat": 1, "moves": table.moves_after(last - 1)}]}
    table.says(seq=3)
    assert table.seen()["seq"] == last - 1, "it never goes back"
    table.says()

    assert table.seen() == {"seq": last, "unseen": []}
    assert table.line(table.ada)["unseen"] == []
    assert Seen.objects.count() == 1


def test_a_report_beyond_the_last_event_counts_as_the_last_event(table):
    last = table.bob_moves()

    table.says(seq=last + 1000)

    assert table.seen()["seq"] == last


@pytest.mark.parametrize("page", [None, uuid.uuid4()])
def test_a_stream_without_a_page_has_shown_all_events_until_its_end(table, page):
    presence = uuid.uuid4()
    before = table.seen()["seq"]
    presence_begin(
        presence_id=presence, player_id=uuid.UUID(table.ada.player), match_id=uuid.UUID(table.match), page=page
    )
    last = table.bob_moves()

    presence_end(presence_id=presence)

    assert table.seen()["seq"] == (last if page is None else before)


def test_a_finished_match_states_no_seen_and_no_unseen_events(table):
    table.bob_moves()
    assert table.seen()["unseen"]

    assert table.bob.post(f"/matches/{table.match}/resign").status_code == 200

    assert table.seen() == {"seq": None, "unseen": []}
    assert table.line(table.ada)["unseen"] == []


def test_spectators_have_no_record_of_seen_events(table):
    eve = somebody("Eve")
    table.says(eve, seq=2)

    assert table.seen(eve) == {"seq": None, "unseen": []}
    assert Seen.objects.count() == 0
    assert all(line["unseen"] == [] for line in eve.get("/matches").json()["items"])


def test_a_malformed_report_is_refused_and_stores_nothing(table):
    last = table.bob_moves()
    for seen in (-1, 2**53, "3", 1.5, True):
        assert code(table.says(seq=seen, status=400)) == (400, "malformed")

    assert table.seen()["seq"] < last


def test_closing_an_account_deletes_its_record_of_seen_events(table):
    table.says()

    assert table.ada.delete("/me").status_code == 204

    assert Seen.objects.count() == 0
