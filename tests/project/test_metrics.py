"""The figures: they count by route, and no id gets into them."""

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
