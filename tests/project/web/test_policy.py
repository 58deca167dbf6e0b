"""The content security policy of pages and of the API."""

from __future__ import annotations

import pytest

from tests.events.calls import client


@pytest.mark.django_db
def test_a_response_of_the_api_cannot_be_framed():
    policy = client().get("/api/v1/games").headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy


@pytest.mark.django_db
def test_a_page_keeps_the_policy_of_the_settings():
    answer = client().get("/")

    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
