"""A passkey signs in only its owner, once for each challenge, at this server's pages; other input signs nobody in."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import timedelta
from typing import Any

import cbor2
import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.http import auth
from events.passkeys import ceremonies
from events.passkeys.ceremonies import challenges_prune
from events.passkeys.services import _note_use
from events.users.account_mail import password_recover
from events.users.links import RECOVER, token_for
from events.users.models import Passkey, PasskeyChallenge, Player, Token
from project.limits import DEFAULTS
from tests.events.calls import Caller, somebody
from tests.events.oauth.test_apps import registered, signed_in
from tests.events.passkeys.devices import Answer, Device, bytes_of, text_of

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    auth.forget()


@pytest.fixture
def ada() -> Caller:
    return somebody("Ada")


def creation_options(player: Caller) -> dict[str, Any]:
    answer = player.post("/me/passkey-options")
    assert answer.status_code == 201, answer.content
    options: dict[str, Any] = answer.json()["public_key"]
    return options


def added(player: Caller, device: Device | None = None, name: str = "Phone") -> tuple[Device, Any]:
    """Returns a device with a new passkey of a player, and the response."""
    device = device or Device()
    return device, player.post("/me/passkeys", {"name": name, **device.create(creation_options(player))})


def with_passkey(player: Caller, **traits: Any) -> Device:
    device, answer = added(player, Device(**traits))
    assert answer.status_code == 201, answer.content
    return device


def options() -> dict[str, Any]:
    found: dict[str, Any] = Caller().post("/passkey-options").json()["public_key"]
    return found


def sign_in(answer: Answer, **further: Any) -> Any:
    return Caller().post("/passkey-tokens", {**answer, **further})


def is_refused(answer: Any) -> bool:
    return (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


# Use of a passkey


def test_a_player_adds_a_passkey_and_signs_in_with_it_without_a_name(ada: Caller) -> None:
    device = with_passkey(ada)

    answer = sign_in(device.get(options()), label="Laptop", scopes=["read"])

    body = answer.json()
    assert (answer.status_code, body["scopes"]) == (201, ["read"])
    assert Caller(body["token"]).get("/me").json()["id"] == ada.player
    [line] = ada.get("/me/passkeys").json()["items"]
    assert line["name"] == "Phone" and line["used_at"] is not None
    assert sign_in(device.get(options())).status_code == 201


def test_options_ask_for_a_resident_key_without_attestation(ada: Caller) -> None:
    device = with_passkey(ada)

    asked, asked_again = creation_options(ada), options()

    assert asked["rp"] == {"id": "localhost", "name": "Comptoir"}
    assert asked["attestation"] == "none"
    assert (asked["authenticatorSelection"]["residentKey"], asked["authenticatorSelection"]["userVerification"]) == (
        "required",
        "preferred",
    )
    assert [each["id"] for each in asked["excludeCredentials"]] == [text_of(device.id)]
    assert (asked_again["rpId"], asked_again["userVerification"]) == ("localhost", "preferred")
    assert asked_again.get("allowCredentials", []) == []
    assert asked["challenge"] != asked_again["challenge"]


def test_devices_without_a_pin_or_a_counter_can_sign_in(ada: Caller) -> None:
    device = with_passkey(ada, counts=False)
    device.flags = 0x01

    assert [sign_in(device.get(options())).status_code for _ in range(2)] == [201, 201]


def test_passkeys_are_named_and_removed_by_their_owner_alone(ada: Caller) -> None:
    device, made = added(ada)
    path, stranger = f"/me/passkeys/{made.json()['id']}", somebody()

    renamed = ada.call("PATCH", path, {"name": "Old phone"})
    refused = [stranger.call("PATCH", path, {"name": "Mine"}).status_code, stranger.delete(path).status_code]

    assert (renamed.json()["name"], refused) == ("Old phone", [404, 404])
    assert ada.delete(path).status_code == 204
    assert is_refused(sign_in(device.get(options())))
    assert ada.get("/me/passkeys").json()["items"] == []


def test_the_profile_and_the_export_of_a_guest_show_their_passkey(ada: Caller) -> None:
    with_passkey(ada)

    me = ada.get("/me").json()

    assert (me["guest"], me["passkeys"]) == (True, 1)
    assert [line["name"] for line in ada.get("/me/export").json()["passkeys"]] == ["Phone"]


# Refused sign-ins


def test_a_sign_in_answer_works_once(ada: Caller) -> None:
    answer = with_passkey(ada).get(options())

    assert sign_in(answer).status_code == 201
    assert is_refused(sign_in(answer))


def test_a_wrong_answer_invalidates_its_challenge(ada: Caller) -> None:
    device, asked = with_passkey(ada), options()

    assert is_refused(sign_in({**device.get(asked), "signature": text_of(b"wrong")}))
    assert is_refused(sign_in(device.get(asked)))


def test_an_expired_challenge_is_deleted(ada: Caller) -> None:
    device, asked = with_passkey(ada), options()
    PasskeyChallenge.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert is_refused(sign_in(device.get(asked)))
    assert challenges_prune() == 1
    assert not PasskeyChallenge.objects.exists()


def test_a_challenge_for_another_purpose_is_refused(ada: Caller) -> None:
    device = with_passkey(ada)
    to_add = creation_options(ada)

    assert is_refused(sign_in(device.get({"rpId": "localhost", "challenge": to_add["challenge"]})))
    assert is_refused(sign_in(device.get({"rpId": "localhost", "challenge": text_of(b"i" * 32)})))
    assert is_refused(sign_in(device.get(options(), type="webauthn.create")))


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "http://localhost:8000.evil.example", "http://localhost:9", "https://localhost:8000", ""],
)
def test_a_sign_in_from_another_origin_is_refused(ada: Caller, origin: str) -> None:
    device = with_passkey(ada)

    assert is_refused(sign_in(device.get(options(), origin=origin)))


def test_a_passkey_of_another_host_is_refused(ada: Caller) -> None:
    device = with_passkey(ada)
    elsewhere = copy(device)
    elsewhere._host = "evil.example"

    assert is_refused(sign_in(elsewhere.get(options())))


def test_a_passkey_whose_counter_decreases_is_refused(ada: Caller) -> None:
    device = with_passkey(ada)
    clone = copy(device)
    assert sign_in(device.get(options())).status_code == 201
    assert sign_in(device.get(options())).status_code == 201

    assert is_refused(sign_in(clone.get(options())))
    assert is_refused(sign_in(clone.get(options())))  # the clone's counter now equals the device's
    assert Passkey.objects.get().sign_count == 2


def test_a_counter_is_accepted_once_in_simultaneous_sign_ins(ada: Caller) -> None:
    device = with_passkey(ada)
    passkey, asked = Passkey.objects.get(), [options(), options()]
    answers = [device.get(each) for each in asked]
    Passkey.objects.update(sign_count=5)  # another process was faster

    with pytest.raises(ceremonies.CeremonyRefused):
        _note_use(passkey, 6)
    assert is_refused(sign_in(answers[1]))


def test_a_passkey_cannot_sign_in_as_another_player(ada: Caller) -> None:
    with_passkey(ada)
    eve = with_passkey(somebody("Eve"))
    eve.handle = Player.objects.get(pk=ada.player).pk.bytes

    assert is_refused(sign_in(eve.get(options())))


def test_another_key_with_a_known_credential_id_is_refused(ada: Caller) -> None:
    device, other = with_passkey(ada), Device()
    other.id, other.handle = device.id, device.handle

    assert is_refused(sign_in(other.get(options())))


def test_a_passkey_of_a_closed_account_is_refused(ada: Caller) -> None:
    device = with_passkey(ada)
    Player.objects.filter(pk=ada.player).update(is_active=False, closed_ms=1)

    assert is_refused(sign_in(device.get(options())))
    assert is_refused(sign_in({**Device().get(options()), "user_handle": text_of(device.handle)}))


def test_a_suspended_player_signs_in_by_passkey_only_to_appeal(ada: Caller) -> None:
    device = with_passkey(ada)
    Player.objects.filter(pk=ada.player).update(is_active=False)

    signed_in = Caller(sign_in(device.get(options())).json()["token"])

    assert signed_in.get("/me/sanctions").status_code == 200
    assert signed_in.get("/me").json()["code"] == "suspended"


def test_an_answer_without_user_presence_is_refused(ada: Caller) -> None:
    device = with_passkey(ada)
    device.flags = 0

    assert is_refused(sign_in(device.get(options())))


# Adding one


def is_not_added(answer: Any) -> bool:
    return answer.status_code == 400 and [fault["code"] for fault in answer.json()["errors"]] == ["bad_passkey"]


@pytest.mark.parametrize(
    "planted",
    [
        lambda device, asked: device.create(asked, origin="https://evil.example"),
        lambda device, asked: device.create(asked, type="webauthn.get"),
        lambda device, asked: device.create({**asked, "challenge": text_of(b"i" * 32)}),
        lambda device, asked: device.create({**asked, "rp": {"id": "evil.example"}}),
        lambda device, asked: {**device.create(asked), "id": "AAAA"[:3]},
        lambda device, asked: {**device.create(asked), "attestation": text_of(cbor2.dumps({"fmt": "none"}))},
    ],
    ids=["origin", "type", "challenge", "host", "id", "attestation"],
)
def test_an_answer_that_does_not_match_its_request_adds_no_passkey(ada: Caller, planted: Callable[..., Answer]) -> None:
    answer = ada.post("/me/passkeys", {"name": "Phone", **planted(Device(), creation_options(ada))})

    assert is_not_added(answer)
    assert not Passkey.objects.exists()


def test_the_options_of_one_player_cannot_add_a_passkey_to_another_player(ada: Caller) -> None:
    answer = Device().create(creation_options(ada))

    assert is_not_added(somebody("Eve").post("/me/passkeys", {"name": "Mine", **answer}))


def test_a_passkey_is_added_once_and_to_one_player(ada: Caller) -> None:
    device = Device()
    answer = {"name": "Phone", **device.create(creation_options(ada))}

    assert ada.post("/me/passkeys", answer).status_code == 201
    assert is_not_added(ada.post("/me/passkeys", answer))
    assert is_not_added(added(somebody("Eve"), device)[1])


def test_an_attestation_in_the_format_of_a_manufacturer_is_refused(ada: Caller) -> None:
    device, asked = Device(), creation_options(ada)
    answer = device.create(asked)
    content = cbor2.loads(bytes_of(answer["attestation"]))
    answer["attestation"] = text_of(cbor2.dumps({**content, "fmt": "android-safetynet", "attStmt": {"ver": "1"}}))

    assert is_not_added(ada.post("/me/passkeys", {"name": "Phone", **answer}))


def test_the_number_of_passkeys_of_a_player_is_limited(ada: Caller, settings: Any) -> None:
    settings.COMPTOIR_PASSKEYS_PER_PLAYER = 1
    with_passkey(ada)

    _, answer = added(ada)

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_passkeys")


def test_an_old_token_cannot_add_a_passkey(ada: Caller) -> None:
    ada.call("PATCH", "/me", {"password": PASSWORD})
    auth.forget()
    Token.objects.filter(player=ada.player).update(created_at=timezone.now() - timedelta(minutes=11))

    answers = [ada.post("/me/passkey-options"), ada.post("/me/passkeys", {"name": "x", **Device().create(FAKE)})]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "forbidden")] * 2


FAKE = {"user": {"id": "AAAA"}, "rp": {"id": "localhost"}, "challenge": "AAAA"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/me/passkeys"),
        ("POST", "/me/passkeys"),
        ("POST", "/me/passkey-options"),
        ("POST", "/passkey-options"),
        ("PATCH", "/me/passkeys/01a1fc63-81d9-71e5-8e58-f3c006995afd"),
        ("POST", "/passkey-tokens"),
        ("DELETE", "/me/passkeys/01a1fc63-81d9-71e5-8e58-f3c006995afd"),
    ],
)
def test_a_token_of_an_app_cannot_use_passkeys(ada: Caller, method: str, path: str) -> None:
    program = Caller(signed_in(somebody(), registered(ada))["access_token"])

    answer = program.call(method, path, None if method in ("GET", "DELETE") else {})

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_a_bot_has_no_passkeys(ada: Caller) -> None:
    token = ada.post("/bots", {"name": "Keyless", "level": "good"}).json()["token"]

    assert Caller(token).post("/me/passkey-options").status_code == 403


# Removal


def test_a_recovery_by_mail_removes_all_passkeys(ada: Caller) -> None:
    device = with_passkey(ada)
    Player.objects.filter(pk=ada.player).update(email="ada@example.org", is_email_confirmed=True)

    password_recover(token=token_for(Player.objects.get(pk=ada.player), RECOVER), password=PASSWORD)

    assert is_refused(sign_in(device.get(options())))


def test_closing_an_account_with_a_passkey_needs_a_recent_sign_in(ada: Caller) -> None:
    device = with_passkey(ada)
    Token.objects.filter(player=ada.player).update(created_at=timezone.now() - timedelta(minutes=11))
    auth.forget()

    assert ada.delete("/me").status_code == 403
    fresh = Caller(sign_in(device.get(options())).json()["token"])
    assert fresh.delete("/me").status_code == 204
    assert not Passkey.objects.exists()
    assert is_refused(sign_in(device.get(options())))


# Limits and hostile input


def test_attempts_are_limited_by_address_and_by_passkey(ada: Caller, settings: Any) -> None:
    device = with_passkey(ada)
    settings.COMPTOIR_LIMITS = {"password": DEFAULTS["password"]}
    most = DEFAULTS["password"][0]

    statuses = [sign_in({**device.get(FAKE | {"rpId": "localhost"})}).status_code for _ in range(most + 1)]

    assert statuses == [401] * most + [429]
    settings.COMPTOIR_LIMITS = {"sign_in": (1, 60)}
    assert [Caller().post("/passkey-options").status_code for _ in range(2)] == [201, 429]


words, numbers = st.text(max_size=9), st.integers(-(2**70), 2**70)
parts = st.one_of(st.text(max_size=40), st.binary(max_size=80).map(text_of))
trees = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.floats(), st.binary(max_size=200), words),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(st.integers(-8, 8), words), inner, max_size=5)
    ),
    max_leaves=8,
)
FUZZ = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@FUZZ
@given(tree=trees, named=st.sampled_from(["authData", "attStmt", "fmt", "whole"]), key=trees, is_key=st.booleans())
def test_a_random_attestation_causes_no_server_error(tree: Any, named: str, key: Any, is_key: bool) -> None:
    ada, device = somebody(), Device()
    answer = device.create(creation_options(ada))
    content = cbor2.loads(bytes_of(answer["attestation"]))
    if is_key:
        content["authData"] = content["authData"][: 55 + len(device.id)] + cbor2.dumps(key)
    else:
        content = tree if named == "whole" else {**content, named: tree}

    added = ada.post("/me/passkeys", {"name": "Phone", **answer, "attestation": text_of(cbor2.dumps(content))})

    assert added.status_code in (201, 400)


@FUZZ
@given(changes=st.dictionaries(st.sampled_from(["id", "authenticator_data", "signature", "user_handle"]), parts))
def test_a_random_sign_in_causes_no_server_error(changes: dict[str, str]) -> None:
    ada = somebody()
    device = with_passkey(ada)
    sent = {**device.get(options()), **changes}

    answer = sign_in(sent)

    assert answer.status_code in ((201,) if not changes else (201, 400, 401))


@FUZZ
@given(client_data=st.one_of(parts, trees.map(lambda tree: text_of(repr(tree).encode()))))
def test_random_client_data_cause_no_server_error(client_data: str) -> None:
    answer = sign_in({**Device().get({"rpId": "localhost", "challenge": "AAAA"}), "client_data": client_data})

    assert answer.status_code in (400, 401)


# Planted faults: without any one of the checks, the server accepts a wrong sign-in


def test_each_check_of_the_answer_is_needed(ada: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    device = with_passkey(ada)
    foreign = copy(device)
    foreign.origin = "https://evil.example"

    monkeypatch.setattr(ceremonies, "origin", lambda: "https://evil.example")
    assert sign_in(foreign.get(options())).status_code == 201
    monkeypatch.undo()

    monkeypatch.setattr(ceremonies, "_used", lambda data, player: bytes_of("AAAA"))
    device.count = 7
    replayed = device.get({"rpId": "localhost", "challenge": "AAAA"})
    assert sign_in(replayed).status_code == 201
    monkeypatch.undo()

    assert is_refused(sign_in(foreign.get(options()))) and is_refused(sign_in(replayed))
