"""Exports and proofs over HTTP, which players, spectators and auditors check with the offline verifier."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from events.base.clock import clock
from events.matches.table.moves import prompt_expire
from events.verifier.verify import verify
from games import registry
from games.kernel import audit
from tests.events.calls import SHORT, Caller, first_move, open_match, play_on, somebody
from tests.events.steps import overdue_prompts

pytestmark = pytest.mark.django_db

GAMES = {game.key: max(3, game.seats.start) for game in registry.newest()}
MID_GAME = {
    "1 form": "OK",
    "2 chain": "OK",
    "3 head": "OK",
    "3 receipts": "SKIPPED",
    "3 global log": "SKIPPED",
    "4 seeds": "OK",
    "5 cards": "OK",
    "6 rules": "SKIPPED",
    "7 redaction": "OK",
    "8 clock": "OK",
}


def table_of(game: str, **wish) -> tuple[list[Caller], str]:
    callers = [somebody() for _ in range(GAMES[game])]
    return callers, open_match(callers[0], callers[1:], game, **wish)


def exported(caller: Caller, match: str) -> dict:
    answer = caller.get(f"/matches/{match}/export")
    assert answer.status_code == 200, answer.content
    return answer.json()


def statuses(bundle: dict, *more) -> dict[str, str]:
    results = verify(bundle, *more)
    return {step: status for status, step, _ in results} | {"words": results}


def play_until_rows(callers: list[Caller], match: str, rows: int) -> None:
    """Plays moves from a fixed seed until the log has grown by the given number of events."""
    draws = Random(rows)
    for _ in range(20 * rows):
        head = callers[0].get(f"/matches/{match}").json()
        if head["seq"] >= rows or head["status"] != "running":
            return
        caller = callers[draws.choice(head["to_act"] or head["may_act"])]
        legal = caller.get(f"/matches/{match}/legal-moves?limit=20").json()
        if legal["moves"]:
            caller.post(f"/matches/{match}/moves", {"prompt": legal["prompt"], **draws.choice(legal["moves"])})
    raise AssertionError(f"expected {rows} rows")


@pytest.mark.parametrize("game", GAMES)
def test_a_player_can_check_their_export_mid_game(game: str):
    callers, match = table_of(game)
    play_until_rows(callers, match, 25)

    for caller in [*callers, somebody()]:
        steps = statuses(exported(caller, match))
        assert MID_GAME.items() <= steps.items(), steps["words"]


def demand_whole_and_ruled(bundle: dict, folder: Path) -> None:
    """Checks that every step holds for a finished match, and that the rules reproduce the log."""
    steps = statuses(bundle)
    assert (MID_GAME | {"5 chance": "OK"}).items() <= steps.items(), steps["words"]
    path = folder / "bundle.json"
    path.write_text(json.dumps(bundle))
    assert audit.main(str(path)) == 0


def test_a_finished_match_is_verified_with_all_draws_and_by_the_rules(tmp_path):
    callers, match = table_of("great_dalmuti")
    play_on(callers, match, lambda head: head["status"] == "finished")

    demand_whole_and_ruled(exported(somebody(), match), tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_with_resignations_and_acts_of_the_clock_is_verified(game: str, tmp_path):
    now = [1_800_000_000_000]
    with clock(lambda: now[0]):
        callers, match = table_of(
            game,
            options=SHORT[game],
            clock={"per_move": 60, "on_timeout": "resign" if game == "monopoly_deal" else "default_move"},
        )
        play_until_rows(callers, match, 8)
        callers[1].post(f"/matches/{match}/resign")
        now[0] += 61_000
        while overdue := overdue_prompts():
            for match_id, prompt, seat in overdue:
                prompt_expire(match_id=match_id, prompt=prompt, seat=seat)
            now[0] += 61_000
        for caller in callers:
            caller.post(f"/matches/{match}/resign")

    bundle = exported(somebody(), match)
    assert {"clock", "seat.resigned"} & {json.loads(event["core"])["type"] for event in bundle["events"]}
    demand_whole_and_ruled(bundle, tmp_path)


def test_the_verifier_runs_alone_from_the_command_line(tmp_path):
    callers, match = table_of("great_dalmuti")
    path = tmp_path / "bundle.json"
    path.write_bytes(callers[1].get(f"/matches/{match}/export").content)

    run = subprocess.run([sys.executable, "-I", "events/verifier/verify.py", path], capture_output=True, text=True)

    assert run.returncode == 0, run.stdout + run.stderr


def test_a_receipt_matches_the_chain_of_a_later_export():
    callers, match = table_of("great_dalmuti")
    play_until_rows(callers, match, 8)
    waiting = callers[0].get(f"/matches/{match}").json()["to_act"][0]
    played = callers[waiting].post(f"/matches/{match}/moves", first_move(callers[waiting], match)).json()
    play_until_rows(callers, match, 45)

    steps = statuses(exported(callers[0], match), [played["receipt"]])

    assert steps["3 receipts"] == "OK", steps["words"]


def test_players_receive_proofs_of_all_cards_in_their_hands():
    callers, match = table_of("great_dalmuti")

    for seat, caller in enumerate(callers):
        proof = caller.get(f"/matches/{match}/proof").json()
        hand = next(
            z for z in caller.get(f"/matches/{match}/view").json()["zones"] if z["name"] == "hand" and z["seat"] == seat
        )
        assert {card["card"] for card in proof["cards"]} >= set(hand["cards"])


def test_a_spectator_receives_proofs_of_visible_cards_only():
    _, match = table_of("great_dalmuti")
    watcher = somebody()

    proof = watcher.get(f"/matches/{match}/proof").json()

    effects = [effect for row in watcher.get(f"/matches/{match}/events").json()["items"] for effect in row["effects"]]
    visible_cards = {card for effect in effects if effect["kind"] == "moved" for card in effect["to"]}
    assert {card["card"] for card in proof["cards"]} <= visible_cards - {None}
    assert proof["match_seed"] is None


def test_a_practice_match_is_verified_by_its_chosen_seed(tmp_path):
    callers, match = table_of("monopoly_deal", seed="5e" * 32)
    play_until_rows(callers, match, 20)
    before = statuses(exported(callers[0], match))
    for caller in callers[1:]:
        caller.post(f"/matches/{match}/resign")

    assert before["5 chance"] == "OK", before["words"]
    demand_whole_and_ruled(exported(callers[0], match), tmp_path)


def test_sealed_answers_of_an_open_prompt_are_in_no_export():
    callers, match = table_of("great_dalmuti")
    play_on(callers, match, lambda head: len(head["to_act"]) > 1)
    seat = callers[0].get(f"/matches/{match}").json()["to_act"][0]
    before = [exported(caller, match) for caller in callers]

    answer = callers[seat].post(f"/matches/{match}/moves", first_move(callers[seat], match))

    assert answer.json() == {"seq": None, "accepted": True}
    assert [exported(caller, match) for caller in callers] == before


def test_reveal_seats_opens_the_seed_to_seated_players_only():
    callers, match = table_of("monopoly_deal", reveal="seats")
    for caller in callers[1:]:
        caller.post(f"/matches/{match}/resign")

    seated, watching = exported(callers[1], match), exported(somebody(), match)

    assert (seated["viewer"], watching["viewer"]) == ("all", None)
    assert statuses(seated)["5 chance"] == "OK"
    assert watching["match_seed"] is None
    assert statuses(watching)["7 redaction"] == "OK"
