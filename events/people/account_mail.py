"""E-mails about accounts: confirming an address, and a way back for players who have forgotten their password."""

from __future__ import annotations

from django.db import transaction

from events.base.clock import now_ms
from events.base.publishing import nudge
from events.base.texts import texts_of
from events.models import Letter, Passkey, Player, Token
from events.people.links import CONFIRM, RECOVER, UNSUBSCRIBE, link_to, player_of
from events.people.mail import EMAILED, mail_to
from events.people.passwords import check_password

MOST_ACCOUNTS = 20  # of one address in one e-mail


def confirmation_request(*, player: Player) -> None:
    """Sends an e-mail to a player's address, unless it is confirmed; one that still waits is replaced."""
    if player.email is None or player.is_email_confirmed:
        return
    Letter.objects.filter(player=player, kind=Letter.Kind.CONFIRM).delete()
    Letter.objects.create(player=player, kind=Letter.Kind.CONFIRM, due_ms=now_ms(), created_ms=now_ms())
    nudge()


def recovery_request(*, address: str) -> None:
    """Sends an e-mail to an address with a link for each account that has confirmed it, if there is one.

    Whether there is one is seen only when the e-mail is written, so the request takes as long in both cases.
    """
    Letter.objects.create(address=address, kind=Letter.Kind.RECOVER, due_ms=now_ms(), created_ms=now_ms())
    nudge()


def account_mail_send(letter: Letter) -> None:
    """Writes and sends an e-mail, or nothing if nobody needs it any more. Raises OSError or SMTPException."""
    if letter.kind == Letter.Kind.RECOVER:
        owners = Player.objects.filter(email__iexact=letter.address, is_email_confirmed=True, is_active=True)
        players = list(owners.order_by("pk")[:MOST_ACCOUNTS])
    else:
        player = letter.player
        players = [player] if player and player.is_active and player.email and not player.is_email_confirmed else []
    if players:
        _send(letter.kind, players)


def _send(kind: str, players: list[Player]) -> None:
    """One e-mail with a link for each player; all have the same address."""
    words = texts_of("mails")[players[0].language]
    parts = words["parts"]
    greeting = parts["greeting"].format(name=", ".join(player.name for player in players))
    links = [f"{player.name}\n{link_to(player, kind)}" for player in players]
    mail_to(players[0], words["subjects"][kind], "\n\n".join([greeting, parts[kind], *links])).send()


# Following the links


def address_confirm(*, token: str) -> Player:
    """Confirms the address to which a link was sent; raises NotFound."""
    with transaction.atomic():
        player = player_of(token, CONFIRM, locked=True)
        player.is_email_confirmed = True
        player.links_used += 1
        player.save(update_fields=["is_email_confirmed", "links_used"])
    return player


def password_recover(*, token: str, password: str) -> Player:
    """Sets a new password and ends every token and passkey. Raises NotFound, or Malformed for a weak password."""
    with transaction.atomic():
        player = player_of(token, RECOVER, locked=True)
        check_password(password, player)
        player.set_password(password)
        player.links_used += 1
        player.save(update_fields=["password", "links_used"])
        Token.objects.filter(player=player).delete()
        Passkey.objects.filter(player=player).delete()
    return player


def mail_end(*, token: str) -> Player:
    """Switches off all e-mails about matches; doing so twice changes nothing. Raises NotFound."""
    with transaction.atomic():
        player = player_of(token, UNSUBSCRIBE, locked=True)
        player.notifications = {**player.notifications, **dict.fromkeys(EMAILED.values(), False)}
        player.save(update_fields=["notifications"])
    return player
