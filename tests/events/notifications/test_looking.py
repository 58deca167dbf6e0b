"""Notifications and viewers: none is sent to a player who views the match; `your_turn` follows if they leave without
acting."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail

from events.base.models import PENDING
from events.matches.table.presence_records import LIFE_MS, page_presence_set, presence_begin, presence_end
from events.notifications import needs
from events.notifications.deliveries import deliver
from events.notifications.models import Delivery, Presence
from events.users.models import Player
from tests.events.calls import Caller, code, open_match, play_on, somebody
from tests.events.notifications.receivers import Receiver
from tests.events.scheduling import run_due
from tests.events.tables import Hands

pytestmark = pytest.mark.django_db
AWAY = needs.AWAY_MS / 1000 + 1


class Sitting:
    """Ada, who listens by webhook, at a table with Bob; her turn comes while one of her pages is open."""

    def __init__(self, receiver: Receiver, **wish: Any) -> None:
        self.receiver, self.ada, self.bob = receiver, somebody("Ada"), somebody("Bob")
        kinds = ["your_turn", "deadline_near", "message"]
        assert self.ada.post("/me/webhooks", {"url": receiver.url, "kinds": kinds}).status_code == 201
        self.match = open_match(self.ada, [self.bob], "monopoly_deal", **wish)
        self.play(1)
        deliver()
        self.before = len(receiver.notices)
        self.presence = self.opened()

    def opened(self, is_looking: bool = True) -> uuid.UUID:
        """Opens a page of the match; returns its stream."""
        presence, self.page = uuid.uuid4(), uuid.uuid4()
        presence_begin(
            presence_id=presence,
            player_id=uuid.UUID(self.ada.player),
            match_id=uuid.UUID(self.match),
            page=self.page,
            is_looking=is_looking,
        )
        return presence

    def play(self, seat: int) -> None:
        """Plays until the table waits for a seat."""
        play_on([self.ada, self.bob], self.match, lambda head: head["to_act"] == [seat])

    def says(self, looking: bool, page: uuid.UUID | None = None) -> None:
        answer = self.ada.call(
            "PUT", f"/matches/{self.match}/seen", {"page": str(page or self.page), "looking": looking}
        )
        assert answer.status_code == 204, answer.content

    @property
    def received(self) -> list[str]:
        """Returns the kinds of notifications that have arrived since the page was opened."""
        deliver()
        return [notice["kind"] for notice in self.receiver.notices[self.before :]]

    @property
    def states(self) -> set[tuple[str, str]]:
        return set(Delivery.objects.filter(player=self.ada.player).values_list("state", "error")) - {("sent", "")}


@pytest.fixture
def sit(receiver: Receiver, hands: Hands) -> Callable[..., Sitting]:
    return lambda **wish: Sitting(receiver, **wish)


def test_a_turn_is_withheld_while_the_player_watches_and_sent_afterwards(sit, hands):
    table = sit()
    table.play(0)
    assert table.received == []
    assert table.states == {("withheld", "watching")}

    presence_end(presence_id=table.presence)
    run_due()
    assert table.received == [], "a page that is loaded again is back at once"
    hands.go(AWAY)
    run_due()

    assert table.received == ["your_turn"]
    assert table.states == set()


def test_a_withheld_turn_is_not_sent_after_the_player_has_moved(sit, hands):
    table = sit()
    table.play(0)
    assert table.received == []
    table.play(1)
    assert table.received == []

    presence_end(presence_id=table.presence)
    hands.go(AWAY)
    run_due()

    assert table.received == []
    assert table.states == {("skipped", "watching")}


def test_a_hidden_page_withholds_no_turn_and_keeps_its_stream(sit, hands):
    table = sit()
    table.says(looking=False)
    table.play(0)

    assert table.received == ["your_turn"]
    assert Presence.objects.count() == 1


def test_a_withheld_turn_is_sent_when_the_page_is_hidden(sit, hands):
    table = sit()
    table.play(0)
    assert table.received == []

    table.says(looking=False)
    hands.go(AWAY)
    run_due()

    assert table.received == ["your_turn"]


def test_one_visible_page_of_several_withholds_the_turn(sit, hands):
    table = sit()
    first = table.page
    table.opened()
    table.says(looking=False, page=first)
    table.play(0)
    hands.go(AWAY)
    run_due()

    assert table.received == []


def test_a_stream_opened_by_a_hidden_page_withholds_no_turn(sit, hands):
    table = sit()
    presence_end(presence_id=table.presence)
    table.opened(is_looking=False)
    table.play(0)

    assert table.received == ["your_turn"]


def test_a_turn_is_sent_after_a_presence_that_is_not_renewed_expires(sit, hands):
    table = sit()
    table.play(0)
    assert table.received == []

    hands.go(LIFE_MS / 1000 + 1)
    run_due()
    hands.go(AWAY)
    run_due()

    assert table.received == ["your_turn"]
    assert not Presence.objects.exists()


def test_a_notice_of_a_near_deadline_is_never_withheld(sit, hands):
    table = sit(clock={"per_move": 3600, "on_timeout": "default_move"})
    table.play(0)
    hands.go(3000)
    presence_end(presence_id=table.presence)
    table.opened()
    run_due()

    assert table.received == ["deadline_near"]


def test_a_message_at_an_open_page_is_skipped_and_not_withheld(sit, hands):
    table = sit()
    assert table.bob.post(f"/matches/{table.match}/messages", {"text": "Bonjour"}).status_code == 201

    assert table.received == []
    assert table.states == {("skipped", "watching")}


def test_a_withheld_turn_is_mailed_when_the_page_is_hidden(sit, hands):
    table = sit()
    table.ada.call("PATCH", "/me", {"notifications": {"email_on_turn": True, "email_when": "now"}})
    Player.objects.filter(pk=table.ada.player).update(email="ada@example.org", is_email_confirmed=True)
    table.play(0)
    hands.go(31)
    deliver()
    assert mail.outbox == []

    table.says(looking=False)
    hands.go(AWAY)
    run_due()
    deliver()

    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("planted", "value"),
    [
        ("events.notifications.deliveries.waits_until_away", lambda *_: False),
        ("events.matches.table.presence_records.looked_away", lambda *_: None),
        ("events.notifications.timers.withheld_release", lambda _: None),
    ],
    ids=["discarded for good", "nobody sees them look away", "never released"],
)
def test_each_way_to_lose_a_withheld_turn_is_found(sit, hands, planted: str, value: Any):
    with patch(planted, value), pytest.raises(AssertionError):
        test_a_turn_is_withheld_while_the_player_watches_and_sent_afterwards(sit, hands)


def test_a_page_cannot_change_the_presence_of_another_player(sit, hands):
    table = sit()
    for stranger in (table.bob, somebody("Eve")):
        page_presence_set(
            player_id=uuid.UUID(stranger.player), match_id=uuid.UUID(table.match), page=table.page, is_looking=False
        )

    assert Presence.objects.get().is_looking is True


@pytest.mark.parametrize(
    "body", [{"page": "mine", "looking": True}, {"page": str(uuid.UUID(int=7))}, {"looking": 1}], ids=str
)
def test_an_invalid_report_of_a_page_is_refused(sit, body: dict[str, Any]):
    table = sit()

    assert code(table.ada.call("PUT", f"/matches/{table.match}/seen", body)) == (400, "malformed")


@pytest.mark.parametrize("query", ["page=mine", "looking=2", f"page={str(uuid.UUID(int=10)).upper()}"])
def test_a_stream_with_an_invalid_page_parameter_is_refused(query: str):
    ada = somebody("Ada")
    match = open_match(ada, [somebody("Bob")], "monopoly_deal")

    assert code(Caller(ada.token).get(f"/matches/{match}/stream?{query}"))[0] == 400


def test_a_withheld_notice_does_not_count_as_pending(sit, hands):
    table = sit()
    table.play(0)
    assert table.received == []

    assert not Delivery.objects.filter(state=PENDING).exists()
