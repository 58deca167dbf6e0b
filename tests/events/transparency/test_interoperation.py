"""This project's log and witness together with external implementations (`witness-log`)."""

from __future__ import annotations

import hashlib

import pytest

from events.transparency.notes import key_of, signatures_in
from tests.events.transparency.witness_file import Log, witness

witness_log = pytest.importorskip("witness_log", reason="ours is not compared: witness-log is not installed")


def test_an_independent_witness_signs_our_log_and_refuses_a_hundred_forks(tmp_path):
    caught, log = 0, Log()
    for fork_at in range(100):
        theirs = witness_log.WitnessService.new("w.example.org", hashlib.sha256(b"w").digest())
        theirs.add_log(log.key.name, log.key.vkey)
        old, new = fork_at + 1, fork_at + 3
        status, line = theirs.handle_add_checkpoint(log.body(0, old), 1_700_000_000)
        assert status == 200
        assert witness.checkpoint_of(log.note(old) + line).cosigners([witness.key_of(theirs.vkey())])
        caught += theirs.handle_add_checkpoint(Log(fork_at=fork_at).body(old, new), 1_700_000_001)[0] == 422
        assert theirs.handle_add_checkpoint(log.body(old, new), 1_700_000_002)[0] == 200
    assert caught == 100


def test_our_witness_responds_with_the_statuses_of_an_independent_witness(tmp_path):
    log = Log()
    theirs = witness_log.WitnessService.new("w.example.org", hashlib.sha256(b"w").digest())
    theirs.add_log(log.key.name, log.key.vkey)
    ours = witness.Witness(tmp_path, "o.example.org", [log.key])
    for body in (
        log.body(0, 5),
        log.body(0, 6),
        log.body(5, 5),
        log.body(5, 9),
        log.body(9, 10, []),
        Log(fork_at=2).body(9, 12),
        Log(origin="example.org/other").body(0, 1),
        "",
        "old 9\n",
        Log(seed=bytes([3] * 32)).body(9, 10),
        "\n".join(["old 11", "", log.note(10)]),
        log.body(9, 30),
        log.body(30, 30, [bytes(32)]),
    ):
        assert _status(ours, body) == theirs.handle_add_checkpoint(body, 1_700_000_000)[0], body


def _status(ours: witness.Witness, body: str) -> int:
    try:
        ours.add_checkpoint(body)
    except witness.CosigningRefused as refused:
        return refused.status
    return 200


def test_our_witness_signs_an_independent_log_and_reads_its_checkpoints(tmp_path):
    log = witness_log.WitnessLog.generate()
    origin = log.canonical_origin()
    key = witness.key_of(log.c2sp_vkey(origin))
    ours, old = witness.Witness(tmp_path, "o.example.org", [key]), 0
    for number in range(9):
        log.append_intent(b"%d" % number)
        line = ours.add_checkpoint(log.add_checkpoint_body(old))
        old = log.tree_size()
        note = log.sign_c2sp_checkpoint(origin)
        assert witness.checkpoint_of(note).is_signed_by([key])
        assert [signature.line for signature in signatures_in(line)] == [line]
        _, count = log.dossier_from_responses([(ours.key.vkey, line)])
        assert count >= 0
    assert key_of(key.vkey).public == key.public
