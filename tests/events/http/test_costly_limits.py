"""Expensive requests have their own limits; all callers without a sign-in share a single limit for all of them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from events.base.clock import now_ms
from events.http.throttles import ANONYMOUS, RateLimit, count_in_windows
from project.limits import DEFAULTS
from tests.events.calls import Caller, open_match, somebody
from tests.events.replays.test_replays import finished, link

pytestmark = pytest.mark.django_db
DAY = 86_400  # seconds; a short window could end between two requests of a test
OWN, SHARED = RateLimit("exports:192.0.2.1", 2, 10), RateLimit(ANONYMOUS, 5, 10)
COSTLY = {
    "/matches/{id}/export": "exports",
    "/tournaments/{id}/export": "exports",
    "/me/export": "own_matches",
    "/me/export/matches": "own_matches",
    "/matches/{id}/proof": "proofs",
    "/matches/{id}/view?at=3": "past",
    "/replays/{id}/events": "replays",
    "/replays/{id}/captions": "replays",
    "/matches": "lists",
    "/players/Nobody": "lists",
    "/players/Nobody/results/dealmaker": "lists",
}


def scopes_of(answer: Any) -> list[str]:
    """Returns the limits that a response states."""
    return [part.partition(";")[0].strip('"') for part in answer["RateLimit-Policy"].split(", ")]


@pytest.mark.parametrize(("path", "scope"), COSTLY.items())
def test_a_costly_request_counts_under_its_kind(path: str, scope: str, settings: Any) -> None:
    settings.COMPTOIR_LIMITS = DEFAULTS

    answer = somebody().get(path.format(id=uuid4()))

    shared = [ANONYMOUS] if scope == "replays" else []  # replays need no sign-in
    assert scopes_of(answer) == ["general", scope, *shared]


def test_the_table_as_it_is_now_is_not_costly(settings: Any) -> None:
    ada = somebody()
    match = open_match(ada, [somebody()], "monopoly_deal")
    settings.COMPTOIR_LIMITS = DEFAULTS

    assert scopes_of(ada.get(f"/matches/{match}/view")) == ["general"]
    assert scopes_of(ada.get(f"/matches/{match}/view?at=1")) == ["general", "past"]


def test_a_signed_in_player_does_not_use_the_shared_limit_of_anonymous_callers(settings: Any) -> None:
    settings.COMPTOIR_LIMITS = {"exports": (9, DAY), ANONYMOUS: (1, DAY)}
    path = f"/matches/{uuid4()}/export"

    assert [scopes_of(caller.get(path)) for caller in (somebody(), somebody())] == [["exports"]] * 2
    assert scopes_of(Caller().get(path)) == ["exports", ANONYMOUS]


def test_anonymous_callers_share_a_limit_across_all_addresses_and_kinds(settings: Any) -> None:
    settings.COMPTOIR_LIMITS = {"exports": (9, DAY), "proofs": (9, DAY), ANONYMOUS: (3, DAY)}

    answers = [of_stranger(f"/matches/{uuid4()}/{kind}", n) for n, kind in enumerate(["export", "proof"] * 2)]

    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]


def of_stranger(path: str, number: int) -> Any:
    """Returns the response to a caller without a token, from a new address."""
    return Client().get(f"/api/v1{path}", REMOTE_ADDR=f"192.0.2.{number}")


def test_a_caller_beyond_their_own_limit_does_not_use_the_shared_limit() -> None:
    for _ in range(9):
        count_in_windows([OWN, SHARED], 0)

    assert count_in_windows([SHARED], 0)[0].left == 2


def test_a_refusal_by_the_callers_own_limit_states_only_that_limit() -> None:
    usages = [count_in_windows([OWN, SHARED], 0) for _ in range(3)]

    assert [[(usage.limit.scope, usage.left) for usage in each] for each in usages] == [
        [("exports", 1), (ANONYMOUS, 4)],
        [("exports", 0), (ANONYMOUS, 3)],
        [("exports", -1)],
    ]


def test_the_page_and_the_endpoints_of_a_replay_share_a_limit(settings: Any) -> None:
    callers, match = finished()
    token = link(callers[0], match).json()["token"]
    settings.COMPTOIR_LIMITS = {"replays": (2, DAY), ANONYMOUS: (9, DAY)}

    of_api = Caller().get(f"/replays/{token}/events")
    pages = [Client().get(f"/r/{token}/text") for _ in range(2)]

    assert [of_api.status_code, *(page.status_code for page in pages)] == [200, 200, 429]
    assert int(pages[-1]["Retry-After"]) > 0
    assert count_in_windows([RateLimit(ANONYMOUS, 9, DAY)], now_ms())[0].left == 6


def test_a_request_with_an_unknown_link_is_counted(settings: Any) -> None:
    settings.COMPTOIR_LIMITS = {"replays": (1, DAY)}

    assert [Client().get("/r/unknown/text").status_code for _ in range(2)] == [404, 429]
