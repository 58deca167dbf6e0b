"""The server sends checkpoints to witnesses, stores their signatures, and is detected if it has two histories."""

from __future__ import annotations

import hashlib
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pgtrigger
import pytest
from django.core.checks import run_checks
from django.db import connection

from events import tasks
from events.base.fairness import global_leaf
from events.log.global_log import NewLeaf, global_log_add
from events.log.models import Cosignature, GlobalLeaf, Match
from events.processes.models import ErrorReport
from events.transparency import services
from events.transparency.services import cosignatures_collect
from events.verifier.verify import root_of_proof
from tests.events.transparency.logs import get, grow
from tests.events.transparency.witness_file import Log, witness

pytestmark = pytest.mark.django_db

OTHER = witness.Key("other.example.org", witness.COSIGNATURE, bytes(range(32)))


class Running:
    """A witness of the server's log, on a thread."""

    def __init__(self, folder: Path, name: str, keys: list[witness.Key]) -> None:
        self.witness = witness.Witness(folder, name, keys)
        self._server = witness.server_of(self.witness, "127.0.0.1", 0)
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def setting(self) -> str:
        return f"{self.witness.key.vkey} http://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self.witness.close()


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """Yields the address of a server that answers its one request with a function."""

    def serve() -> None:
        with server, suppress(OSError):
            line, _ = server.accept()
            with line:
                line.recv(65536)
                answer(line)

    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def witnesses(tmp_path, settings):
    keys = [witness.key_of(line) for line in get("vkey").decode().splitlines()]
    running = [Running(tmp_path / str(number), f"w{number}.example.org", keys) for number in range(3)]
    settings.COMPTOIR_WITNESSES = [one.setting for one in running]
    yield running
    for one in running:
        one.stop()


def published_checkpoint() -> witness.Checkpoint:
    return witness.checkpoint_of(get("checkpoint").decode())


def cosigners(witnesses: list[Running]) -> int:
    return len(published_checkpoint().cosigners([one.witness.key for one in witnesses]))


def rewrite_last_leaf() -> None:
    """Replaces the last leaf of the log, as an operator with access to the database could."""
    size = GlobalLeaf.objects.count()
    with pgtrigger.ignore("log.GlobalLeaf:append_only"):
        GlobalLeaf.objects.filter(position=size - 1).delete()
    match = Match.objects.latest("created_at")
    global_log_add([NewLeaf(1_700_000_000_001, match.pk, "head", hashlib.sha256(b"another").digest())])


def test_witnesses_sign_the_log_as_it_grows(witnesses):
    for size in (1, 5, 8):
        grow(size)
        assert cosignatures_collect() == 3
        assert (published_checkpoint().size, cosigners(witnesses)) == (size, 3)
    assert cosignatures_collect() == 0


def test_a_leaf_is_proved_in_a_checkpoint_with_enough_cosignatures(witnesses):
    assert get("proof/0") is None
    grow(5)
    cosignatures_collect()
    grow(7)
    for position, size in ((0, 5), (4, 5), (5, 7), (6, 7)):
        head, _, note = get(f"proof/{position}").decode().partition("\n\n")
        title, index, *hashes = head.split("\n")
        checkpoint, leaf = witness.checkpoint_of(note), GlobalLeaf.objects.get(position=position)
        root = root_of_proof(global_leaf(bytes(leaf.leaf)), position, size, [witness.decoded(line) for line in hashes])
        assert (title, index) == ("c2sp.org/tlog-proof@v1", f"index {position}")
        assert (checkpoint.size, checkpoint.root) == (size, root)
        assert len(checkpoint.cosigners([one.witness.key for one in witnesses])) == (3 if size == 5 else 0)
    assert get("proof/7") is None


def test_the_public_checkpoint_waits_for_more_than_half_of_the_witnesses(witnesses, settings):
    grow(3)
    cosignatures_collect()
    grow(6)
    witnesses[0].stop()
    witnesses[1].stop()
    assert cosignatures_collect() == 1
    assert (published_checkpoint().size, cosigners(witnesses)) == (3, 3)

    settings.COMPTOIR_WITNESS_QUORUM = 1
    assert (published_checkpoint().size, cosigners(witnesses)) == (6, 1)


def test_the_newest_head_is_published_if_no_head_has_enough_cosignatures(witnesses, settings):
    grow(4)
    settings.COMPTOIR_WITNESSES = [witnesses[0].setting, *_unreachable_witnesses()]
    assert cosignatures_collect() == 1

    assert (published_checkpoint().size, cosigners(witnesses)) == (4, 1)


def _unreachable_witnesses() -> list[str]:
    """Returns two witnesses that cannot be reached."""
    keys = [Log(seed=bytes([place] * 32)).key._replace(name=f"n{place}", kind=witness.COSIGNATURE) for place in (5, 6)]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return [f"{key.vkey} http://127.0.0.1:{free.getsockname()[1]}" for key in keys]


def test_a_server_without_cosignatures_learns_the_signed_size_from_the_witnesses(witnesses):
    grow(5)
    cosignatures_collect()
    Cosignature.objects.all().delete()
    grow(9)

    assert cosignatures_collect() == 3
    assert (published_checkpoint().size, cosigners(witnesses)) == (9, 3)


def test_a_log_with_another_history_gets_no_signature_and_an_error_report(witnesses):
    grow(5)
    cosignatures_collect()
    rewrite_last_leaf()
    grow(7)

    assert cosignatures_collect() == 0
    assert {report.code for report in _reports()} == {"log_contradicted"}
    assert not Cosignature.objects.filter(size=7).exists()
    assert (
        published_checkpoint().size == 7
        or published_checkpoint().root != witnesses[0].witness.newest(published_checkpoint().origin).root
    )


def test_a_log_without_its_last_leaves_causes_an_error_report(witnesses):
    grow(5)
    cosignatures_collect()
    Cosignature.objects.all().delete()
    with pgtrigger.ignore("log.GlobalLeaf:append_only"):
        GlobalLeaf.objects.filter(position__gte=3).delete()

    assert cosignatures_collect() == 0
    assert "it has 5 leaves, this log 3" in _reports()[0].message


def _reports() -> list[ErrorReport]:
    connection.ensure_connection()
    return list(ErrorReport.objects.filter(code="log_contradicted"))


@pytest.fixture(autouse=True)
def _reports_here(monkeypatch):
    """Sends error reports to the test only."""
    raised: list[ErrorReport] = []
    monkeypatch.setattr(
        "events.transparency.services.report",
        lambda code, place, message: raised.append(ErrorReport(code=code, place=place, message=message)),
    )
    monkeypatch.setattr(f"{__name__}._reports", lambda: raised)


def test_an_invalid_signature_of_a_witness_is_not_stored(witnesses, monkeypatch):
    grow(5)
    wrong = Log(seed=bytes([9] * 32))
    for response in (wrong.note(5).partition("\n\n")[2], "", "nothing\n", "— a b\n"):
        monkeypatch.setattr("events.transparency.services.ask", lambda *_, response=response: response)
        assert cosignatures_collect() == 0
    assert not Cosignature.objects.exists()


class Late(Running):
    """A witness whose clock is wrong."""

    def __init__(self, *arguments: Any, seconds: float) -> None:
        super().__init__(*arguments)
        self.witness._clock = lambda: seconds


@pytest.mark.parametrize("seconds", [2**63 - 1, 2**53, 1, 4_000_000_000], ids=str)
def test_a_witness_with_an_impossible_time_does_not_block_the_other_witnesses(
    witnesses, settings, tmp_path, seconds: float
):
    keys = [witness.key_of(line) for line in get("vkey").decode().splitlines()]
    late = Late(tmp_path / "late", "late.example.org", keys, seconds=seconds)
    settings.COMPTOIR_WITNESSES = [late.setting, *settings.COMPTOIR_WITNESSES]
    grow(1)

    assert cosignatures_collect() == 3

    assert not Cosignature.objects.filter(witness=late.witness.key.vkey).exists()
    late.stop()


def test_a_defect_with_one_witness_does_not_block_the_other_witnesses(witnesses, monkeypatch):
    grow(1)
    raised: list[str] = []
    ask = services.ask
    monkeypatch.setattr(services, "report_error", lambda code, *_: raised.append(code))

    def failing(witness, *arguments):
        if witness.key.name == "w0.example.org":
            raise RuntimeError("a defect")
        return ask(witness, *arguments)

    monkeypatch.setattr(services, "ask", failing)

    assert cosignatures_collect() == 2
    assert raised == ["witness_failed"]


RUBBISH = {
    "no HTTP": b"rubbish\r\n\r\n",
    "chunks without a size": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "too many headers": b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 300 + b"\r\n",
    "no UTF-8": b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\xff",
    "nothing": b"",
}


@pytest.mark.parametrize("response", RUBBISH.values(), ids=RUBBISH)
def test_a_witness_with_a_malformed_response_does_not_block_the_other_witnesses(witnesses, settings, response):
    grow(1)
    with answering(lambda line: line.sendall(response)) as address:
        settings.COMPTOIR_WITNESSES = [f"{OTHER.vkey} {address}", *settings.COMPTOIR_WITNESSES]

        assert cosignatures_collect() == 3


def test_a_response_that_arrives_byte_by_byte_has_a_time_limit(witnesses, settings, monkeypatch):
    grow(1)
    monkeypatch.setattr("events.transparency.witnesses.SECONDS", 0.5)

    def drip(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        with suppress(OSError):
            while True:
                line.sendall(b"x")
                sleep(0.05)

    with answering(drip) as address:
        settings.COMPTOIR_WITNESSES = [f"{OTHER.vkey} {address}", *settings.COMPTOIR_WITNESSES]

        assert cosignatures_collect() == 3


def test_a_worker_is_woken_to_ask_for_cosignatures_if_there_are_witnesses(witnesses, settings, monkeypatch):
    grow(2)
    sent = []
    monkeypatch.setattr(tasks, "wake", sent.append)

    tasks.witnesses_ask()
    assert sent == [tasks.cosign]
    settings.COMPTOIR_WITNESSES = []
    tasks.witnesses_ask()
    assert len(sent) == 1
    tasks.cosign()


@pytest.mark.parametrize(
    ("setting", "id"),
    [
        ({"COMPTOIR_LOG_ORIGIN": "a b"}, "comptoir.E003"),
        ({"COMPTOIR_LOG_ORIGIN": "tt1/head"}, "comptoir.E003"),
        ({"COMPTOIR_WITNESSES": ["w+00+AA== http://a"]}, "comptoir.E004"),
        ({"COMPTOIR_WITNESSES": [Log().key.vkey + " http://a"]}, "comptoir.E004"),
        ({"COMPTOIR_WITNESS_QUORUM": 1}, "comptoir.E005"),
    ],
)
def test_invalid_settings_are_reported(settings, setting, id):
    for name, value in setting.items():
        setattr(settings, name, value)

    assert id in [message.id for message in run_checks()]
