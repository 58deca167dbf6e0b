"""E-mails about accounts: confirmation of an address, and recovery of an account without its password."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import NotFound
from events.base.texts import texts_of
from events.timers.services import set_shared_timer
from events.users.links import (
    CONFIRM,
    RECOVER,
    UNSUBSCRIBE,
    former_address_of,
    link_to,
    player_of,
    revert_link_to,
)
from events.users.mail import EMAILED, mail_send, mail_to
from events.users.models import AccountEmail, FormerAddress, Passkey, Player, Token
from events.users.passwords import check_password

DELIVERIES = "deliveries_serve"  # the kind of timer for everything that is sent
MOST_ACCOUNTS = 20  # the most accounts of one address in one e-mail
REVERT_MS = 7 * 86_400_000  # how long the owner of a former address can take an account back

_remaining: list[Callable[[Player, str], list[str]]] = []


def tell_remaining(lines_for: Callable[[Player, str], list[str]]) -> None:
    """Sets the function that lists what can still act for a player after a new password (`events.accounts`).

    lines_for: returns one line per item, in a language.
    """
    _remaining[:] = [lines_for]


def confirmation_request(*, player: Player) -> None:
    """Sends a confirmation e-mail to a player's address, unless the address is confirmed.

    The new e-mail replaces an earlier one that has not been sent.
    """
    if player.email is None or player.is_email_confirmed:
        return
    AccountEmail.objects.filter(player=player, kind=AccountEmail.Kind.CONFIRM).delete()
    AccountEmail.objects.create(player=player, kind=AccountEmail.Kind.CONFIRM, due_ms=now_ms(), created_ms=now_ms())
    set_shared_timer(DELIVERIES, now_ms())


def recovery_request(*, address: str) -> None:
    """Sends an e-mail to an address with a link for each account that has confirmed the address.

    The accounts are looked up only when the e-mail is written. The duration of the request therefore does not reveal
    whether an account exists.
    """
    AccountEmail.objects.create(address=address, kind=AccountEmail.Kind.RECOVER, due_ms=now_ms(), created_ms=now_ms())
    set_shared_timer(DELIVERIES, now_ms())


def address_given_up(*, player: Player) -> None:
    """Sends an e-mail with a link that reverts the change to a confirmed address that a player is about to give up.

    An unconfirmed address may belong to somebody else, so it receives no e-mail.
    """
    if player.email is None or not player.is_email_confirmed:
        return
    FormerAddress.objects.create(player=player, email=player.email, until_ms=now_ms() + REVERT_MS)
    _send_soon(player, AccountEmail.Kind.CHANGED, player.email)


def former_addresses_prune() -> int:
    """Deletes the former addresses that have expired. Returns the number of deleted addresses."""
    return FormerAddress.objects.filter(until_ms__lte=now_ms()).delete()[0]


def _send_soon(player: Player, kind: str, address: str) -> None:
    AccountEmail.objects.create(player=player, kind=kind, address=address, due_ms=now_ms(), created_ms=now_ms())
    set_shared_timer(DELIVERIES, now_ms())


def account_mail_send(email: AccountEmail) -> None:
    """Writes and sends an e-mail, unless it is no longer needed. Raises OSError, SMTPException."""
    if email.kind == AccountEmail.Kind.CHANGED:
        return _send_changed(email)
    if email.kind == AccountEmail.Kind.RECOVERED:
        return _send_recovered(email)
    if email.kind == AccountEmail.Kind.RECOVER:
        owners = Player.objects.filter(email__iexact=email.address, is_email_confirmed=True, is_active=True)
        players = list(owners.order_by("pk")[:MOST_ACCOUNTS])
    else:
        player = email.player
        players = [player] if player and player.is_active and player.email and not player.is_email_confirmed else []
    if players:
        _send(email.kind, players)


def _send(kind: str, players: list[Player]) -> None:
    """Sends one e-mail with a link for each player. All players have the same address."""
    words = texts_of("mails")[players[0].language]
    parts = words["parts"]
    greeting = parts["greeting"].format(name=", ".join(player.name for player in players))
    links = [f"{player.name}\n{link_to(player, kind)}" for player in players]
    mail_send(mail_to(players[0], words["subjects"][kind], "\n\n".join([greeting, parts[kind], *links])))


def _send_changed(email: AccountEmail) -> None:
    """Sends the owner of a former address the link that takes the account back, as long as the link is valid."""
    formers = FormerAddress.objects.select_related("player").filter(player=email.player, email=email.address)
    if former := formers.filter(until_ms__gt=now_ms()).order_by("-pk").first():
        _send_about(former.player, email, revert_link_to(former))


def _send_recovered(email: AccountEmail) -> None:
    """Sends a player an e-mail that reports the new password and lists what can still act for them."""
    player = email.player
    if player is not None and player.closed_ms is None:
        lines = [line for lines_for in _remaining for line in lines_for(player, player.language)]
        parts = texts_of("mails")[player.language]["parts"]
        rest = "\n".join([parts["remaining"], *(f"- {line}" for line in lines)]) if lines else parts["nothing_remains"]
        _send_about(player, email, rest)


def _send_about(player: Player, email: AccountEmail, more: str) -> None:
    words = texts_of("mails")[player.language]
    body = [words["parts"]["greeting"].format(name=player.name), words["parts"][email.kind], more]
    mail_send(mail_to(player, words["subjects"][email.kind], "\n\n".join(body), address=email.address))


# The effects of the links


def address_confirm(*, token: str) -> Player:
    """Confirms the address to which a link was sent. Raises NotFound."""
    with transaction.atomic():
        player = player_of(token, CONFIRM, locked=True)
        player.is_email_confirmed = True
        player.links_used += 1
        player.save(update_fields=["is_email_confirmed", "links_used"])
    return player


def password_recover(*, token: str, password: str) -> Player:
    """Sets a new password, deletes all tokens and passkeys, and renews the address of the calendar.

    An e-mail then lists what else can act for the player. Raises NotFound, or Malformed for a weak password.
    """
    with transaction.atomic():
        player = player_of(token, RECOVER, locked=True)
        _take_back(player, password)
    return player


def address_revert(*, token: str, password: str) -> Player:
    """Restores a former address of an account, and recovers the account as `password_recover` does.

    The links of later former addresses stop working. Raises NotFound, or Malformed for a weak password.
    """
    with transaction.atomic():
        former = former_address_of(token, locked=True)
        player = former.player
        player.email, player.is_email_confirmed = former.email, True
        _take_back(player, password)
        FormerAddress.objects.filter(player=player, pk__gte=former.pk).delete()
    return player


def account_take_back(*, token: str, password: str) -> Player:
    """Recovers an account by a link of either kind. Raises NotFound, or Malformed for a weak password."""
    try:
        return password_recover(token=token, password=password)
    except NotFound:
        return address_revert(token=token, password=password)


def _take_back(player: Player, password: str) -> None:
    check_password(password, player)
    player.set_password(password)
    player.links_used += 1
    player.calendars_ended += 1
    player.save(update_fields=["password", "links_used", "calendars_ended", "email", "is_email_confirmed"])
    Token.objects.filter(player=player).delete()
    Passkey.objects.filter(player=player).delete()
    assert player.email is not None
    _send_soon(player, AccountEmail.Kind.RECOVERED, player.email)


def mail_end(*, token: str) -> Player:
    """Switches off all e-mails about matches. A repeated call changes nothing. Raises NotFound."""
    with transaction.atomic():
        player = player_of(token, UNSUBSCRIBE, locked=True)
        player.notifications = {**player.notifications, **dict.fromkeys(EMAILED.values(), False)}
        player.save(update_fields=["notifications"])
    return player
