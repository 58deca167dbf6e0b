"""Notes, keys and cosignatures against the examples of C2SP's specifications."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from events.transparency.notes import (
    COSIGNATURE,
    ED25519,
    Signature,
    VerifierKey,
    checkpoint_text,
    cosigned_ms,
    cosigned_text,
    is_name,
    is_signed,
    key_of,
    signatures_in,
)

VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
TEXT = "This is an example message.\n"
LINE = (
    "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
LOG_LINES = (
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)


def test_the_note_of_the_specification_verifies_under_its_key():
    key, [signature] = key_of(VKEY), signatures_in(LINE)

    assert key.vkey == VKEY
    assert signature.line == LINE
    assert is_signed(key, TEXT, signature)


@pytest.mark.parametrize("text", ["This is an example message", "this is an example message.\n", ""])
def test_a_note_with_another_text_is_refused(text):
    [signature] = signatures_in(LINE)

    assert not is_signed(key_of(VKEY), text, signature)


def test_a_signature_with_another_name_or_key_id_is_invalid():
    key, [signature] = key_of(VKEY), signatures_in(LINE)

    assert not is_signed(key, TEXT, signature._replace(name="example.com/bar"))
    assert not is_signed(key, TEXT, signature._replace(id=b"\0\0\0\0"))
    assert not is_signed(key._replace(public=bytes(32)), TEXT, signature)


@pytest.mark.parametrize(
    "vkey",
    [
        VKEY.replace("530d903a", "530d903b"),
        VKEY.replace("foo", "bar"),
        VKEY[:-1],
        VKEY + "=",
        "",
        "+",
        "a+b+c",
        VKEY.replace("example.com/foo", "tt1/head"),
        VKEY.replace("Aekye", "Bekye"),
    ],
)
def test_a_key_that_is_misspelt_is_refused(vkey):
    with pytest.raises(ValueError, match="expected"):
        key_of(vkey)


@pytest.mark.parametrize(
    "lines",
    [
        LINE[:-1],
        LINE.replace("—", "-"),
        LINE.replace(" Uw2", "  Uw2"),
        "\n",
        "",
        "— name AAAA\n",
        LINE + "\n",
        LINE.replace("aQM=", "aQN="),
    ],
)
def test_a_line_that_is_no_signature_is_refused(lines):
    with pytest.raises(ValueError, match="expected"):
        list(signatures_in(lines))


def test_the_checkpoint_of_the_specification_is_read_and_written_unchanged():
    root = bytes.fromhex("0ac51869a1869f8a3d4e4e8c2d0cd7e1b5ede5ee3cc2e2ee1d9d3b8e1d1c6e0a")

    assert checkpoint_text("example.com/log", 7, root).split("\n")[:2] == ["example.com/log", "7"]
    [signature] = signatures_in(LOG_LINES)
    assert (signature.name, len(signature.signature)) == ("example.com/behind-the-sofa", 64)
    assert signature.line == LOG_LINES


def test_a_cosignature_states_its_time_and_an_altered_cosignature_is_invalid():
    secret = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    key = VerifierKey("witness.example/w1", COSIGNATURE, secret.public_key().public_bytes_raw())
    text = checkpoint_text("example.com/log", 3, bytes(32))
    made = secret.sign(cosigned_text(text, 1_679_315_147).encode())
    signature = Signature(key.name, key.id, (1_679_315_147).to_bytes(8, "big") + made)

    assert cosigned_text(text, 5) == f"cosignature/v1\ntime 5\n{text}"
    assert cosigned_ms(key, text, signature) == 1_679_315_147_000
    assert cosigned_ms(key, text.replace("3", "4"), signature) is None
    assert cosigned_ms(key, text, signature._replace(signature=(1).to_bytes(8, "big") + made)) is None
    assert cosigned_ms(key, text, signature._replace(signature=bytes(8) + made)) is None
    assert cosigned_ms(key._replace(kind=ED25519), text, signature) is None
    assert cosigned_ms(key, text, signature._replace(signature=made)) is None


@pytest.mark.parametrize("name", ["tt1/head", "tt1/", "a b", "a+b", "", "a\nb", "a\x7fb"])
def test_a_name_that_could_be_read_as_another_text_is_invalid(name):
    assert is_name("localhost:8000/log")
    assert not is_name(name)
