"""Both verifiers give the same results for the same bytes, including bytes that no honest server writes."""

from __future__ import annotations

import hashlib
import json
from typing import Any, cast

import pytest

from events.verifier import verify
from events.verifier.verify import verify_bytes
from tests.events.verifier.agreement import Files, by_javascript, patched, verdict, without
from tests.events.verifier.sealed_logs import SealedLog

BUNDLE = json.dumps(SealedLog(1, rows=12).bundle(0), ensure_ascii=False).encode()
REFUSED_TEXTS = {
    "a fraction": BUNDLE.replace(b'"size": ', b'"size": 0.0, "size_": ', 1),
    "a whole number with a point": BUNDLE.replace(b'"rules_version": 1', b'"rules_version": 1.0', 1),
    "an exponent": BUNDLE.replace(b'"rules_version": 1', b'"rules_version": 1e0', 1),
    "a zero with a sign": BUNDLE.replace(b'"viewer": 0', b'"viewer": -0', 1),
    "a zero in front": BUNDLE.replace(b'"viewer": 0', b'"viewer": 00', 1),
    "a number of 2^53": BUNDLE.replace(b'"viewer": 0', b'"viewer": 9007199254740992', 1),
    "a number of 5,000 digits": BUNDLE.replace(b'"viewer": 0', b'"viewer": ' + b"9" * 5_000, 1),
    "a number that is none": BUNDLE.replace(b'"viewer": 0', b'"viewer": NaN', 1),
    "a byte that is not UTF-8": BUNDLE.replace(b'"game": "', b'"game": "\xff', 1),
    "a surrogate in UTF-8": BUNDLE.replace(b'"game": "', b'"game": "\xed\xa0\x80', 1),
    "half of a surrogate pair": BUNDLE.replace(b'"game": "', b'"game": "\\ud800', 1),
    "a mark of byte order": b"\xef\xbb\xbf" + BUNDLE,
    "a member twice": BUNDLE.replace(b'"viewer": 0', b'"viewer": 0, "viewer": 0', 1),
    "a member twice, once with an escape": BUNDLE.replace(b'"viewer": 0', b'"viewer": 0, "vie\\u0077er": 0', 1),
    "values too deep within others": BUNDLE.replace(b'"viewer": 0', b'"viewer": ' + b"[" * 70 + b"]" * 70, 1),
    "values far too deep within others": b"[" * 200_000,
    "nothing": b"",
    "an empty list": b"[]",
    "half of a text": BUNDLE[: len(BUNDLE) // 2],
}


@pytest.mark.parametrize("text", REFUSED_TEXTS.values(), ids=REFUSED_TEXTS)
def test_both_verifiers_refuse_a_text_that_parsers_read_differently(text: bytes):
    assert text != BUNDLE
    lines = [list(line) for line in verify_bytes(text)]

    assert [line[:2] for line in lines] == [["FAILED", "1 form"]]
    assert by_javascript([(text, None, None)]) == [lines]


def test_spaces_and_escapes_in_a_bundle_are_allowed():
    pretty = json.dumps(json.loads(BUNDLE), indent=2).replace('"viewer"', '"vie\\u0077er"').encode()

    assert verdict(verify_bytes(pretty)) == verdict(verify_bytes(BUNDLE)) is None
    assert (
        by_javascript([(pretty, None, None), (b"[" + BUNDLE + b"]", None, None)])
        == [[list(line) for line in verify_bytes(BUNDLE)]] * 2
    )


def files(bundle: Any, receipts: Any = None, global_log: Any = None) -> Files:
    texts = (None if value is None else json.dumps(value).encode() for value in (bundle, receipts, global_log))
    return cast(Files, tuple(texts))


def test_both_verifiers_check_equal_receipts_once(monkeypatch: pytest.MonkeyPatch):
    log, checked = SealedLog(1, rows=12), []
    holds = verify.signature_holds
    monkeypatch.setattr(verify, "signature_holds", lambda *each: checked.append(each) or holds(*each))
    many = log.receipts[:2] * 1_500

    lines = [list(line) for line in verify_bytes(*files(log.bundle(0), many))]

    assert ["OK", "3 receipts", "3000 receipts belong to this chain"] in lines
    assert len(checked) < 12
    assert by_javascript([files(log.bundle(0), many)]) == [lines]


def test_both_verifiers_refuse_too_many_receipts_with_the_same_message():
    log = SealedLog(1, rows=12)
    many = [{**log.receipts[0], "root": f"{number:064x}"} for number in range(2_001)]

    lines = [list(line) for line in verify_bytes(*files(log.bundle(0), many))]

    assert ["FAILED", "3 receipts", "there are more than 2000 different receipts: bring fewer at once"] in lines
    assert by_javascript([files(log.bundle(0), many)]) == [lines]


def test_a_receipt_of_each_size_is_compared_with_the_tree_of_that_size():
    log = SealedLog(1)
    receipts = log.receipts

    forged = [{**receipts[-1], "hash": receipts[0]["hash"]}]
    lines = [list(line) for line in verify_bytes(*files(log.bundle(0), receipts))]

    assert ["OK", "3 receipts", f"{len(receipts)} receipts belong to this chain"] in lines
    assert verdict(verify_bytes(*files(log.bundle(0), forged))) == ("3 receipts", f"seq {receipts[-1]['size'] - 1}")
    assert by_javascript([files(log.bundle(0), receipts)]) == [lines]
    [theirs] = by_javascript([files(log.bundle(0), forged)])
    assert verdict(theirs) == ("3 receipts", f"seq {receipts[-1]['size'] - 1}")


def test_the_javascript_verifier_computes_signatures_without_support_by_the_browser():
    log = SealedLog(1, rows=12)
    case = files(log.bundle(0), log.receipts[:2])

    with without("globalThis.crypto?.subtle") as verifier:
        assert by_javascript([case], verifier) == [[list(line) for line in verify_bytes(*case)]]


COMPUTED = "  if (signature.length !== 64) return false;", "  return false;"  # a computed signature is invalid


def test_the_platform_checks_the_signatures_of_receipts_and_of_the_global_log():
    log = SealedLog(1, rows=12)
    leaves = [{"leaf": entry["leaf"]} for entry in log.bundle(0)["global_log"]]
    copy = [*leaves, {"head": log.bundle(0)["global_log"][-1]["head"]}]

    with patched(*COMPUTED) as verifier:
        [lines] = by_javascript([files(log.bundle(0), log.receipts, copy)], verifier)

    assert verdict(lines) == ("9 contents", None)  # the signature of the seal is computed


def test_an_invalid_key_does_not_stop_the_platform_from_checking_other_keys():
    log = SealedLog(1, rows=12)
    bundle, no_point = log.bundle(0), "ff" * 32
    key_id = hashlib.sha256(bytes.fromhex(no_point)).hexdigest()[:16]
    bundle["keys"].append({**log.key(), "key_id": key_id, "public_key": no_point})
    receipts = [{**log.receipts[-1], "key_id": key_id}, *log.receipts[:-1]]

    with patched(*COMPUTED) as verifier:
        [lines] = by_javascript([files(bundle, receipts)], verifier)

    assert verdict(lines) == ("3 receipts", f"seq {len(log.receipts) - 1}")
