"""The greedy policy of Dale of Merchants: it builds, pays with junk, helps its teammate, and beats chance."""

from __future__ import annotations

from bots import policies
from games.dale_of_merchants import GAME
from games.kernel.rng import policy_draws
from games.kernel.state import Move, Seat
from tests.bots.playing import played
from tests.games.dale_of_merchants.table import Dale, table_with
from tests.games.harness.time_budget import SEED

GREEDY, UNIFORM = policies.get("dale_of_merchants", "greedy"), policies.get("dale_of_merchants", "uniform")


def choice(table: Dale, seat: Seat) -> Move:
    move = GREEDY(table.scenario.view(seat), table.scenario.legal(seat), policy_draws(b"test"))
    assert move in table.scenario.legal(seat)
    return move


def faces(table: Dale, move: Move) -> list[str]:
    return sorted(table.state.face(item["card"]) for item in move.args["cards"])


def test_the_bot_builds_a_stack_when_it_can() -> None:
    table = table_with(hand0="swift_broker junk*4", market="acorn")

    assert choice(table, 0).verb == "build"


def test_the_bot_pays_with_junk() -> None:
    table = table_with(hand0="cookies junk*4", stall0=["junk"] * 5, market="- - cookies")
    move = choice(table, 0)

    assert (move.verb, faces(table, move)) == ("buy", ["junk"] * 4)


def test_the_bot_wins_when_it_can() -> None:
    table = table_with(hand0="shattered_relic flashy_show spyglass", stall0=["junk"] * 7, deck0="junk")

    assert choice(table, 0).verb == "build"


def test_the_bot_helps_its_teammate() -> None:
    table = table_with(4, options={"teams": True}, hand0="cookies", hand2="swift_broker", stall0=["junk"] * 2)
    table.play(0, "ask_help", cards="cookies")

    assert choice(table, 2).verb == "help"


def test_the_bot_wins_nine_of_ten_matches_against_uniform() -> None:
    won = 0
    for number in range(20):
        policies_of = [GREEDY, UNIFORM] if number % 2 == 0 else [UNIFORM, GREEDY]
        won += played(GAME, policies_of, SEED + number).places[number % 2] == 1
    assert won >= 18
