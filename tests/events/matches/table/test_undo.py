"""Undo by consent: a further event restores the table, but only if no information was revealed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from events.verifier.verify import verify
from games import registry
from games.kernel.audit import main as audit
from games.kernel.effect import fold
from games.kernel.rng import Rng, policy_draws
from games.kernel.undo import NotUndoable, undo
from games.kernel.view import view_of
from tests.events.calls import Caller, code, open_match, somebody
from tests.events.verifier.test_verify_vectors import by_javascript

pytestmark = pytest.mark.django_db


def running() -> tuple[list[Caller], str]:
    callers = [somebody() for _ in range(4)]
    return callers, open_match(callers[0], callers[1:], options={"end": {"hands": 1}})


def head(match: str) -> dict[str, Any]:
    found: dict[str, Any] = Caller().get(f"/matches/{match}").json()
    return found


def play_until(verb: str, callers: list[Caller], match: str) -> tuple[int, dict[str, Any]]:
    """Plays until a seat does something; returns the seat, and its view before."""
    for _ in range(60):
        for seat in head(match)["to_act"]:
            legal = callers[seat].get(f"/matches/{match}/legal-moves").json()
            before = callers[seat].get(f"/matches/{match}/view").json()
            chosen = next((move for move in legal["moves"] if move["verb"] == verb), legal["moves"][0])
            answer = callers[seat].post(f"/matches/{match}/moves", {"prompt": legal["prompt"], **chosen})
            assert answer.status_code == 201
            if chosen["verb"] == verb:
                return seat, before
    raise AssertionError(f"expected {verb}")


def test_a_pass_is_taken_back_by_a_further_event_once_all_agree(tmp_path: Any):
    callers, match = running()
    seat, before = play_until("pass", callers, match)
    seq = head(match)["seq"]

    for caller in callers[:3]:
        assert caller.post(f"/matches/{match}/agreements/undo").json()["seq"] == seq
    assert head(match)["agreements"]["undo"] == [0, 1, 2]
    assert callers[0].delete(f"/matches/{match}/agreements/undo").status_code == 204
    callers[3].post(f"/matches/{match}/agreements/undo")
    assert callers[0].post(f"/matches/{match}/agreements/undo").json()["seq"] == seq + 1

    row = callers[0].get(f"/matches/{match}/events?after={seq}").json()["items"][0]
    assert (row["type"], row["undoes"], row["to_act"]) == ("move.undone", seq, [seat])
    after = callers[seat].get(f"/matches/{match}/view").json()
    assert [zone["cards"] for zone in after["zones"]] == [zone["cards"] for zone in before["zones"]]
    assert after["public"] == before["public"]
    assert code(callers[0].post(f"/matches/{match}/agreements/undo")) == (409, "nothing_to_undo")
    legal = callers[seat].get(f"/matches/{match}/legal-moves").json()
    move = {"prompt": legal["prompt"], **legal["moves"][0]}
    assert callers[seat].post(f"/matches/{match}/moves", move).status_code == 201
    check_log(callers, match, tmp_path)


def check_log(callers: list[Caller], match: str, tmp_path: Any) -> None:
    for caller in callers:
        caller.post(f"/matches/{match}/resign")
    bundle = callers[0].get(f"/matches/{match}/export").json()
    lines = [list(line) for line in verify(bundle)]
    assert [line for line in lines if line[0] == "FAILED"] == []
    assert by_javascript([[bundle, [], None]])["bundles"] == [lines]
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps(bundle))
    assert audit(str(path)) == 0

    forged = json.loads(json.dumps(bundle))
    for event in forged["events"]:
        event["core"] = event["core"].replace('"undoes":', '"undoes":1')
    words = "the row takes back another row than the last move"
    for result in (verify(forged), by_javascript([[forged, [], None]])["bundles"][0]):
        assert next(text for status, step, text in result if step == "5 cards").endswith(words)
    path.write_text(json.dumps(forged))
    assert audit(str(path)) == 1


def test_cards_that_were_shown_cannot_be_taken_back():
    callers, match = running()
    play_until("play", callers, match)

    assert code(callers[0].post(f"/matches/{match}/agreements/undo")) == (409, "nothing_to_undo")
    assert head(match)["agreements"]["undo"] == []


@pytest.mark.parametrize("key", registry.GAMES)
def test_taking_back_a_move_restores_the_table_and_the_seats_to_act(key: str):
    game, rng = registry.get(key), Rng(b"\x07" * 32)
    options = game.options.from_json({}, game.seats.start)
    state, undone = fold(game.opening(game.seats.start, options), game.start(game.seats.start, options, rng).effects), 0
    draws = policy_draws(b"undo", 1, 1)
    for _ in range(60):
        once = [p for p in state.open_prompts if not game.is_sealed(p) and game.to_act(state)]
        seats = [(p, seat) for p in once for seat in p.seats if seat in game.to_act(state)]
        if not seats:
            break
        prompt, seat = seats[0]
        move = game.legal_moves(view_of(state, seat), prompt.id).sample(draws)
        outcome = game.play(state, seat, prompt.id, move, rng)
        try:
            back = undo(game, state, outcome.effects)
        except NotUndoable:
            state = outcome.state
            continue
        undone += 1
        table = fold(fold(state, outcome.effects), back.effects)
        assert table.public == state.public and game.to_act(table) == game.to_act(state)
        state = outcome.state
    print(f"{key}: {undone} moves taken back")
