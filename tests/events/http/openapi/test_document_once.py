"""The OpenAPI document is generated once, before requests, regardless of concurrent requests."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from events.http.openapi import document
from project.embedded import installation_keys
from tests.events.calls import at_once


@pytest.fixture
def makings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Resets the document of the process; returns a list of later generations."""
    document._made.clear()
    document._document.cache_clear()
    made: list[str] = []
    get_schema = SchemaGenerator.get_schema

    def counted(self: Any, **kwargs: Any) -> Any:
        made.append("made")
        return get_schema(self, **kwargs)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    return made


def test_simultaneous_requests_generate_the_document_once(makings: list[str]) -> None:
    answers = at_once(*[lambda: Client().get("/api/schema?format=json")] * 24)

    assert [answer.status_code for answer in answers] == [200] * 24
    assert makings == ["made"]


def test_a_server_generates_the_document_before_its_first_request() -> None:
    made = "len(document._made)"
    program = f"import project.asgi; from events.http.openapi import document; print({made})"

    environment = {**os.environ, **installation_keys.generate()}
    printed = subprocess.check_output([sys.executable, "-c", program], env=environment, text=True)

    assert int(printed) == len(document.Document.renderer_classes)
