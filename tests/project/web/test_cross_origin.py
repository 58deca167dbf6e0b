"""Web clients of other origins, if the operator permits them (README, "A client on another origin")."""

from __future__ import annotations

from typing import Any

import pytest

from tests.events.calls import client

pytestmark = pytest.mark.django_db
CLIENT = "https://cards.example"
SENT = ("authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "last-event-id")
READ = ("ETag", "Link", "Location", "Retry-After", "Idempotent-Replayed", "X-Request-Id")


def preflight(origin: str) -> Any:
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": ", ".join(SENT),
    }
    return client().options("/api/v1/matches", headers=headers)


def test_a_permitted_origin_may_send_and_read_the_headers_of_the_contract(settings: Any):
    settings.CORS_ALLOWED_ORIGINS = [CLIENT]

    permitted, answer = preflight(CLIENT), client().get("/api/v1/games", headers={"Origin": CLIENT})

    assert permitted["Access-Control-Allow-Origin"] == CLIENT
    assert set(SENT) <= {name.strip() for name in permitted["Access-Control-Allow-Headers"].split(",")}
    assert set(READ) <= {name.strip() for name in answer["Access-Control-Expose-Headers"].split(",")}
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_other_origins_are_not_permitted(settings: Any):
    settings.CORS_ALLOWED_ORIGINS = [CLIENT]

    assert "Access-Control-Allow-Origin" not in preflight("https://evil.example").headers


def test_no_other_origin_is_permitted_by_default():
    assert "Access-Control-Allow-Origin" not in preflight(CLIENT).headers
