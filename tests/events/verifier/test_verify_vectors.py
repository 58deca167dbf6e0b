"""The published vectors of tt1 and the fixed log V5: server, Python verifier and JavaScript verifier agree."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from events.base import fairness
from events.base.canonical_json import canonical_json
from events.base.fairness import HeadSigner
from events.log import log
from events.verifier import verify
from games.kernel.record import HiddenPart
from tests.events.base import test_fairness as published
from tests.node import node
from tests.stack import ROOT

HERE = Path(__file__).resolve().parent
PROOFS = ROOT / "tests" / "fixtures" / "proofs"


def read(name: str) -> Any:
    return json.loads((PROOFS / name).read_text(encoding="utf-8"))


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


V6_SIGNATURE = (
    "4066d9de47b64fb75738fab616e6d9421f52643aa97dca38136f64a2950c82c2"
    "0cd70c4ed1a5edc68c0733b7f52d8a0f2410e1ca7a8a9b61e965eea18496c70d"
)
COUNT_16, COUNT_32 = bytes(range(16)), bytes(range(32))
EXPECTED = {
    "v1": {
        "server_commit": "138c531785a7e7b66f2f0bd2d50102dbb2ddda4e3f32de72fca7ac6e75363bc6",
        "client_commits": [
            "27716f91c78454b16296b550db6739a2f96c71ecab1a238119e0380e3dbe47f2",
            "1395e33aa1e20f17521ce73eda12e86db909ef475347b8e1946ca02f90fadf64",
        ],
        "match_seed": "8183928bda869bd5ea7ce797b9cebf68593ee5599525f8eea52faf86e7d1578a",
        "shuffle": [4, 2, 3, 7, 8, 6, 1, 9, 5, 0],
        "die": [4, 3, 5, 2, 5, 3, 0, 1, 1, 4, 2, 0],
    },
    "v2": {
        "server_commit": published.V2_SERVER_COMMIT,
        "client_commits": ["92ea7b3002280040e418e795d0d6fcb96e7d31245d8ee5af4b930cc8d6697b34"],
        "match_seed": "c484f2fe3177273f25198882e6c32890bcc18e2d764f9e6562234eac52abccbd",
        "deck": numbers(published.V2_DECK_ORDER),
        "discard": numbers(published.V2_DISCARD_ORDER),
    },
    "v4": {
        "salt": published.V4_SALT,
        "cell": published.V4_CELL,
        "hashes": list(published.V4_HASHES),
        "root": published.V4_ROOT,
    },
}


def by_javascript(bundles: list[Any]) -> dict[str, Any]:
    """Runs verify.js on the vectors and on bundles, each with receipts and a global log; returns its results."""
    command = node()
    if command is None:
        pytest.skip("there is no Node here to run events/verifier/verify.js")
    run = subprocess.run(
        [command, HERE / "vectors.mjs"], input=json.dumps({"bundles": bundles}), capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def by_python() -> dict[str, Any]:
    """Computes the vectors with events/verifier/verify.py alone."""
    one = fairness.match_seed(bytes(32), bytes(16), [bytes(32)] * 2)
    two = fairness.match_seed(COUNT_32, COUNT_16, published.V2_CLIENT_SEEDS)
    die = verify.numbers(one, 1, "d6")
    return {
        "one": verify.shuffled(range(10), verify.numbers(one, 0, "shuffle")),
        "die": [die(6) for _ in range(12)],
        "deck": verify.shuffled(range(52), verify.numbers(two, 0, "shuffle:deck")),
        "discard": verify.shuffled(range(52), verify.numbers(two, 1, "shuffle:discard")),
        "cell": verify.cell_commit(COUNT_16, 2, "p0.hand", bytes.fromhex(published.V4_SALT), ["c07", "c31"]).hex(),
        "root": verify.tree_root([bytes.fromhex(text) for text in published.V4_HASHES]).hex(),
    }


def test_the_python_verifier_reproduces_the_vectors():
    assert by_python() == {
        "one": EXPECTED["v1"]["shuffle"],
        "die": EXPECTED["v1"]["die"],
        "deck": EXPECTED["v2"]["deck"],
        "discard": EXPECTED["v2"]["discard"],
        "cell": EXPECTED["v4"]["cell"],
        "root": EXPECTED["v4"]["root"],
    }


def test_the_python_verifier_accepts_valid_and_refuses_invalid_signatures():
    key, signature = bytes.fromhex(published.V4_PUBLIC_KEY), bytes.fromhex(published.V4_SIGNATURE)
    message = fairness.head_text(COUNT_16, 3, bytes.fromhex(published.V4_HASHES[2]), bytes.fromhex(published.V4_ROOT))

    assert verify.signature_holds(key, message, signature)
    for bit in range(0, 512, 7):
        wrong = bytearray(signature)
        wrong[bit // 8] ^= 1 << bit % 8
        assert not verify.signature_holds(key, message, bytes(wrong)), bit
    assert not verify.signature_holds(key, message + b"x", signature)
    assert not verify.signature_holds(bytes(32), message, signature)
    beyond = int.from_bytes(signature[32:], "little") + verify.ORDER
    assert not verify.signature_holds(key, message, signature[:32] + beyond.to_bytes(32, "little"))


def test_the_python_verifier_accepts_signatures_of_the_server_under_many_keys():
    for number in range(8):
        signer = HeadSigner(bytes([number]) * 32)
        signature = signer.sign(COUNT_16, number, bytes(32), bytes(32))
        message = fairness.head_text(COUNT_16, number, bytes(32), bytes(32))
        assert verify.signature_holds(signer.public_key, message, signature)


def test_the_javascript_verifier_reproduces_the_vectors():
    computed = by_javascript([])

    assert {name: computed[name] for name in EXPECTED} == EXPECTED


@pytest.mark.parametrize("name", ["v5.json", "v5_seat_0.json"])
def test_both_verifiers_report_the_same_for_the_fixed_log(name: str):
    bundle, receipts = read(name), read("v5_receipts.json")

    lines = [list(line) for line in verify.verify(bundle, receipts)]

    assert {status for status, _, _ in lines} == {"OK", "SKIPPED"}
    assert by_javascript([[bundle, receipts, None]])["bundles"] == [lines]


def test_the_seal_of_the_fixed_log_is_the_published_one():
    bundle, secrets = read("v5.json"), read("v5_secrets.json")
    contents = {**bundle, "format": "comptoir-bundle/2", "global_log": []}
    del contents["receipts"]
    signer = HeadSigner(bytes.fromhex(secrets["signing_seed"]))

    signature = signer.sign_bundle(bytes.fromhex(secrets["match"].replace("-", "")), canonical_json(contents)).hex()

    sealed = {**contents, "seal": {"key_id": signer.key_id, "signature": signature}, "receipts": []}
    lines = [list(line) for line in verify.verify(sealed)]
    assert signature == V6_SIGNATURE
    assert lines[-1][:2] == ["OK", "9 contents"]
    assert by_javascript([[sealed, [], None]])["bundles"] == [lines]


def test_the_server_makes_the_bytes_of_the_fixed_log():
    secrets, bundle = read("v5_secrets.json"), read("v5.json")
    match, salt_key = bytes.fromhex(secrets["match"].replace("-", "")), bytes.fromhex(secrets["salt_key"])
    nonces = [bytes.fromhex(nonce) for nonce in secrets["nonces"]]
    seed = fairness.match_seed(bytes.fromhex(secrets["server_seed"]), match, nonces)
    assert seed.hex() == secrets["match_seed"] == bundle["match_seed"]

    last, hashes = fairness.genesis(match), []
    for seq, event in enumerate(bundle["events"]):
        core = json.loads(event["core"])
        assert canonical_json(core).decode() == event["core"]
        last = fairness.event_hash(last, event["core"].encode())
        assert last.hex() == event["hash"]
        hashes.append(last)
        opened = {cell["path"]: cell["value"] for cell in event["cells"]}
        for cell in core["cells"]:
            if cell["to"] is not None:
                secret = HiddenPart(cell["path"], tuple(cell["to"]), opened[cell["path"]], "root" in cell)
                assert log._cell(match, seq, secret, salt_key) == cell
    signer = HeadSigner(bytes.fromhex(secrets["signing_seed"]))
    root = fairness.tree_root(hashes)
    assert signer.sign(match, len(hashes), last, root).hex() == bundle["head"]["signature"]
