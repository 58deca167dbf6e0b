"""Requests that cost much have limits of their own; callers without a sign-in share one of all of these together."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from events.http.throttles import ANONYMOUS, Limit, count_request
from events.models import Counter
from project.limits import DEFAULTS
from tests.events.calls import Caller, open_match, somebody
from tests.events.replays.test_replays import finished, link

pytestmark = pytest.mark.django_db
OWN, SHARED = Limit("exports:192.0.2.1", 2, 10), Limit(ANONYMOUS, 5, 10)
COSTLY = {
    "/matches/{id}/export": "exports",
    "/tournaments/{id}/export": "exports",
    "/me/export": "exports",
    "/me/export/matches": "own_matches",
    "/matches/{id}/proof": "proofs",
    "/matches/{id}/view?at=3": "past",
    "/replays/{id}/events": "replays",
    "/replays/{id}/captions": "replays",
}


def scopes_of(answer: Any) -> list[str]:
    """The limits that a response states."""
    return [part.partition(";")[0].strip('"') for part in answer["RateLimit-Policy"].split(", ")]


@pytest.mark.parametrize(("path", "scope"), COSTLY.items())
def test_a_costly_request_counts_under_its_kind(path: str, scope: str, settings: Any) -> None:
    settings.COMPTOIR_LIMITS = DEFAULTS

    answer = somebody().get(path.format(id=uuid4()))

    shared = [ANONYMOUS] if scope == "replays" else []  # nobody signs in to see a replay
    assert scopes_of(answer) == ["general", scope, *shared]


def test_the_table_as_it_is_now_is_not_costly(settings: Any) -> None:
    ada = somebody()
    match = open_match(ada, [somebody()], "monopoly_deal")
    settings.COMPTOIR_LIMITS = DEFAULTS

    assert scopes_of(ada.get(f"/matches/{match}/view")) == ["general"]
    assert scopes_of(ada.get(f"/matches/{match}/view?at=1")) == ["general", "past"]


def test_a_player_who_signs_in_uses_up_nothing_of_what_others_share(settings: Any) -> None:
    settings.COMPTOIR_LIMITS = {"exports": (9, 10), ANONYMOUS: (1, 10)}
    path = f"/matches/{uuid4()}/export"

    assert [scopes_of(caller.get(path)) for caller in (somebody(), somebody())] == [["exports"]] * 2
    assert scopes_of(Caller().get(path)) == ["exports", ANONYMOUS]


def test_callers_without_a_sign_in_share_a_limit_over_all_addresses_and_kinds(settings: Any) -> None:
    settings.COMPTOIR_LIMITS = {"exports": (9, 10), "proofs": (9, 10), ANONYMOUS: (3, 10)}

    answers = [of_stranger(f"/matches/{uuid4()}/{kind}", n) for n, kind in enumerate(["export", "proof"] * 2)]

    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]


def of_stranger(path: str, number: int) -> Any:
    """The response to somebody without a token at an address of their own."""
    return Client().get(f"/api/v1{path}", REMOTE_ADDR=f"192.0.2.{number}")


def test_who_is_over_their_own_limit_uses_up_nothing_of_what_others_share() -> None:
    for _ in range(9):
        count_request([OWN, SHARED], 0)

    assert dict(Counter.objects.values_list("key", "count")) == {OWN.key: 9, SHARED.key: 2}


def test_a_refusal_by_the_own_limit_states_that_limit_alone() -> None:
    usages = [count_request([OWN, SHARED], 0).usages for _ in range(3)]

    assert [[(usage.limit.scope, usage.left) for usage in each] for each in usages] == [
        [("exports", 1), (ANONYMOUS, 4)], [("exports", 0), (ANONYMOUS, 3)], [("exports", -1)],
    ]  # fmt: skip


def test_the_shared_limit_is_counted_in_the_same_statement(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        count_request([OWN, SHARED], 0)


def test_a_new_window_of_the_shared_limit_begins_when_the_old_one_has_ended() -> None:
    lefts = [count_request([OWN, SHARED], now).usages[-1].left for now in (0, 9_999, 10_000)]

    assert lefts == [4, 3, 4]


def test_the_page_of_a_replay_is_counted_with_the_other_forms_of_it(settings: Any) -> None:
    callers, match = finished()
    token = link(callers[0], match).json()["token"]
    settings.COMPTOIR_LIMITS = {"replays": (2, 10), ANONYMOUS: (9, 10)}

    of_api = Caller().get(f"/replays/{token}/events")
    pages = [Client().get(f"/r/{token}/text") for _ in range(2)]

    assert [of_api.status_code, *(page.status_code for page in pages)] == [200, 200, 429]
    assert int(pages[-1]["Retry-After"]) > 0
    assert dict(Counter.objects.values_list("key", "count"))[ANONYMOUS] == 2


def test_an_unknown_link_counts_as_one_that_is_known(settings: Any) -> None:
    settings.COMPTOIR_LIMITS = {"replays": (1, 10)}

    assert [Client().get("/r/unknown/text").status_code for _ in range(2)] == [404, 429]
