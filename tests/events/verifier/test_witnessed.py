"""With a policy, both verifiers require that enough witnesses have cosigned the log of a match."""

from __future__ import annotations

import hashlib
import json
import random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from events.base.canonical_json import canonical_json
from events.base.fairness import global_leaf, inclusion_proof, tree_root
from events.transparency.notes import (
    COSIGNATURE,
    ED25519,
    Signature,
    VerifierKey,
    checkpoint_text,
    cosigned_text,
    encoded,
)
from events.verifier.verify import verify, verify_bytes
from tests.events.verifier.agreement import Files, by_javascript, patched
from tests.stack import ROOT

BUNDLE = json.loads((ROOT / "tests/fixtures/proofs/v7.json").read_text())
ORIGIN, SIZE, PLACES = "example.org/log", 23, (4, 17)
STEP = "3 witnesses"


class Signer:
    """A key of a log or a witness."""

    def __init__(self, name: str, kind: int, seed: int) -> None:
        self._secret = Ed25519PrivateKey.from_private_bytes(bytes([seed] * 32))
        self.key = VerifierKey(name, kind, self._secret.public_key().public_bytes_raw())

    def line(self, text: str) -> str:
        """Returns its signature of a checkpoint."""
        if self.key.kind == ED25519:
            return Signature(self.key.name, self.key.id, self._secret.sign(text.encode())).line
        time = (1_700_000_000).to_bytes(8, "big")
        return Signature(self.key.name, self.key.id, time + self._secret.sign(self._text(text))).line

    def _text(self, text: str) -> bytes:
        return cosigned_text(text, 1_700_000_000).encode()


LOG = Signer(ORIGIN, ED25519, 1)
WITNESSES = [Signer(f"w{number}.example.org", COSIGNATURE, 10 + number) for number in range(3)]
OTHER = Signer("w9.example.org", COSIGNATURE, 19)
POLICY = "".join(
    [
        f"# two of three\nlog {LOG.key.vkey} https://{ORIGIN}\n\n",
        *(f"\twitness w{number} {one.key.vkey}\n" for number, one in enumerate(WITNESSES)),
        "group some 2 w0 w1 w2\nquorum some",
    ]
)


def leaves(fork_at: int = SIZE) -> list[dict]:
    """Returns a global log with the events of the match at their places; from `fork_at` on, another history."""
    rows = {PLACES[0]: ("created", 0), PLACES[1]: ("ended", -1)}
    log = []
    for place in range(SIZE):
        kind, seq = rows.get(place, ("head", None))
        text = hashlib.sha256(b"%d %d" % (place, place >= fork_at)).hexdigest()
        log.append(
            {"at_ms": 1_000 + place, "hash": text if seq is None else BUNDLE["events"][seq]["hash"], "kind": kind}
        )
    return log


def proofs(log: list[dict], signers: list[Signer], places: tuple[int, ...] = PLACES, further: str = "") -> str:
    """Returns the proofs of a match's leaves, under a signed checkpoint. further: lines after its root."""
    entries = [global_leaf(canonical_json(leaf)) for leaf in log]
    text = checkpoint_text(ORIGIN, len(log), tree_root(entries)) + further
    note = f"{text}\n{''.join(signer.line(text) for signer in signers)}"
    ways = {place: "".join(f"{encoded(node)}\n" for node in inclusion_proof(entries, place)) for place in places}
    return "".join(f"c2sp.org/tlog-proof@v1\nindex {place}\n{way}\n{note}" for place, way in ways.items())


def files(proof: str | None, policy: str = POLICY, log: list[dict] | None = None) -> Files:
    head = {"size": 1, "root": "", "at_ms": 1, "key_id": "", "signature": ""}
    entries = [{"leaf": (log or leaves())[place], "position": place, "proof": [], "head": head} for place in PLACES]
    bundle = json.dumps(BUNDLE | {"global_log": entries}).encode()
    return bundle, None, None, None if proof is None else proof.encode(), policy.encode()  # type: ignore[return-value]


def found(lines: list) -> tuple[str, str]:
    return next((status, words) for status, step, words in lines if step == STEP)


GOOD = proofs(leaves(), [LOG, *WITNESSES[:2]])
_LINES = GOOD.split("\n")
SWAPPED = "\n".join([*_LINES[:2], _LINES[3], _LINES[2], *_LINES[4:]])
OK = ("OK", "2 leaves of this match are in logs that enough witnesses cosigned")
SHAPE = ("FAILED", "the data it needs has a wrong shape")


def failed(words: str) -> tuple[str, str]:
    return "FAILED", words


FEW = f"too few witnesses cosigned the checkpoint of {SIZE} leaves: "
NO_LOG = f"no log of the policy signed the checkpoint of {SIZE} leaves"
INVALID = "a signature of a checkpoint is invalid"
CASES = {
    "two of three": (files(GOOD), OK),
    "all": (files(proofs(leaves(), [LOG, *WITNESSES])), OK),
    "one of three": (files(proofs(leaves(), [LOG, WITNESSES[0]])), failed(FEW + "1")),
    "one of them twice": (files(proofs(leaves(), [LOG, WITNESSES[0], WITNESSES[0]])), failed(FEW + "1")),
    "none": (files(proofs(leaves(), [LOG])), failed(FEW + "0")),
    "a quorum of none": (files(proofs(leaves(), [LOG]), POLICY.replace("quorum some", "quorum none")), OK),
    "groups in a group": (
        files(
            GOOD, POLICY.replace("quorum some", "group any-of any w2 some\ngroup all-of all any-of w0\nquorum all-of")
        ),
        OK,
    ),
    "a group that lacks one": (
        files(GOOD, POLICY.replace("quorum some", "group all-of all w2 some\nquorum all-of")),
        failed(FEW + "2"),
    ),
    "no log": (files(proofs(leaves(), WITNESSES)), failed(NO_LOG)),
    "another log": (files(proofs(leaves(), [Signer(ORIGIN, ED25519, 2), *WITNESSES])), failed(NO_LOG)),
    "unknown signatures beside": (files(proofs(leaves(), [LOG, Signer("x", COSIGNATURE, 9), *WITNESSES])), OK),
    "no proofs": (files(None), failed("there is no proof for leaf 4")),
    "one proof": (files(proofs(leaves(), [LOG, *WITNESSES], (4,))), failed("there is no proof for leaf 17")),
    "another leaf": (files(GOOD.replace("index 4", "index 5")), failed("there is no proof for leaf 4")),
    "a hash of another place": (files(SWAPPED), failed("the proof for leaf 4 does not lead to its checkpoint")),
    "a signature of another text": (
        files(GOOD.replace(WITNESSES[0].line(""), "").replace(GOOD.split("\n")[-2], WITNESSES[1].line("x")[:-1])),
        failed(INVALID),
    ),
    "extra data": (files(GOOD.replace("index 4", "extra AAAA\nindex 4")), OK),
    "further lines": (files(proofs(leaves(), [LOG, *WITNESSES], further="more\n")), OK),
    "an empty line within": (files(proofs(leaves(), [LOG, *WITNESSES], further="\nmore\n")), SHAPE),
    "text before": (files("x" + GOOD), SHAPE),
    "no end": (files(GOOD[:-1]), SHAPE),
    "Base 64 that is misspelt": (files(GOOD.replace("=\n", "\n", 1)), SHAPE),
    "an index with a zero": (files(GOOD.replace("index 4", "index 04")), SHAPE),
    "a policy of nothing": (files(GOOD, ""), SHAPE),
    "a policy without a log": (files(GOOD, POLICY.replace("log ", "# ")), SHAPE),
    "a witness with two names": (files(GOOD, POLICY + f"\nwitness w9 {WITNESSES[0].key.vkey}"), SHAPE),
    "a witness named none": (files(GOOD, POLICY + f"\nwitness none {OTHER.key.vkey}"), SHAPE),
    "a witness named as another": (files(GOOD, POLICY + f"\nwitness w0 {OTHER.key.vkey}"), SHAPE),
    "a group named none": (files(GOOD, POLICY + "\ngroup none any w0"), SHAPE),
    "a group named as a witness": (files(GOOD, POLICY + "\ngroup w0 any w1"), SHAPE),
    "a group of unknown witnesses": (files(GOOD, POLICY + "\ngroup more any w7"), SHAPE),
    "a group of too few": (files(GOOD, POLICY.replace("some 2", "some 4")), SHAPE),
    "a group of none": (files(GOOD, POLICY.replace("some 2", "some 0")), SHAPE),
    "a group with one twice": (files(GOOD, POLICY.replace("w1 w2", "w1 w1")), SHAPE),
    "an unknown word": (files(GOOD, POLICY + "\nmonitor x"), SHAPE),
    "two quorums": (files(GOOD, POLICY + "\nquorum none"), SHAPE),
    "a key that is misspelt": (files(GOOD, POLICY.replace("witness w0 w0", "witness w0 w1")), SHAPE),
}


@pytest.fixture(scope="module")
def in_javascript() -> dict[str, tuple[str, str]]:
    lines = by_javascript([given for given, _ in CASES.values()])
    return {name: found(each) for name, each in zip(CASES, lines, strict=True)}


@pytest.mark.parametrize("name", CASES)
def test_the_verifier_demands_the_witnesses_of_the_policy(name: str) -> None:
    given, expected = CASES[name]

    assert found(verify_bytes(*given)) == expected


@pytest.mark.parametrize("name", CASES)
def test_the_javascript_verifier_demands_the_same_witnesses(
    name: str, in_javascript: dict[str, tuple[str, str]]
) -> None:
    assert in_javascript[name] == CASES[name][1]


def forked(seeded: random.Random) -> Files:
    """Returns the best files of an operator with two histories for the history that no witness has seen."""
    fork_at = seeded.choice([place for place in range(SIZE) if place not in PLACES])
    other, honest = leaves(fork_at), proofs(leaves(), [LOG, *WITNESSES])
    lines = honest[honest.rindex("\n\n") + 2 :]
    alone = proofs(other, [LOG, *WITNESSES[: seeded.randrange(2)]])
    borrowed = alone.replace(alone[alone.rindex("\n\n") + 2 :], lines)
    own_ways = [alone.split("\n\n")[0::2], honest.split("\n\n")[1::2]]
    mixed = "\n\n".join([own_ways[0][0], honest.split("\n\n", 1)[1]])
    return files(seeded.choice([alone, borrowed, mixed]), log=other)


def test_both_verifiers_find_a_hundred_of_a_hundred_forked_logs() -> None:
    seeded = random.Random(11)
    cases = [forked(seeded) for _ in range(100)]
    answers = [found(verify_bytes(*case)) for case in cases]

    assert [status for status, _ in answers] == ["FAILED"] * 100
    assert [found(lines) for lines in by_javascript(cases)] == answers


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("if (!policy.holds(new Set(cosigners), policy.quorum))", "if (false)", "one of three"),
        ("if (!mine.every(", "if (false && !mine.every(", "a signature of another text"),
        ("new Set(publics).size === publics.length", "true", "a witness with two names"),
        (
            "if (hex(rootOfProof(globalLeaf(leaf), position, size, hashes)) !== hex(root))",
            "if (false)",
            "a hash of another place",
        ),
    ],
)
def test_a_verifier_that_demands_less_is_found(old: str, new: str, name: str) -> None:
    given, expected = CASES[name]
    with patched(old, new) as path:
        [lines] = by_javascript([given], path)

    assert found(lines) != expected


def test_a_verification_without_a_policy_has_no_step_for_witnesses() -> None:
    assert [step for _, step, _ in verify(BUNDLE)] == [step for _, step, _ in verify(BUNDLE, (), None, None, None)]
    assert STEP not in [step for _, step, _ in verify(BUNDLE)]
    assert not any(status == "FAILED" for status, _, _ in verify(BUNDLE))
