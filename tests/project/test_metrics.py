"""The metrics count by route and contain no ids."""

import uuid

import pytest
from django.test import Client
from prometheus_client import REGISTRY


def counted(route: str, status: str) -> float:
    return (
        REGISTRY.get_sample_value("comptoir_requests_total", {"method": "GET", "route": route, "status": status}) or 0
    )


def test_a_request_is_counted_under_its_route() -> None:
    before = counted("livez", "200")

    Client().get("/livez")

    assert counted("livez", "200") == before + 1


@pytest.mark.django_db
def test_no_id_of_a_match_gets_into_the_figures() -> None:
    match = str(uuid.uuid4())
    Client().get(f"/api/v1/matches/{match}")

    page = Client().get("/metrics").content.decode()

    assert "comptoir_request_seconds" in page
    assert match not in page


def test_an_unknown_path_is_counted_without_its_text() -> None:
    Client().get("/canary-42")

    assert "canary" not in Client().get("/metrics").content.decode()


def status(**request: str) -> int:
    return Client().get("/metrics", **request).status_code


def test_without_a_token_the_figures_are_for_this_host_alone(settings) -> None:
    settings.COMPTOIR_METRICS_TOKEN, settings.COMPTOIR_PROXIES = "", 0

    assert [status(REMOTE_ADDR=address) for address in ("127.0.0.1", "127.8.8.8", "::1")] == [200, 200, 200]
    for address in ("192.0.2.7", "10.0.0.1", "::ffff:192.0.2.7", "", "unix:"):
        assert status(REMOTE_ADDR=address) == 404, address


@pytest.mark.parametrize("header", ["HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA"])
def test_a_forwarded_request_does_not_come_from_this_host(settings, header: str) -> None:
    settings.COMPTOIR_METRICS_TOKEN, settings.COMPTOIR_PROXIES = "", 0

    assert status(REMOTE_ADDR="127.0.0.1", **{header: "127.0.0.1"}) == 404


def test_behind_a_proxy_no_address_is_this_host(settings) -> None:
    settings.COMPTOIR_METRICS_TOKEN, settings.COMPTOIR_PROXIES = "", 1

    assert status(REMOTE_ADDR="127.0.0.1") == 404


def test_with_a_token_the_metrics_are_served_to_every_host_that_sends_it(settings) -> None:
    settings.COMPTOIR_METRICS_TOKEN, settings.COMPTOIR_PROXIES = "scrape me", 1

    assert status(REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer scrape me") == 200
    for header in ("Bearer scrape", "Bearer scrape me ", "Basic scrape me", "Bearer ", "scrape me", "Bearer é"):
        assert status(REMOTE_ADDR="127.0.0.1", HTTP_AUTHORIZATION=header) == 404, header
    assert status(REMOTE_ADDR="127.0.0.1") == 404
