"""The OpenAPI document as it is served."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from tests.events.calls import client

pytestmark = pytest.mark.django_db


def served(query: str = "", **headers: str) -> Any:
    return client().get(f"/api/schema{query}", headers=headers)


def test_the_document_is_json_on_request():
    by_format, by_header = served("?format=json"), served(accept="application/json")

    assert by_format["Content-Type"] == by_header["Content-Type"] == "application/json"
    assert json.loads(by_format.content)["openapi"].startswith("3.1.")
    assert by_format.content == by_header.content


def test_the_document_is_yaml_by_default():
    for answer in (served(), served("?format=yaml")):
        assert "yaml" in answer["Content-Type"] or "openapi" in answer["Content-Type"]
        assert yaml.load(answer.content, yaml.CSafeLoader) == json.loads(served("?format=json").content)


@pytest.mark.parametrize("query", ["?format=xml", "?lang=fr"])
def test_unknown_parameters_are_refused(query: str):
    assert served(query).status_code == 400
