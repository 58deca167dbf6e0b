"""`?faces=ids` returns a view without the data of `GET /games/{game}`."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from tests.events.calls import Caller, first_move, open_match, somebody

pytestmark = pytest.mark.django_db


def table(game: str) -> tuple[list[Caller], str]:
    callers = [somebody("Faces") for _ in range(registry.get(game).seats.start)]
    return callers, open_match(callers[0], callers[1:], game)


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_a_view_with_face_ids_and_the_game_contain_the_whole_view(game: str):
    callers, match = table(game)
    described: dict[str, Any] = callers[0].get(f"/games/{game}").json()["faces"]
    whole = callers[0].get(f"/matches/{match}/view").json()

    slim = callers[0].get(f"/matches/{match}/view?faces=ids").json()

    for card, face in slim["faces"].items():
        known = {**described[face["face"]], **face}
        name = known.pop("title")
        for member in ("help", "help_pattern", "look", "short"):
            known.pop(member, None)
        assert {**known, "name": name} == whole["faces"][card]
    assert {**slim, "faces": None} == {**whole, "faces": None}
    assert len(str(slim["faces"])) < len(str(whole["faces"]))


def test_the_entity_tag_of_a_view_with_ids_serves_as_a_precondition():
    callers, match = table("monopoly_deal")
    (seat,) = callers[0].get(f"/matches/{match}").json()["to_act"]
    caller = callers[seat]
    etag = caller.get(f"/matches/{match}/view?faces=ids")["ETag"]
    move = first_move(caller, match)

    assert caller.post(f"/matches/{match}/moves", move, If_Match='"0"').status_code == 412
    assert caller.post(f"/matches/{match}/moves", move, If_Match=etag).status_code == 201


def test_an_unknown_value_of_the_parameter_faces_is_refused():
    callers, match = table("monopoly_deal")

    assert callers[0].get(f"/matches/{match}/view?faces=names").status_code == 400
