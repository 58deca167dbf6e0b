"""E-mails about accounts: owners confirm their address; a link works once, for a limited time, and reveals nothing."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from smtplib import SMTPRecipientsRefused
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from prometheus_client import REGISTRY

from events.base.texts import texts_of
from events.notifications.deliveries import deliver
from events.users import links
from events.users.models import AccountEmail, Player
from tests.events.calls import Caller, code, somebody
from tests.events.notifications.receivers import mail_server_down
from tests.events.tables import Hands, standing_clock

pytestmark = pytest.mark.django_db
EMAIL, OLD, NEW = "ada@example.org", "correct horse battery", "another long password"
DAY = 86_400


@pytest.fixture(autouse=True)
def hands() -> Iterator[Hands]:
    with standing_clock() as hands:
        yield hands


def member(name: str = "Ada Lettre", email: str = EMAIL) -> Caller:
    answer = Caller().post("/players", {"name": name, "password": OLD, "email": email})
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"], answer.json()["id"])


def token(purpose: str) -> str:
    """Sends all waiting e-mails; returns the token of the newest link for a purpose."""
    deliver()
    text: str = re.findall(rf"http://localhost:8000/mail/{purpose}/(\S+)", "".join(m.body for m in mail.outbox))[-1]
    return text


def confirmed(name: str = "Ada Lettre", email: str = EMAIL) -> Caller:
    ada = member(name, email)
    assert Caller().post("/email-confirmations/confirm", {"token": token("confirm")}).status_code == 204
    return ada


def is_confirmed(caller: Caller) -> bool:
    shown: bool = caller.get("/me").json()["email_confirmed"]
    return shown


def test_an_address_is_confirmed_by_the_link_in_its_mail():
    ada = member()
    link = token("confirm")
    assert not is_confirmed(ada)

    assert Caller().post("/email-confirmations/confirm", {"token": link}).status_code == 204

    assert is_confirmed(ada)
    assert code(Caller().post("/email-confirmations/confirm", {"token": link})) == (404, "not_found")
    assert [message.to for message in mail.outbox] == [[EMAIL]]


def test_a_changed_address_needs_a_new_confirmation_and_invalidates_old_links():
    ada = member()
    link = token("confirm")

    ada.call("PATCH", "/me", {"email": "other@example.org"})
    ada.call("PATCH", "/me", {"email": EMAIL})

    assert Caller().post("/email-confirmations/confirm", {"token": link}).status_code == 404
    assert Caller().post("/email-confirmations/confirm", {"token": token("confirm")}).status_code == 204
    assert is_confirmed(ada)


def test_a_link_expires(hands):
    member()
    link = token("confirm")

    hands.go(2 * DAY)

    assert Caller().post("/email-confirmations/confirm", {"token": link}).status_code == 404


@pytest.mark.parametrize("change", [lambda link: link[:-1], lambda link: link[1:], lambda link: "x" + link])
def test_an_incomplete_link_is_not_found(change: Any):
    member()

    assert Caller().post("/email-confirmations/confirm", {"token": change(token("confirm"))}).status_code == 404


def test_a_link_serves_one_purpose():
    confirmed()
    Caller().post("/password-resets", {"email": EMAIL})
    link = token("recover")

    assert Caller().post("/email-confirmations/confirm", {"token": link}).status_code == 404


def test_a_forgotten_password_is_set_by_a_link_that_works_once_and_ends_all_tokens():
    ada = confirmed()
    Caller().post("/password-resets", {"email": EMAIL.upper()})
    link = token("recover")

    assert code(Caller().post("/password-resets/confirm", {"token": link, "password": "password"})) == (
        400,
        "malformed",
    )
    assert Caller().post("/password-resets/confirm", {"token": link, "password": NEW}).status_code == 204

    assert ada.get("/me").status_code == 401
    assert Caller().post("/tokens", {"name": "Ada Lettre", "password": NEW}).status_code == 201
    assert Caller().post("/tokens", {"name": "Ada Lettre", "password": OLD}).status_code == 401
    assert Caller().post("/password-resets/confirm", {"token": link, "password": OLD}).status_code == 404


def test_one_mail_has_a_link_for_each_account_of_the_address():
    confirmed("Ada Une"), confirmed("Ada Deux")
    mail.outbox.clear()

    Caller().post("/password-resets", {"email": EMAIL})
    deliver()

    assert len(mail.outbox) == 1
    assert mail.outbox[0].body.count("/mail/recover/") == 2


def test_a_request_for_a_password_reset_does_not_reveal_whether_the_address_is_known(django_assert_num_queries):
    confirmed()
    member("Eve Tue", "unconfirmed@example.org")
    deliver()
    answers = []
    for address in (EMAIL, "unconfirmed@example.org", "nobody@example.org"):
        with django_assert_num_queries(1):
            answer = Caller().post("/password-resets", {"email": address})
        del answer.headers["X-Request-Id"]
        answers.append((answer.status_code, answer.content, answer.headers))
    mail.outbox.clear()

    deliver()

    assert answers[0] == answers[1] == answers[2]
    assert [message.to for message in mail.outbox] == [[EMAIL]]
    assert not AccountEmail.objects.exists()


def test_mails_to_one_address_are_limited(settings):
    settings.COMPTOIR_LIMITS = {"letters": (2, 3600)}

    answers = [
        Caller().post("/password-resets", {"email": email}) for email in (EMAIL, EMAIL.upper(), EMAIL, "b@c.example")
    ]

    assert [answer.status_code for answer in answers] == [204, 204, 429, 204]


def test_a_mail_waits_for_the_mail_server(hands):
    with mail_server_down():
        member()
        deliver()
    assert mail.outbox == []

    hands.go(60)

    assert token("confirm")


def test_the_metrics_show_a_mail_server_that_is_down_and_not_a_refused_address(hands):
    def attempted_at(outcome: str) -> float:
        return REGISTRY.get_sample_value("comptoir_mail_attempt_timestamp_seconds", {"outcome": outcome}) or 0

    before = attempted_at("failed")
    with patch.object(EmailBackend, "send_messages", side_effect=SMTPRecipientsRefused({})):
        member()
        deliver()
    assert attempted_at("failed") == before

    with mail_server_down():
        hands.go(60)
        deliver()
    assert attempted_at("failed") > max(before, attempted_at("sent"))

    hands.go(600)
    deliver()
    assert attempted_at("sent") > attempted_at("failed")


def test_the_token_of_a_link_is_not_stored():
    member()
    link = token("confirm")

    assert not AccountEmail.objects.exists()
    assert link not in str(list(Player.objects.values()))


# Pages of the links


def page(purpose: str, link: str, data: Any = None) -> Any:
    client, path = Client(enforce_csrf_checks=True), f"/mail/{purpose}/{link}"
    return client.get(path) if data is None else client.post(path, data)


def test_an_address_is_confirmed_by_the_form_of_a_link_and_not_by_fetching_it(settings):
    ada = member()
    link = token("confirm")

    assert page("confirm", link).status_code == 200
    assert not is_confirmed(ada)
    assert page("confirm", link, {}).status_code == 200

    assert is_confirmed(ada)
    assert page("confirm", link).status_code == 404


def test_a_page_sets_a_new_password_and_refuses_a_weak_password():
    confirmed()
    Caller().post("/password-resets", {"email": EMAIL})
    link = token("recover")

    assert page("recover", link, {"password": "password"}).status_code == 400
    assert page("recover", link, {"password": NEW}).status_code == 200

    assert Caller().post("/tokens", {"name": "Ada Lettre", "password": NEW}).status_code == 201


def test_one_click_unsubscribes_from_all_e_mails_without_a_sign_in():
    """RFC 8058: the mail program posts to the address in `List-Unsubscribe`, without cookies."""
    ada = confirmed()
    ada.call("PATCH", "/me", {"notifications": {"email_on_turn": True, "email_on_start": True, "email_when": "daily"}})
    link = links.token_for(Player.objects.get(pk=ada.player), links.UNSUBSCRIBE)

    answer = page("unsubscribe", link, {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert ada.get("/me").json()["notifications"] == {
        "email_on_turn": False,
        "email_on_start": False,
        "email_on_over": False,
        "email_on_invited": False,
        "email_on_message": False,
        "email_on_deadline": False,
        "email_on_round": False,
        "email_on_news": False,
        "email_when": "daily",
    }
    assert page("unsubscribe", link, {}).status_code == 200, "again: no harm"


def test_pages_speak_the_language_of_the_player():
    ada = member()
    link = token("confirm")
    ada.call("PATCH", "/me", {"language": "fr"})

    assert texts_of("mails")["fr"]["pages"]["confirm"]["title"] in page("confirm", link).content.decode()
    assert page("nothing", link).status_code == 404


def test_all_languages_have_the_same_texts():
    def keys(value: Any) -> Any:
        return {name: keys(below) for name, below in value.items()} if isinstance(value, dict) else None

    assert all(keys(texts) == keys(texts_of("mails")["en"]) for texts in texts_of("mails").values())


def test_a_log_line_has_no_token_of_a_link(caplog):
    caplog.set_level(logging.INFO, logger="request")
    somebody()
    link = links.token_for(Player.objects.get(pk=member().player), links.CONFIRM)

    page("confirm", link)

    assert "/mail/confirm/" in caplog.text
    assert link not in caplog.text
