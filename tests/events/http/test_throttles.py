"""Rate limits: requests in fixed windows in Django's cache; sign-ins, passwords and e-mails in the database."""

import uuid
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import RequestFactory

from events.base.clock import clock
from events.base.exceptions import RateLimited
from events.http.throttles import (
    RateLimit,
    address_of,
    count_in_database,
    count_in_windows,
    counters_prune,
    limits_of,
    spend,
)
from events.processes.models import Counter
from tests.events.calls import Caller, somebody

MOVES = RateLimit("moves:1", 3, 10)
OTHERS = RateLimit("moves:2", 3, 10)
GENERAL = RateLimit("general:1", 100, 60)


def request_of(player=None, **headers):
    request = RequestFactory().get("/", **headers)
    request.user = SimpleNamespace(pk=player) if player else None
    return request


def view_with(*scopes, **kwargs):
    return SimpleNamespace(limit_scopes=scopes, kwargs=kwargs)


def keys_of(request, view):
    return [limit.key for limit in limits_of(request, view)]


def seconds_to_wait(limits, now):
    """Counts one request; returns the seconds until the last full window ends, None if no window is full."""
    return max((usage.ends / 1000 for usage in count_in_database(limits, now) if usage.left < 0), default=None)


def count(limits, times, now=0):
    return [seconds_to_wait(limits, now) for _ in range(times)]


@pytest.mark.django_db
def test_as_many_requests_as_the_limit_pass():
    assert count([MOVES], 3) == [None, None, None]


@pytest.mark.django_db
def test_a_request_over_the_limit_waits_until_its_window_ends():
    count([MOVES], 3)

    assert seconds_to_wait([MOVES], 4_000) == 6.0


@pytest.mark.django_db
@pytest.mark.parametrize(("now", "waits"), [(9_999, True), (10_000, False)])
def test_a_new_window_begins_when_the_old_one_has_ended(now, waits):
    count([MOVES], 4)

    assert (seconds_to_wait([MOVES], now) is not None) is waits


@pytest.mark.django_db
def test_other_keys_do_not_wait():
    count([MOVES], 4)

    assert seconds_to_wait([OTHERS], 0) is None


@pytest.mark.django_db
def test_all_limits_of_a_request_are_counted_in_one_statement(django_assert_num_queries):
    with django_assert_num_queries(1):
        seconds_to_wait([MOVES, GENERAL], 0)


@pytest.mark.django_db
def test_the_window_with_the_longest_wait_decides():
    count([MOVES, GENERAL._replace(requests=3)], 3)

    assert seconds_to_wait([MOVES, GENERAL._replace(requests=3)], 0) == 60.0


@pytest.mark.django_db
def test_without_limits_the_database_is_not_queried(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert seconds_to_wait([], 0) is None


@pytest.mark.django_db
def test_ended_windows_are_forgotten_and_others_kept():
    count([MOVES, GENERAL], 4)

    assert counters_prune(now_ms=10_000) == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT key FROM events_counter")
        assert cursor.fetchall() == [("general:1",)]


def test_the_usage_beyond_the_limit_states_the_time_until_the_window_ends():
    usages = [count_in_windows([MOVES], 4_000)[0] for _ in range(4)]

    assert [usage.left for usage in usages] == [2, 1, 0, -1]
    assert {usage.ends for usage in usages} == {6_000}


def test_a_new_window_begins_at_zero():
    for _ in range(4):
        count_in_windows([MOVES], 9_999)

    assert count_in_windows([MOVES], 10_000)[0].left == 2


def test_another_key_has_a_window_of_its_own():
    for _ in range(4):
        count_in_windows([MOVES], 0)

    assert count_in_windows([OTHERS], 0)[0].left == 2


def test_a_scope_without_a_setting_is_not_limited(settings):
    settings.COMPTOIR_LIMITS = {"moves": (20, 10)}

    assert limits_of(request_of("p1"), view_with("general")) == []


def test_limits_can_be_switched_off(settings):
    settings.COMPTOIR_LIMITS = {}

    assert limits_of(request_of("p1"), view_with("general", "moves")) == []


def test_moves_count_by_player_and_match(settings):
    settings.COMPTOIR_LIMITS = {"moves": (20, 10)}

    assert keys_of(request_of("p1"), view_with("moves", match_id="m1")) == ["moves:p1:m1"]


def test_anonymous_callers_count_by_address(settings):
    settings.COMPTOIR_LIMITS = {"general": (20, 10)}

    assert keys_of(request_of(REMOTE_ADDR="192.0.2.7"), view_with("general")) == ["general:192.0.2.7"]


def test_sign_ins_count_by_address_even_for_players(settings):
    settings.COMPTOIR_LIMITS = {"sign_in": (5, 60)}

    assert keys_of(request_of("p1", REMOTE_ADDR="192.0.2.7"), view_with("sign_in")) == ["sign_in:192.0.2.7"]


def test_a_long_key_is_shortened_and_stays_unique(settings):
    settings.COMPTOIR_LIMITS = {"moves": (20, 10)}
    first, second = (keys_of(request_of("p1"), view_with("moves", match_id="m" * 500 + end))[0] for end in "ab")

    assert len(first) <= 120
    assert first != second


@pytest.mark.parametrize(
    ("proxies", "headers", "address"),
    [
        (0, {"REMOTE_ADDR": "192.0.2.7", "HTTP_X_FORWARDED_FOR": "203.0.113.9"}, "192.0.2.7"),
        (1, {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "198.51.100.1, 203.0.113.9"}, "203.0.113.9"),
        (2, {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "6.6.6.6, 203.0.113.9, 10.0.0.2"}, "203.0.113.9"),
        (1, {"REMOTE_ADDR": "10.0.0.1"}, "10.0.0.1"),
        (1, {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "not an address"}, "unknown"),
        (0, {"REMOTE_ADDR": "2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::/64"),
        (0, {"REMOTE_ADDR": ""}, "unknown"),
    ],
)
def test_only_configured_proxies_may_state_the_address_of_a_client(settings, proxies, headers, address):
    settings.COMPTOIR_PROXIES = proxies

    assert address_of(request_of(**headers)) == address


@pytest.mark.django_db
def test_each_response_to_a_limited_request_states_its_limits(settings):
    settings.COMPTOIR_LIMITS = {"general": (9, 60), "messages": (2, 10)}
    ada = somebody()

    with clock(lambda: 5_000):
        ada.get("/me")
    with clock(lambda: 8_500):
        first, second = ada.get("/me"), ada.get(f"/matches/{uuid.uuid4()}/messages")

    assert (first["RateLimit-Policy"], first["RateLimit"]) == ('"general";q=9;w=60', '"general";r=7;t=52')
    assert second["RateLimit-Policy"] == '"general";q=9;w=60, "messages";q=2;w=10'
    assert second["RateLimit"] == '"general";r=6;t=52, "messages";r=1;t=2'


@pytest.mark.django_db
def test_a_refused_request_states_its_limits(settings):
    ada = somebody()
    settings.COMPTOIR_LIMITS = {"general": (1, 10)}

    with clock(lambda: 5_000):
        answers = [ada.get("/me") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 429, 429]
    assert [answer["RateLimit"] for answer in answers] == ['"general";r=0;t=5'] * 3
    assert answers[-1]["Retry-After"] == "5"


@pytest.mark.django_db
def test_the_headers_of_a_sign_in_state_the_limit_of_the_account(settings):
    settings.COMPTOIR_LIMITS = {"sign_in": (5, 60), "password": (2, 300)}

    answer = Caller().post("/tokens", {"name": "Nobody here", "password": "wrong one"})

    assert answer["RateLimit-Policy"] == '"sign_in";q=5;w=60, "password";q=2;w=300'


@pytest.mark.django_db
def test_without_limits_no_header_states_any():
    assert "RateLimit" not in somebody().get("/me")


@pytest.mark.django_db
def test_refused_requests_need_no_statement_until_their_window_ends(settings, django_assert_num_queries):
    settings.COMPTOIR_LIMITS = {"password": (2, 300)}
    request = RequestFactory().get("/")
    with clock(lambda: 0):
        spend(request, "password", "ada")
        spend(request, "password", "ada")
        with pytest.raises(RateLimited):
            spend(request, "password", "ada")

    with clock(lambda: 100_000), django_assert_num_queries(0), pytest.raises(RateLimited) as refused:
        spend(RequestFactory().get("/"), "password", "ada")

    assert refused.value.retry_after == 200
    spend(RequestFactory().get("/"), "password", "bob")
    with clock(lambda: 300_000):
        spend(RequestFactory().get("/"), "password", "ada")


@pytest.mark.django_db
def test_the_counters_do_not_store_names_of_accounts(settings):
    settings.COMPTOIR_LIMITS = {"password": (2, 300)}

    Caller().post("/tokens", {"name": "canary", "password": "wrong one"})

    assert [key.partition(":")[0] for key in Counter.objects.values_list("key", flat=True)] == ["password"]
    assert "canary" not in Counter.objects.get().key
