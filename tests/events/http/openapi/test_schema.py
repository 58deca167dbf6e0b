"""The API conforms to its OpenAPI document: no response of 500 or above, none undeclared, every body valid.

The number of cases depends on the time (`COMPTOIR_TEST_SECONDS`); `make soak` runs more.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler

from events.base.exceptions import all_problems
from tests.events.http.openapi.generated import document, fuzz
from tests.events.http.targets import laid_out
from tests.games.harness.time_budget import SECONDS, SEED

pytestmark = pytest.mark.django_db


def test_every_operation_answers_as_documented():
    statuses = fuzz(document(), laid_out(), SECONDS * 1.2, SEED, at_least=1)

    print(f"{statuses.total()} cases from seed {SEED}: {dict(sorted(statuses.items()))}")
    assert {200, 201, 400, 401, 404, 409} <= set(statuses), "the cases should reach more than the first wall"


def test_the_document_is_openapi_3_1_and_names_every_code_of_a_problem():
    raw = document().raw_schema

    assert raw["openapi"].startswith("3.1.")
    name = raw["components"]["schemas"]["Problem"]["properties"]["code"]["$ref"].rpartition("/")[2]
    assert sorted(raw["components"]["schemas"][name]["enum"]) == sorted(all_problems())


def test_the_description_of_the_document_lists_the_headers_of_every_response():
    description = document().raw_schema["info"]["description"]

    assert "- `RateLimit: " in description and "- `RateLimit-Policy: " in description


def answering(change: Callable[[str, bytes], tuple[str, bytes]]) -> Any:
    """Returns the application with a fault. change: alters each response with status 200."""
    sound = WSGIHandler()

    def faulty(environ: dict[str, Any], start_response: Any) -> Any:
        head: list[Any] = []
        body = b"".join(sound(environ, lambda status, headers, exc_info=None: head.extend((status, headers))))
        status, headers = head
        if status.startswith("200") and environ["PATH_INFO"].startswith("/api/v1/"):
            status, body = change(status, body)
        start_response(status, [pair for pair in headers if pair[0] != "Content-Length"])
        return [body]

    return faulty


def without_items(status: str, body: bytes) -> tuple[str, bytes]:
    page = json.loads(body)
    page.pop("items", None)
    return status, json.dumps(page).encode()


FAULTS = {
    "an answer of 500": lambda status, body: ("500 Internal Server Error", body),
    "a status that is not declared": lambda status, body: ("299 Odd", body),
    "a list without its items": without_items,
    "a body that is not JSON": lambda status, body: (status, b"<html>"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str):
    targets = laid_out()

    with pytest.raises(BaseException) as error:
        fuzz(document(answering(FAULTS[fault])), targets, 0, SEED, at_least=50)

    assert any("seed" in note for note in error.value.__notes__)
