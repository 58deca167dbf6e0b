"""Each endpoint has a method in both packages."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from clients.generator.contract import missing, operations
from clients.generator.typescript_methods import camel
from tests.clients.artefacts import javascript_names, python_names
from tests.events.http.openapi.conformance import document

pytestmark = pytest.mark.xdist_group("streams")


@pytest.mark.parametrize("name", ["Client", "AsyncClient"])
def test_each_endpoint_has_a_method_in_python(python: Path, name: str) -> None:
    assert missing(document(), python_names(python, name)) == []


def test_each_endpoint_has_a_method_in_javascript(javascript: Path, needs_node: str) -> None:
    names = javascript_names(needs_node, javascript)

    assert missing(document(), {one.name for one in operations(document()) if camel(one.name) in names}) == []


def test_an_endpoint_without_a_method_is_found(python: Path) -> None:
    planted = copy.deepcopy(document())
    swap = copy.deepcopy(planted["paths"]["/api/v1/matches/{match_id}/agreements/undo"]["post"])
    planted["paths"]["/api/v1/matches/{match_id}/swap"] = {"post": {**swap, "operationId": "seat_swap"}}

    assert missing(planted, python_names(python, "Client")) == ["POST /matches/{match_id}/swap"]


def test_both_packages_have_the_same_version(python: Path, javascript: Path) -> None:
    [described] = python.glob("comptoir_client-*.dist-info")
    version = described.name.removeprefix("comptoir_client-").removesuffix(".dist-info")

    [tarball] = javascript.glob("*.tgz")

    assert tarball.name == f"comptoir-client-{version}.tgz"
