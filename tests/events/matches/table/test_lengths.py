"""How long what a player reads is when compressed tells nothing of their hand that depends on what others do or say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from events.http import answers
from events.matches.record import visible_events
from events.matches.views import table
from tests.events.base.test_woven import FACES, Lengths, tells
from tests.events.calls import Caller, first_move, open_match, somebody

pytestmark = pytest.mark.django_db
SAID = [*(json.dumps({"face": face}) for face in FACES), json.dumps({"said": "nothing of it."})]


def renamed(value: Any, hand: str) -> Any:
    """A hidden part with one face in place of all faces."""
    return [hand if isinstance(item, str) else item for item in value] if isinstance(value, list) else value


@contextmanager
def holding(hand: str, words: str) -> Iterator[None]:
    """Lets the players hold and draw cards with one face, and others at the table have said some words."""
    view_of_table, opened = table.table_view, visible_events._opened

    def shown(match: Any, viewer: Any, *rest: Any) -> dict[str, Any]:
        everybodys = view_of_table(match, table.Viewer(None), *rest)
        view = everybodys if viewer.seat is None else view_of_table(match, viewer, *rest)
        hidden = view["faces"].keys() - everybodys["faces"].keys()
        faces = {card: {"face": hand} if card in hidden else face for card, face in view["faces"].items()}
        return {**view, "faces": faces, "public": {**view["public"], "said": words}}

    def told(*of: Any) -> Iterator[dict[str, Any]]:
        for cell in opened(*of):
            yield {**cell, "value": words if cell["path"] == "text" else renamed(cell["value"], hand)}

    answers._rendered.clear()
    table._everybodys.clear()
    with patch.object(table, "table_view", shown), patch.object(visible_events, "_opened", told):
        yield


def lengths_of(caller: Caller, match: str, path: str) -> Lengths:
    """How long a compressed response is, by what the caller holds and what others have said."""
    lengths = {}
    for words in SAID:
        for hand in FACES:
            with holding(hand, words):
                response = caller.get(f"/matches/{match}{path}", Accept_Encoding="gzip")
            assert response["Content-Encoding"] == "gzip"
            lengths[hand, words] = len(response.content)
    return lengths


@pytest.fixture
def seated() -> tuple[Caller, str]:
    callers = [somebody("Length") for _ in range(2)]
    match = open_match(callers[0], callers[1:], "monopoly_deal")
    for _ in range(6):
        caller, move = next((each, move) for each in callers if (move := first_move(each, match)) is not None)
        assert caller.post(f"/matches/{match}/moves", move).status_code == 201
    assert callers[1].post(f"/matches/{match}/messages", {"text": "Well?"}).status_code == 201
    return callers[0], match


PATHS = ("/view", "/view?faces=ids", "/events")


@pytest.mark.parametrize("path", PATHS)
def test_what_a_player_reads_tells_nothing_by_its_length(seated: tuple[Caller, str], path: str):
    assert not tells(lengths_of(*seated, path))


@pytest.mark.parametrize("path", PATHS)
def test_what_is_compressed_as_a_whole_is_found(seated: tuple[Caller, str], path: str):
    apart = answers.woven
    with patch.object(answers, "woven", lambda content, own: apart(content, ())):
        assert tells(lengths_of(*seated, path))
