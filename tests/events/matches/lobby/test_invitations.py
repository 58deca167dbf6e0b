"""Invitation links: they give access to private matches, expire, can be revoked, and are stored as hashes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from events.base.fairness import client_commit
from events.matches.lobby.invitations import invitations_prune
from events.matches.models import Invitation
from tests.events.calls import Caller, at_once, code, somebody

pytestmark = pytest.mark.django_db


def new_match(creator: Caller, seats: int = 3, **wish: Any) -> str:
    body = {"game": "monopoly_deal", "seats": [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)], **wish}
    answer = creator.post("/matches", body)
    assert answer.status_code == 201, answer.content
    match: str = answer.json()["id"]
    return match


def link(creator: Caller, match: str, **wish: Any) -> dict[str, Any]:
    answer = creator.post(f"/matches/{match}/invitations", wish)
    assert answer.status_code == 201, answer.content
    made: dict[str, Any] = answer.json()
    return made


def expire() -> None:
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def test_a_link_opens_a_private_match():
    ada, bob = somebody(), somebody()
    match = new_match(ada, visibility="private")
    invitation = link(ada, match)
    assert bob.get(f"/matches/{match}").status_code == 404
    assert bob.get(f"/invitations/{invitation['token']}").json()["match"]["id"] == match

    answer = bob.post(f"/invitations/{invitation['token']}")

    assert answer.status_code == 201
    assert (answer.json()["match"], answer.json()["seat"]["seat"]) == (match, 1)
    assert bob.get(f"/matches/{match}").status_code == 200


def test_the_link_is_an_address_of_the_api():
    ada, bob = somebody(), somebody()
    invitation = link(ada, new_match(ada))

    path = invitation["url"].partition("/api/v1")[2]

    assert path == f"/invitations/{invitation['token']}"
    assert bob.post(path).status_code == 201


def test_a_link_can_be_used_once_for_each_open_seat():
    ada, others = somebody(), [somebody() for _ in range(3)]
    match = new_match(ada, visibility="private")
    token = link(ada, match)["token"]

    answers = [other.post(f"/invitations/{token}") for other in others]

    assert [answer.status_code for answer in answers[:2]] == [201, 201]
    assert code(answers[2]) == (409, "match_not_open")
    assert ada.get(f"/matches/{match}").json()["status"] == "running"


def test_a_link_to_a_seat_opens_no_other_seat():
    ada, bob, eve = somebody(), somebody(), somebody()
    match = new_match(ada)
    token = link(ada, match, seat=2)["token"]

    assert code(bob.post(f"/invitations/{token}", {"seat": 1})) == (400, "malformed")
    assert bob.post(f"/invitations/{token}").json()["seat"]["seat"] == 2
    assert code(eve.post(f"/invitations/{token}")) == (409, "seat_taken")


def test_a_player_takes_only_one_seat():
    ada, bob = somebody(), somebody()
    token = link(ada, new_match(ada))["token"]
    bob.post(f"/invitations/{token}")

    assert code(bob.post(f"/invitations/{token}")) == (409, "seat_taken")
    assert code(ada.post(f"/invitations/{token}")) == (409, "seat_taken")
    assert code(Caller().post(f"/invitations/{token}")) == (401, "unauthenticated")


def test_a_repeated_request_with_a_key_takes_one_seat():
    ada, bob = somebody(), somebody()
    token = link(ada, new_match(ada))["token"]

    first = bob.post(f"/invitations/{token}", Idempotency_Key="k1")
    again = bob.post(f"/invitations/{token}", Idempotency_Key="k1")

    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"


def test_a_link_expires():
    ada, bob = somebody(), somebody()
    match = new_match(ada)
    token = link(ada, match, seconds=60)["token"]

    expire()

    assert code(bob.post(f"/invitations/{token}")) == (404, "not_found")
    assert code(bob.get(f"/invitations/{token}")) == (404, "not_found")
    assert ada.get(f"/matches/{match}/invitations").json()["items"] == []
    assert invitations_prune() == 1


def test_a_link_can_be_revoked_alone_and_with_all_others():
    ada, bob = somebody(), somebody()
    match = new_match(ada)
    links = [link(ada, match) for _ in range(3)]

    assert ada.delete(f"/matches/{match}/invitations/{links[0]['id']}").status_code == 204
    assert code(bob.post(f"/invitations/{links[0]['token']}")) == (404, "not_found")
    assert [line["id"] for line in ada.get(f"/matches/{match}/invitations").json()["items"]] == [
        links[2]["id"],
        links[1]["id"],
    ]
    assert ada.delete(f"/matches/{match}/invitations").status_code == 204
    assert code(bob.post(f"/invitations/{links[2]['token']}")) == (404, "not_found")


def test_only_the_creator_invites():
    ada, bob = somebody(), somebody()
    match, other = new_match(ada), new_match(bob)
    invitation = link(ada, match)
    bob.post(f"/matches/{match}/seats")

    assert code(bob.post(f"/matches/{match}/invitations")) == (403, "forbidden")
    assert code(bob.get(f"/matches/{match}/invitations")) == (403, "forbidden")
    assert code(bob.delete(f"/matches/{match}/invitations")) == (403, "forbidden")
    assert code(bob.delete(f"/matches/{other}/invitations/{invitation['id']}")) == (404, "not_found")
    assert ada.post(f"/invitations/{invitation['token']}").status_code == 409


def test_a_started_match_accepts_no_invitations():
    ada, bob = somebody(), somebody()
    match = new_match(ada, seats=2)
    bob.post(f"/matches/{match}/seats")

    assert code(ada.post(f"/matches/{match}/invitations")) == (409, "match_not_open")


def test_lists_and_tables_do_not_hold_the_token():
    ada, bob = somebody(), somebody()
    match = new_match(ada)
    token = link(ada, match)["token"]
    bob.post(f"/invitations/{token}", Idempotency_Key="k1")

    assert token not in ada.get(f"/matches/{match}/invitations").content.decode()
    with connection.cursor() as cursor:
        for table in ("events_invitation", "events_command"):
            cursor.execute(f"SELECT * FROM {table}")
            assert token not in str(cursor.fetchall())


def test_the_log_of_requests_does_not_hold_the_token(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    from events.http import request_log as recording

    caplog.set_level("INFO", logger="request")
    lines: list[dict[str, Any]] = []
    monkeypatch.setattr(recording.log, "info", lambda event, **values: lines.append(values))
    ada, bob = somebody(), somebody()
    token = link(ada, new_match(ada))["token"]

    bob.post(f"/invitations/{token}")

    assert [line["path"] for line in lines][-1] == "/api/v1/invitations/…"
    assert token not in str(lines)


def test_the_oldest_link_is_revoked_if_there_are_too_many(monkeypatch: pytest.MonkeyPatch):
    from events.matches.lobby import invitations

    monkeypatch.setattr(invitations, "MOST", 3)
    ada = somebody()
    match = new_match(ada)

    links = [link(ada, match)["id"] for _ in range(5)]

    assert [line["id"] for line in ada.get(f"/matches/{match}/invitations").json()["items"]] == links[:1:-1]


def test_a_player_with_a_link_sends_a_commitment_to_their_seed():
    import uuid

    ada, bob = somebody(), somebody()
    match = new_match(ada, seats=2, fairness="commit_reveal")
    commit = client_commit(uuid.UUID(match).bytes, 1, b"\x02" * 32).hex()

    answer = bob.post(f"/invitations/{link(ada, match)['token']}", {"seat": 1, "commit": commit})

    assert answer.status_code == 201
    assert ada.get(f"/matches/{match}").json()["status"] == "sealing"


@pytest.mark.django_db(transaction=True)
def test_one_of_two_simultaneous_callers_takes_the_last_seat():
    ada, bob, eve = somebody(), somebody(), somebody()
    match = new_match(ada, seats=2, visibility="private")
    token = link(ada, match)["token"]

    answers = at_once(*(lambda caller=caller: caller.post(f"/invitations/{token}") for caller in (bob, eve)))

    assert sorted(answer.status_code for answer in answers) == [201, 409]
