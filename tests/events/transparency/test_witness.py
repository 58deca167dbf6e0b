"""The public witness program: what it signs, what it refuses, and its state after a crash."""

from __future__ import annotations

import hashlib
import os
import random
import urllib.error
import urllib.request
from pathlib import Path
from threading import Thread

import pytest

from tests.events.transparency.witness_file import Log, witness

NAME = "witness.example.org/w1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "witness"


def open_witness(folder: Path, *logs: Log) -> witness.Witness:
    return witness.Witness(folder, NAME, [log.key for log in logs or (Log(),)], clock=lambda: 1_700_000_000)


def refusal(one: witness.Witness, body: str) -> tuple[int, str]:
    with pytest.raises(witness.CosigningRefused) as refused:
        one.add_checkpoint(body)
    return refused.value.status, refused.value.body


def is_cosigned(one: witness.Witness, note: str, line: str) -> bool:
    return witness.checkpoint_of(note + line).cosigners([one.key]) == {one.key}


def test_a_witness_signs_a_growing_log(folder):
    log, one = Log(), open_witness(folder)
    for old, new in ((0, 0), (0, 1), (1, 1), (1, 2), (2, 7), (7, 8), (8, 40)):
        assert is_cosigned(one, log.note(new), one.add_checkpoint(log.body(old, new)))
    assert one.newest(log.key.name).size == 40


def test_a_witness_refuses_requests_with_the_statuses_of_the_protocol(folder):
    log, other, one = Log(), Log(origin="example.org/other"), open_witness(folder)
    one.add_checkpoint(log.body(0, 5))

    assert refusal(one, other.body(0, 5))[0] == 404
    assert refusal(one, Log(seed=bytes([1] * 32)).body(5, 6))[0] == 403
    assert refusal(one, log.body(5, 6).replace("AAA", "AAB", 1).replace("\n6\n", "\n7\n"))[0] == 403
    assert refusal(one, log.body(7, 7).replace("\n7\n", "\n6\n", 1))[0] == 403
    assert refusal(one, "\n".join(["old 9", "", log.note(6)]))[0] == 400
    assert refusal(one, log.body(0, 6)) == (409, "5\n")
    assert refusal(one, log.body(4, 6)) == (409, "5\n")
    assert refusal(one, log.body(5, 6, []))[0] == 422
    assert refusal(one, log.body(5, 6, [*log.proof(5, 6), bytes(32)]))[0] == 422
    assert refusal(one, log.body(5, 5, [bytes(32)]))[0] == 422
    assert refusal(one, "\n".join(["old 5", "", log.note(5, bytes(31) + b"\1")]))[0] == 422
    assert one.newest(log.key.name).size == 5


@pytest.mark.parametrize(
    "damage",
    [
        lambda body: "",
        lambda body: body.replace("old 5", "old 05"),
        lambda body: body.replace("old 5", "old -5"),
        lambda body: body.replace("old 5", "old 5 "),
        lambda body: body.replace("\n\n", "\n"),
        lambda body: body[:-1],
        lambda body: body.replace("—", "-"),
        lambda body: body.replace("\n6\n", "\n06\n"),
        lambda body: body.replace("old 5\n", "old 5\nAA==\n"),
        lambda body: body.replace("log\n", "log\r\n"),
        lambda body: body.replace("old 5\n", "old 5\n" + 64 * f"{'A' * 43}=\n"),
        lambda body: body + "\n",
        lambda body: body.replace("old 5", "old ٥"),
        lambda body: body.replace("old 5", f"old {2**64}"),
    ],
)
def test_a_malformed_body_is_refused_and_changes_nothing(folder, damage):
    log, one = Log(), open_witness(folder)
    one.add_checkpoint(log.body(0, 5))

    assert refusal(one, damage(log.body(5, 6)))[0] == 400
    assert is_cosigned(one, log.note(6), one.add_checkpoint(log.body(5, 6)))


def test_a_hundred_of_a_hundred_forked_logs_are_refused(folder):
    seeded, caught = random.Random(7), 0
    for number in range(100):
        old = seeded.randint(1, 12)
        new = seeded.randint(old, 16)
        fork = Log(fork_at=seeded.randrange(old))
        one = open_witness(folder / str(number))
        one.add_checkpoint(Log().body(0, old))
        proof = seeded.choice([fork.proof(old, new), Log().proof(old, new)])
        caught += refusal(one, fork.body(old, new, proof))[0] == 422
        assert is_cosigned(one, Log().note(new), one.add_checkpoint(Log().body(old, new)))
        one.close()
    assert caught == 100


@pytest.mark.parametrize("call", ["replace", "fsync"])
def test_a_witness_that_crashes_before_storing_its_state_signs_nothing(folder, monkeypatch, call):
    log, one = Log(), open_witness(folder)
    one.add_checkpoint(log.body(0, 5))
    real = getattr(os, call)
    monkeypatch.setattr(os, call, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        one.add_checkpoint(log.body(5, 6))
    monkeypatch.setattr(os, call, real)
    one.close()

    again = open_witness(folder)
    assert again.key == one.key
    assert again.newest(log.key.name).size == 5
    assert refusal(again, Log(fork_at=3).body(5, 6))[0] == 422
    assert is_cosigned(again, log.note(6), again.add_checkpoint(log.body(5, 6)))


def test_a_witness_that_crashed_after_storing_its_state_refuses_another_history(folder, monkeypatch):
    log, one = Log(), open_witness(folder)
    one.add_checkpoint(log.body(0, 5))
    kept = one._keep
    monkeypatch.setattr(one, "_keep", lambda *given: (kept(*given), 1 / 0))
    with pytest.raises(ZeroDivisionError):
        one.add_checkpoint(log.body(5, 6))  # the signature never left
    one.close()

    again = open_witness(folder)
    assert refusal(again, Log(fork_at=5).body(5, 6)) == (409, "6\n")
    assert refusal(again, Log(fork_at=5).body(6, 7))[0] == 422
    assert is_cosigned(again, log.note(6), again.add_checkpoint(log.body(6, 6)))


def test_a_witness_that_signs_before_it_writes_is_found(folder, monkeypatch):
    log, one = Log(), open_witness(folder)
    one.add_checkpoint(log.body(0, 5))
    monkeypatch.setattr(one, "_keep", lambda *_: None)  # the fault
    one.add_checkpoint(log.body(5, 6))
    one.close()

    again = open_witness(folder)
    assert is_cosigned(again, Log(fork_at=5).note(6), again.add_checkpoint(Log(fork_at=5).body(5, 6)))


def test_a_witness_with_a_damaged_state_signs_nothing(folder):
    log, one = Log(), open_witness(folder)
    one.add_checkpoint(log.body(0, 5))
    [path] = (folder / "logs").iterdir()
    path.write_text(path.read_text()[:40])

    with pytest.raises(ValueError, match="expected"):
        one.add_checkpoint(log.body(0, 6))


def test_a_witness_with_a_state_but_without_its_key_does_not_start(folder):
    one = open_witness(folder)
    one.add_checkpoint(Log().body(0, 5))
    one.close()
    (folder / "key").unlink()

    with pytest.raises(ValueError, match="missing"):
        open_witness(folder)


def test_a_folder_is_used_by_one_process_at_a_time(folder):
    one = open_witness(folder)
    with pytest.raises(BlockingIOError):
        open_witness(folder)

    one.close()
    open_witness(folder)


def test_the_key_file_is_accessible_to_its_owner_only(folder):
    open_witness(folder)

    assert (folder / "key").stat().st_mode & 0o077 == 0


@pytest.fixture
def server(folder):
    running = witness.server_of(open_witness(folder), "127.0.0.1", 0)
    Thread(target=running.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    running.server_close()


def answer(url: str, body: bytes | None = None, **headers: str) -> tuple[int, str, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=20) as response:
            return response.status, response.headers["Content-Type"], response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Content-Type"], error.read().decode()


def test_a_witness_responds_over_http(server):
    log = Log()
    digest = hashlib.sha256(log.key.name.encode()).hexdigest()

    assert answer(f"{server}/{digest}/checkpoint")[0] == 404
    status, _, line = answer(f"{server}/add-checkpoint", log.body(0, 5).encode())
    assert status == 200
    assert answer(f"{server}/{digest}/checkpoint")[2] == log.note(5) + line
    assert answer(f"{server}/add-checkpoint", log.body(0, 6).encode()) == (409, "text/x.tlog.size", "5\n")
    assert answer(f"{server}/add-checkpoint", b"\xff")[0] == 400
    assert answer(f"{server}/add-checkpoint", bytes(70_000))[0] == 413
    assert answer(f"{server}/elsewhere", b"")[0] == 404
    assert answer(f"{server}/../key/checkpoint")[0] == 404
    assert answer(f"{server}/{digest}")[0] == 404


def test_a_witness_with_a_full_disk_signs_nothing(server, monkeypatch):
    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(witness, "write_whole", full)

    assert answer(f"{server}/add-checkpoint", Log().body(0, 5).encode())[::2] == (
        500,
        "the state cannot be read or written\n",
    )
    monkeypatch.undo()
    assert answer(f"{server}/add-checkpoint", Log().body(0, 5).encode())[0] == 200
