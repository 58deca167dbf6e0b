"""Players who read only their e-mails, and reply with the answers that these offer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.core import mail
from django.core.mail import EmailMessage

from events.notifications.deliveries import MAIL, deliver
from events.play_by_email.services import MailOutcome, mail_receive
from events.users.models import Player
from games import registry
from games.kernel.rng import Draws
from tests.events.calls import Caller, open_match, somebody
from tests.events.play_by_email.clients import CLIENTS, Client, sent
from tests.events.tables import Hands

DOMAIN = "reply.example.org"
CHOICE = re.compile(r"^ ?(\d+)  (.+)$", re.MULTILINE)
PATIENCE = 10  # the maximum number of rounds without a move


class Correspondent:
    """A player who replies by e-mail. draws: the random source of replies; language: the language of their e-mails."""

    def __init__(self, draws: Draws, language: str = "en") -> None:
        self.caller, self.draws = somebody("Mail"), draws
        self.address = f"{self.caller.player[-12:]}@example.org"
        self.caller.call("PATCH", "/me", {"notifications": {"email_on_turn": True}, "language": language})
        Player.objects.filter(pk=self.caller.player).update(email=self.address, is_email_confirmed=True)
        self.answered: EmailMessage | None = None

    @property
    def newest(self) -> EmailMessage | None:
        """Returns the last e-mail that can be answered."""
        mails = (each for each in reversed(mail.outbox) if each.to == [self.address])
        return next((each for each in mails if "Reply-To" in each.extra_headers), None)

    def reply(
        self, written: str, to: EmailMessage | None = None, client: Client | None = None, **how: Any
    ) -> MailOutcome:
        """Replies to an e-mail (by default the newest) with a mail program."""
        to = to or self.newest
        assert to is not None
        message = (client or self.program())(written, to.body)
        content = sent(message, how.pop("sender", f"Ada <{self.address}>"), **how)
        return mail_receive(content=content, recipient=to.extra_headers["Reply-To"], envelope_sender=self.address)

    def program(self) -> Client:
        """Returns one of the mail programs."""
        return list(CLIENTS.values())[self.draws.below(len(CLIENTS))]

    def act(self, again: bool) -> bool:
        """Replies to the newest e-mail, with a number or with words; returns whether a move was played.

        again: whether to reply also to an e-mail that was answered before; the server then sends the current table.
        """
        newest = self.newest
        if newest is None or (newest is self.answered and not again):
            return False
        self.answered = newest
        choices = CHOICE.findall(newest.body)
        number, words = choices[self.draws.below(len(choices))]
        is_word = self.draws.below(4) == 0 and len(words) < 60
        return self.reply(words if is_word else number, newest).outcome == "played"


def correspond(
    people: Sequence[Correspondent], match: str, hands: Hands, most_rounds: int, most_moves: float = float("inf")
) -> tuple[int, int]:
    """Plays a match by e-mail alone; returns the numbers of moves and e-mails. Fails if the match is stuck.

    While nobody plays, all players answer their last e-mail again.
    """
    moves = idle = 0
    for _ in range(most_rounds):
        hands.go(60)
        deliver(MAIL)
        played = sum(each.act(idle > PATIENCE) for each in people)
        moves += played
        idle = 0 if played else idle + 1
        if moves >= most_moves or people[0].caller.get(f"/matches/{match}").json()["status"] != "running":
            return moves, len(mail.outbox)
        assert idle < 10 * PATIENCE, f"stuck after {moves} moves"
    raise AssertionError(f"expected an end within {most_rounds} rounds, after {moves} moves")


def corresponding(game: str, draws: Draws, **wish: Any) -> tuple[list[Correspondent], str]:
    """Returns the players of a running match, and its id."""
    people = [Correspondent(draws, ("en", "fr")[seat % 2]) for seat in range(registry.get(game).seats.start)]
    callers: list[Caller] = [each.caller for each in people]
    return people, open_match(callers[0], callers[1:], game, **wish)
