"""Lists in pages."""

from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import RequestFactory
from rest_framework.request import Request

from events.base.exceptions import Malformed
from events.http.pagination import CursorPages, page_limit
from events.processes.models import Counter

BY_COUNT = ("-count", "key")
BY_KEY = ("key",)


@pytest.fixture
def counters(db):
    """Nine rows, some with equal counts."""
    return Counter.objects.bulk_create(Counter(key=f"k{number}", window=0, count=number // 3) for number in range(9))


def request_for(url="/list"):
    return Request(RequestFactory().get(url))


def page(url, ordering=BY_KEY):
    pages = CursorPages()
    items = pages.paginate_queryset(Counter.objects.all(), request_for(url), SimpleNamespace(ordering=ordering))
    return [item.key for item in items], pages.get_next_link()


def all_pages(url, ordering):
    keys, following = page(url, ordering)
    all_keys = [keys]
    while following:
        keys, following = page(following, ordering)
        all_keys.append(keys)
    return all_keys


def test_a_list_that_fits_has_no_next_page(counters):
    assert page("/list?limit=9") == ([f"k{number}" for number in range(9)], None)


def test_every_item_comes_once_and_in_order(counters):
    assert all_pages("/list?limit=4", BY_KEY) == [["k0", "k1", "k2", "k3"], ["k4", "k5", "k6", "k7"], ["k8"]]


@pytest.mark.parametrize("limit", range(1, 10))
def test_equal_items_are_neither_lost_nor_doubled_at_the_edge_of_a_page(counters, limit):
    all_keys = [key for keys in all_pages(f"/list?limit={limit}", BY_COUNT) for key in keys]

    assert all_keys == ["k6", "k7", "k8", "k3", "k4", "k5", "k0", "k1", "k2"]


def test_an_item_deleted_between_two_pages_hides_no_other(counters):
    _, following = page("/list?limit=4")
    Counter.objects.filter(key__in=("k0", "k3")).delete()

    assert page(following)[0] == ["k4", "k5", "k6", "k7"]


def test_the_next_address_keeps_the_other_parameters(counters):
    _, following = page("/list?limit=4&status=open")

    assert parse_qs(urlsplit(following).query)["status"] == ["open"]


def test_a_cursor_of_another_list_is_refused(counters):
    _, following = page("/list?limit=4")

    with pytest.raises(Malformed):
        page(following.replace("/list", "/others"))


def test_a_cursor_of_another_order_is_refused(counters):
    _, following = page("/list?limit=4", BY_KEY)

    with pytest.raises(Malformed):
        page(following, ("-key",))


@pytest.mark.parametrize("cursor", ["", "x", "%00", "a:b", "bnVsbA:x", "%ED%A0%80", "x" * 1_000, "%5B%5D"])
def test_an_invalid_cursor_is_refused(cursor):
    with pytest.raises(Malformed) as refusal:
        page(f"/list?cursor={cursor}")

    assert refusal.value.errors[0].pointer == "/query/cursor"


@pytest.mark.parametrize("limit", ["0", "201", "-1", "x", ""])
def test_a_limit_out_of_range_is_refused(limit):
    with pytest.raises(Malformed):
        page_limit(request_for(f"/list?limit={limit}"))
