"""The checker: it accepts a correct log and reports each fault of an incorrect one."""

from __future__ import annotations

import hashlib
from itertools import accumulate
from typing import Any
from uuid import UUID

import pytest

from events.base.fairness import Frontier, HeadSigner, event_hash, genesis
from tests.chaos.clients import ALONE, Acknowledged, Played, Read
from tests.chaos.faults import Fault, recoveries
from tests.chaos.verdict import COUNTED, Rows, of_match, order

MATCH = "01a1fd1b-d100-714b-9ed1-52bfb4a4210f"
SIGNER = HeadSigner(hashlib.sha256(b"chaos").digest())
KEYS = {SIGNER.key_id: SIGNER.public_key}
PASS = {"verb": "pass", "args": {}}


def table() -> tuple[Played, Rows]:
    """Returns six moves of four seats and the end of the match, each acknowledged a second after it was sent."""
    rows = [row(seq, "move", seat=seq % 4, prompt=seq, move=PASS) for seq in range(6)]
    rows.append(row(6, "seed.opened"))
    before = genesis(UUID(MATCH).bytes)
    for one in rows:
        before = event_hash(before, one["core"].encode())
        one["hash"] = before.hex()
    played = Played(MATCH, ALONE, ["token"] * 4)
    for seq in range(6):
        at = 10.0 * seq
        played.acknowledged.append(Acknowledged(seq, PASS, seq, at, at + 1, receipt(rows, seq + 1)))
        played.reads.append(Read(seq, at + 2, at + 3))
    return played, rows


def row(seq: int, type: str, seat: int | None = None, **more: Any) -> dict[str, Any]:
    return {
        "seq": seq,
        "type": type,
        "seat": seat,
        "by": "player" if seat is not None else "setup",
        "at": f"{seq}",
        "core": f'{{"seq":{seq}}}',
        "prompt": None,
        "move": None,
        "effects": [],
        **more,
    }


def receipt(rows: Rows, size: int) -> dict[str, Any]:
    hashes = [bytes.fromhex(one["hash"]) for one in rows[:size]]
    *_, tree = accumulate(hashes, lambda tree, hash: tree.grown(hash), initial=Frontier())
    signature = SIGNER.sign(UUID(MATCH).bytes, size, hashes[-1], tree.root())
    return {
        "size": size,
        "hash": hashes[-1].hex(),
        "root": tree.root().hex(),
        "key_id": SIGNER.key_id,
        "signature": signature.hex(),
    }


def findings(played: Played, rows: Rows) -> set[str]:
    counts = of_match(played, rows, KEYS)
    return {name for name in COUNTED if counts[name]}


def test_an_unchanged_log_passes_without_findings():
    assert findings(*table()) == set()


def test_a_message_after_the_end_does_not_make_a_match_unfinished():
    played, rows = table()

    assert findings(played, [*rows, {**rows[-1], "seq": len(rows), "type": "message"}]) & {"unfinished"} == set()


def test_a_move_that_differs_from_its_acknowledged_row_is_lost():
    played, rows = table()
    rows[3]["move"] = {"verb": "play", "args": {}}

    assert findings(played, rows) == {"lost"}


def test_a_truncated_log_loses_moves_and_their_receipts():
    played, rows = table()

    assert findings(played, rows[:5]) == {"lost", "receipts_that_do_not_hold", "unfinished"}


def test_two_rows_that_answer_one_prompt_are_a_doubled_move():
    played, rows = table()
    rows[4] |= {"prompt": 0, "seat": 0}

    assert {"doubled", "lost"} <= findings(played, rows)


def test_a_row_that_no_client_received_is_found():
    played, rows = table()
    del played.acknowledged[2]

    assert findings(played, rows) == {"unreceived"}


def test_a_changed_core_breaks_the_chain():
    played, rows = table()
    rows[2]["core"] += " "

    assert "chain_breaks" in findings(played, rows)


def test_a_receipt_with_another_root_does_not_hold():
    played, rows = table()
    played.acknowledged[1].receipt["root"] = "00" * 32

    assert findings(played, rows) == {"receipts_that_do_not_hold"}


def test_an_accepted_sealed_answer_that_is_not_among_those_opened_is_lost():
    played, rows = table()
    played.sealed[7, 1].append(PASS)

    assert findings(played, rows) == {"sealed_lost"}


def test_a_turn_of_a_bot_that_the_clock_played_is_lost():
    played, rows = table()
    rows[6]["by"] = "clock"

    assert findings(played, rows) == {"bot_turns_lost"}


def move(seq: int, invoked: float, returned: float) -> Acknowledged:
    return Acknowledged(seq, PASS, seq, invoked, returned, {})


def test_a_move_sent_after_another_was_answered_comes_later_in_the_log():
    assert order([move(2, 0, 1), move(1, 2, 3)], []) == {"out_of_order": 1}
    assert not order([move(2, 0, 2), move(1, 1, 3)], []).total()


def test_one_move_sent_by_two_rivals_is_one_row():
    assert not order([move(1, 0, 1), move(1, 2, 3), move(2, 4, 5)], []).total()


def test_a_read_contains_every_move_answered_before_it_was_sent():
    assert order([move(5, 0, 1)], [Read(4, 2, 3)]) == {"reads_going_back": 1}
    assert order([], [Read(5, 0, 1), Read(4, 2, 3)]) == {"reads_going_back": 1}
    assert not order([move(5, 0, 3)], [Read(4, 1, 2)]).total()


def test_a_read_contains_no_move_sent_after_it_was_answered():
    assert order([move(5, 3, 4)], [Read(5, 1, 2)])["reads_of_the_future"] == 1


def test_recovery_ends_with_the_first_answer_to_a_move_sent_after_the_fault():
    moves = [(0.0, 9.0), (4.0, 6.0), (5.0, 5.5), (20.0, 20.1)]

    times = recoveries([Fault("kill_web", 3.0), Fault("kill_web", 19.5)], moves)["kill_web"]

    assert times == pytest.approx([0.6, 2.5])
