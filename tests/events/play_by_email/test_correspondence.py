"""Play by e-mail: the player receives the table, an answer plays one move, and no other e-mail plays a move."""

from __future__ import annotations

import copy
import io
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import override_settings

from events.base.clock import now_ms
from events.log.models import ActionEvent
from events.notifications.deliveries import deliver
from events.play_by_email import services
from events.play_by_email.models import MailAnswer, MailQuestion
from events.play_by_email.tables import LIVES_MS, questions_prune
from events.users.models import Player
from games import registry
from games.kernel.rng import policy_draws
from tests.events.calls import SHORTEST
from tests.events.notifications.receivers import mail_server_down
from tests.events.play_by_email.clients import CLIENTS, plain, sent
from tests.events.play_by_email.correspondents import CHOICE, DOMAIN, Correspondent, correspond, corresponding
from tests.events.tables import Hands, standing_clock
from tests.games.harness.time_budget import SECONDS, SEED
from tests.made_once import forget, made_once

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("correspondence")]
MOST_ROUNDS = 2000
MOVES = 2000 if SECONDS else 12  # by e-mail


class Made(NamedTuple):
    """A match in which a player has received an e-mail about their turn at a given time."""

    people: list[Correspondent]
    match: str
    mails: list[EmailMessage]
    now_ms: int


def asked_one() -> Made:
    with standing_clock() as hands, override_settings(COMPTOIR_MAIL_DOMAIN=DOMAIN):
        people, match = corresponding("monopoly_deal", policy_draws(b"mail", SEED))
        hands.go(60)
        before = len(mail.outbox)
        deliver()
        return Made(people, match, mail.outbox[before:], hands.now_ms)


made = made_once(asked_one)
Asked = tuple[Correspondent, list[Correspondent], str]


@pytest.fixture(autouse=True)
def hands(settings: Any) -> Iterator[Hands]:
    settings.COMPTOIR_MAIL_DOMAIN, settings.COMPTOIR_LIMITS = DOMAIN, {}
    with standing_clock() as hands:
        yield hands


@pytest.fixture
def asked(hands: Hands, made: Made) -> Asked:
    """Returns the player to act, with an e-mail about the turn; all players; and the match. It is created once."""
    forget()
    people, hands.now_ms = copy.deepcopy(made.people), made.now_ms
    mail.outbox[:] = made.mails
    [asked] = [each for each in people if each.newest]
    return asked, people, made.match


def moves(match: str) -> int:
    return ActionEvent.objects.filter(match=match, type="move").count()


def test_the_mail_of_a_turn_has_the_table_the_choices_and_a_reply_address(asked: Asked):
    ada, _, match = asked
    assert ada.newest is not None
    body = ada.newest.body
    language = Player.objects.get(pk=ada.caller.player).language

    text = ada.caller.get(f"/matches/{match}/text", Accept_Language=language).json()

    assert all(block in body for block in text["text"].split("\n\n"))
    assert [words for _, words in CHOICE.findall(body)] == [choice["words"] for choice in text["choices"]]
    assert ada.newest.extra_headers["Reply-To"].endswith(f"@{DOMAIN}")


@pytest.mark.parametrize("client", CLIENTS)
def test_a_reply_with_the_number_of_a_choice_plays_the_choice(asked: Asked, client: str):
    ada, _, match = asked
    before = moves(match)

    received = ada.reply("1", client=CLIENTS[client])

    assert received == ("played", True)
    assert moves(match) == before + 1
    answer = mail.outbox[-1]
    assert answer.to == [ada.address]
    assert answer.extra_headers["Auto-Submitted"] == "auto-replied"


def test_a_reply_with_the_words_of_a_choice_plays_the_choice(asked: Asked):
    ada, _, match = asked
    assert ada.newest is not None
    before = moves(match)

    assert ada.reply(CHOICE.findall(ada.newest.body)[0][1]).outcome == "played"

    assert moves(match) == before + 1


def test_without_a_domain_a_mail_has_no_table(hands: Hands, settings: Any):
    settings.COMPTOIR_MAIL_DOMAIN = ""
    people, match = corresponding("monopoly_deal", policy_draws(b"mail", SEED))

    hands.go(60)
    deliver()

    [sent] = mail.outbox
    assert "Reply-To" not in sent.extra_headers and not CHOICE.findall(sent.body)
    assert not MailQuestion.objects.filter(match=match).exists()


def test_each_waiting_match_has_its_own_mail(hands: Hands):
    draws = policy_draws(b"mail", SEED)
    people, first = corresponding("great_dalmuti", draws, options=SHORTEST["great_dalmuti"])
    callers = [each.caller for each in people]
    body = {"game": "great_dalmuti", "seats": [{"kind": "me"}, *({"kind": "open"} for _ in callers[1:])]}
    second = callers[0].post("/matches", body).json()["id"]
    for other in callers[1:]:
        other.post(f"/matches/{second}/seats")

    hands.go(60)
    deliver()

    questions = MailQuestion.objects.filter(player=callers[0].player)
    assert {str(each.match_id) for each in questions} == {first, second}
    assert len({each.extra_headers["Reply-To"] for each in mail.outbox if each.to == [people[0].address]}) == 2


def test_a_reply_from_standard_input_is_played(asked: Asked, monkeypatch: pytest.MonkeyPatch):
    ada, _, match = asked
    assert ada.newest is not None
    before, printed = moves(match), io.StringIO()
    content = sent(plain("1"), ada.address)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))

    call_command("receive_mail", ada.newest.extra_headers["Reply-To"], sender=ada.address, stdout=printed)

    assert printed.getvalue() == "played\n"
    assert moves(match) == before + 1


# E-mails that play no move


def test_a_copy_of_a_reply_changes_nothing(asked: Asked):
    ada, _, match = asked
    asking = ada.newest
    assert ada.reply("1", asking, Message_ID="<once@example.org>").outcome == "played"
    before, sent = moves(match), len(mail.outbox)

    assert ada.reply("1", asking, Message_ID="<once@example.org>") == ("doubled", False)

    assert (moves(match), len(mail.outbox)) == (before, sent)


def test_a_second_reply_to_the_same_question_is_late(asked: Asked):
    ada, _, match = asked
    asking = ada.newest
    ada.reply("1", asking)
    before = moves(match)

    assert ada.reply("1", asking) == ("late", True)

    assert moves(match) == before
    assert "nothing is played" in mail.outbox[-1].body.lower() or "rien n’est joué" in mail.outbox[-1].body.lower()


def test_a_reply_to_a_prompt_answered_elsewhere_is_late(asked: Asked):
    ada, _, match = asked
    asking = ada.newest
    text = ada.caller.get(f"/matches/{match}/text").json()
    assert ada.caller.post(f"/matches/{match}/text", {"at": text["at"], "answer": "1"}).status_code == 201
    before = moves(match)

    assert ada.reply("2", asking) == ("late", True)

    assert moves(match) == before


def test_a_reply_address_expires(hands: Hands, asked: Asked):
    ada, _, match = asked
    before = moves(match)

    hands.go(LIVES_MS / 1000 + 60)

    assert ada.reply("1").outcome == "late"
    assert moves(match) == before


def test_a_question_is_forgotten_some_time_after_it_has_expired(hands: Hands, asked: Asked):
    ada, _, _ = asked
    ada.reply("1")
    assert MailAnswer.objects.exists()
    old = ada.newest or mail.outbox[0]

    hands.go(2 * LIVES_MS / 1000 + 60)

    assert questions_prune() > 0
    assert not MailAnswer.objects.exists()
    assert ada.reply("1", old).outcome == "forgotten"


@pytest.mark.parametrize(
    ("how", "outcome"),
    [
        ({"sender": "eve@example.org"}, "foreign"),
        ({"sender": "ada@evil.example"}, "foreign"),
        ({"Auto_Submitted": "auto-replied"}, "automatic"),
        ({"Precedence": "bulk"}, "automatic"),
        ({"Return_Path": "<>"}, "automatic"),
        ({"List_Id": "<x>"}, "automatic"),
    ],
    ids=str,
)
def test_a_mail_that_the_player_did_not_write_changes_nothing(asked: Asked, how: dict[str, Any], outcome: str):
    ada, _, match = asked
    before, sent = moves(match), len(mail.outbox)

    assert ada.reply("1", **how) == (outcome, False)

    assert (moves(match), len(mail.outbox)) == (before, sent)


def test_another_player_cannot_use_a_reply_address(asked: Asked):
    ada, people, match = asked
    eve = next(each for each in people if each is not ada)
    before = moves(match)

    assert eve.reply("1", ada.newest).outcome == "foreign"

    assert moves(match) == before


@pytest.mark.parametrize("changed", [{"email": "new@example.org"}, {"is_email_confirmed": False}, {"is_active": False}])
def test_a_reply_is_played_only_from_the_current_confirmed_address(asked: Asked, changed: dict[str, Any]):
    ada, _, match = asked
    before = moves(match)
    Player.objects.filter(pk=ada.caller.player).update(**changed)

    assert ada.reply("1").outcome == "foreign"

    assert moves(match) == before


def test_a_reply_for_which_the_receiving_server_does_not_vouch_is_not_played(asked: Asked, settings: Any):
    settings.COMPTOIR_MAIL_AUTHSERV = "mx.example.net"
    ada, _, _ = asked

    assert ada.reply("1").outcome == "foreign"
    assert ada.reply("1", Authentication_Results="mx.example.net; dkim=pass header.d=example.org").outcome == "played"


def test_a_planted_server_that_does_not_compare_senders_is_found(asked: Asked, monkeypatch: pytest.MonkeyPatch):
    ada, _, match = asked
    before = moves(match)
    monkeypatch.setattr(services, "is_from", lambda *_: True)

    ada.reply("1", sender="eve@example.org")

    assert moves(match) == before + 1


@pytest.mark.parametrize("written", ["sing", "99", "you vous", "", "💥", "1" * 400])
def test_a_reply_that_is_not_understood_is_answered_with_a_question(asked: Asked, written: str):
    ada, _, match = asked
    before = moves(match)

    assert ada.reply(written, client=plain_text) == ("asked", True)

    assert moves(match) == before
    assert ada.newest is mail.outbox[-1]
    assert ada.reply(CHOICE.findall(mail.outbox[-1].body)[0][0]).outcome in ("played", "asked")


def plain_text(written: str, of: str) -> Any:
    return plain(f"{written}\n")


def test_replies_are_limited(asked: Asked, settings: Any):
    settings.COMPTOIR_LIMITS = {"replies": (3, 3600)}
    ada, _, _ = asked

    outcomes = [ada.reply("?") for _ in range(5)]

    assert [each.outcome for each in outcomes] == ["asked"] * 3 + ["too_many"] * 2
    assert not outcomes[-1].is_answered


def test_a_move_stays_played_although_the_mail_server_is_down(asked: Asked):
    ada, _, match = asked
    before = moves(match)

    with mail_server_down():
        assert ada.reply("1") == ("played", False)

    assert moves(match) == before + 1


def test_a_reply_after_the_player_has_resigned_is_not_played(asked: Asked):
    ada, _, match = asked
    assert ada.caller.post(f"/matches/{match}/resign").status_code in (200, 201)

    assert ada.reply("1").outcome != "played"


def test_closing_an_account_deletes_its_questions(asked: Asked):
    ada, _, _ = asked
    assert ada.caller.delete("/me").status_code == 204

    assert not MailQuestion.objects.filter(player=UUID(ada.caller.player)).exists()


def test_a_question_expires_together_with_its_reply_address(asked: Asked):
    assert all(each.expires_ms == now_ms() + LIVES_MS for each in MailQuestion.objects.all())


WORTHLESS = 100 if SECONDS <= 1 else 1000
KINDS: dict[str, dict[str, str]] = {
    "copy": {"Message_ID": "<once@example.org>"},
    "late": {},
    "foreign": {"sender": "eve@example.org"},
    "automatic": {"Auto_Submitted": "auto-replied"},
    "list": {"Precedence": "list"},
    "forged": {},
}


def worthless(ada: Correspondent, asking: EmailMessage, number: int) -> list[str]:
    """Returns the kinds of e-mails that played a move although they may not."""
    chance, accepted = random.Random(SEED), []
    for _ in range(number):
        kind = chance.choice(list(KINDS))
        asked = copy.copy(asking)
        if kind == "forged":
            address = list(asking.extra_headers["Reply-To"])
            at = chance.randrange(5, 40)
            address[at] = chance.choice("abcdefg".replace(address[at], ""))
            asked.extra_headers = {"Reply-To": "".join(address)}
        received = ada.reply(chance.choice(["1", "2", "3", "end your turn"]), asked, **KINDS[kind])
        accepted += [kind] if received.outcome == "played" else []
    return accepted


def test_copied_late_and_forged_e_mails_are_not_played(asked: Asked):
    ada, _, match = asked
    asking = ada.newest
    assert asking is not None
    assert ada.reply("1", asking, Message_ID="<once@example.org>").outcome == "played"
    before = moves(match)

    print(f"{WORTHLESS} e-mails, seed {SEED}")
    assert worthless(ada, asking, WORTHLESS) == [], f"seed {SEED}"

    assert moves(match) == before, f"seed {SEED}"


# Whole matches


def test_a_match_is_played_by_players_who_read_only_their_mails(hands: Hands):
    """Plays one of the five games by the seed, to its end in `make soak`; `whole_matches.py` plays all games."""
    games = sorted(registry.GAMES)
    game = games[SEED % len(games)]
    people, match = corresponding(game, policy_draws(b"by mail", SEED), options=SHORTEST[game])

    moves, _ = correspond(people, match, hands, MOST_ROUNDS, MOVES)

    assert moves >= MOVES or people[0].caller.get(f"/matches/{match}").json()["status"] == "finished"
