"""The root of the API links to the starting points of its documentation."""

from __future__ import annotations

import pytest

from tests.events.calls import client, somebody

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["", "/"])
def test_every_link_of_the_root_can_be_read(path: str) -> None:
    # Given
    ada = somebody()

    # When
    links = ada.get(path).json()["links"]

    # Then
    assert {"docs", "games", "leagues", "matches", "me", "schema", "tournaments"} <= links.keys()
    for link in links.values():
        assert client().get(link, headers={"Authorization": f"Bearer {ada.token}"}).status_code == 200, link
