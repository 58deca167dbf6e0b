"""Encryption of secrets in the database."""

import base64

import pytest

from events.base.encryption import Cipher, SecretUnreadable, cipher_of

MATCH, OTHER_MATCH = bytes(range(16)), bytes(16)
KEY, NEXT_KEY = b"k" * 32, b"n" * 32
SEED = b"the server seed, 32 bytes long.."


def test_an_encrypted_secret_can_be_decrypted():
    cipher = Cipher([KEY])

    assert cipher.decrypt(MATCH, "server_seed", cipher.encrypt(MATCH, "server_seed", SEED)) == SEED


def test_the_encrypted_text_does_not_contain_the_secret():
    assert SEED not in Cipher([KEY]).encrypt(MATCH, "server_seed", SEED)


def test_encrypting_a_secret_twice_gives_two_texts():
    cipher = Cipher([KEY])

    assert cipher.encrypt(MATCH, "salt_key", SEED) != cipher.encrypt(MATCH, "salt_key", SEED)


@pytest.mark.parametrize(("match", "kind"), [(OTHER_MATCH, "server_seed"), (MATCH, "salt_key")])
def test_a_secret_cannot_be_decrypted_for_another_match_or_kind(match, kind):
    cipher = Cipher([KEY])
    sealed = cipher.encrypt(MATCH, "server_seed", SEED)

    with pytest.raises(SecretUnreadable):
        cipher.decrypt(match, kind, sealed)


def test_an_encrypted_text_with_a_changed_byte_cannot_be_decrypted():
    cipher = Cipher([KEY])
    sealed = cipher.encrypt(MATCH, "server_seed", SEED)
    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= 1
        with pytest.raises(SecretUnreadable):
            cipher.decrypt(MATCH, "server_seed", bytes(changed))


@pytest.mark.parametrize("length", [0, 3, 4, 10, 16, 31])
def test_a_truncated_text_cannot_be_decrypted(length):
    cipher = Cipher([KEY])

    with pytest.raises(SecretUnreadable):
        cipher.decrypt(MATCH, "server_seed", cipher.encrypt(MATCH, "server_seed", SEED)[:length])


def test_a_secret_of_an_unknown_key_cannot_be_decrypted():
    with pytest.raises(SecretUnreadable, match="known key"):
        Cipher([NEXT_KEY]).decrypt(MATCH, "server_seed", Cipher([KEY]).encrypt(MATCH, "server_seed", SEED))


def test_a_replaced_key_still_decrypts_old_secrets():
    sealed = Cipher([KEY]).encrypt(MATCH, "server_seed", SEED)
    cipher = Cipher([NEXT_KEY, KEY])

    assert cipher.decrypt(MATCH, "server_seed", sealed) == SEED
    assert not cipher.is_current(sealed)
    assert cipher.is_current(cipher.encrypt(MATCH, "server_seed", SEED))


@pytest.mark.parametrize("setting", [KEY.hex(), base64.b64encode(KEY).decode(), f" {KEY.hex()} , {NEXT_KEY.hex()}"])
def test_the_setting_holds_keys_in_hexadecimal_or_base64(setting):
    assert cipher_of(setting).decrypt(MATCH, "salt_key", Cipher([KEY]).encrypt(MATCH, "salt_key", SEED)) == SEED


@pytest.mark.parametrize("setting", ["", "short", "zz" * 32, base64.b64encode(b"k" * 31).decode()])
def test_an_invalid_key_in_the_setting_is_refused_and_not_shown(setting):
    with pytest.raises(ValueError, match="expected a key") as refusal:
        cipher_of(setting)

    assert not setting or setting not in str(refusal.value)


def test_neither_cipher_nor_error_shows_a_secret():
    cipher = Cipher([KEY])
    sealed = cipher.encrypt(MATCH, "server_seed", SEED)
    with pytest.raises(SecretUnreadable) as refusal:
        cipher.decrypt(OTHER_MATCH, "server_seed", sealed)

    for text in (repr(cipher), repr(refusal.value)):
        assert "kkkk" not in text
        assert KEY.hex() not in text
        assert SEED.decode() not in text
