"""People and the tokens they sign in with."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.auth.models import (
    AbstractBaseUser,
    BaseUserManager,
    PermissionsMixin,
)
from django.db import models
from uuid_utils.compat import uuid7

from events.base import player_names


def new_id() -> uuid.UUID:
    """A UUIDv7: ids sort by the time they were made."""
    return uuid7()


class PlayerManager(BaseUserManager["Player"]):
    """Makes players; `name_key` is what may exist only once."""

    def get_by_natural_key(self, name: str | None) -> Player:
        """The player of a name, as somebody who signs in types it."""
        return self.get(name_key=player_names.name_key(name or ""))

    def create_superuser(
        self, name: str, password: str | None = None, name_key: str | None = None, **fields: Any
    ) -> Player:
        """An operator, for `manage.py createsuperuser`; the key follows from the name, whatever it is sent as."""
        player = self.model(
            name=name,
            name_key=player_names.name_key(name),
            is_staff=True,
            is_superuser=True,
            **fields,
        )
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who may take seats; without a password, a guest.

    notifications: the e-mails and the notices in pages that the player wants (`NotificationsInput`). quiet_hours: when
    nothing is sent, `{"zone", "start", "end", "deadlines"}`; deadlines: whether `deadline_near` is sent even so.
    play_window: the hours in which the player answers, `{"zone", "start", "end"}`, or null for all day.
    shows_presence: whether others see which matches the player looks at; shows_results: how their matches ended.
    kept, reckoned: of so many of the last matches with other people, how many the player did not leave or let time out.
    is_staff: an operator; is_bot: a program plays (`BotAccount`).
    calendars_ended: how many addresses of their calendar the player has given up; the present one names this number.
    links_used: how many links sent by e-mail the player has used; a link works only while the number is as it was.
    closed_ms: when the player closed the account; from then on the row has no name.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=80, unique=True)
    email = models.EmailField(null=True, blank=True, default=None)
    is_email_confirmed = models.BooleanField(default=False)
    links_used = models.PositiveIntegerField(default=0)
    language = models.CharField(max_length=2, default="en")
    notifications = models.JSONField(default=dict)
    quiet_hours = models.JSONField(null=True, default=None)
    play_window = models.JSONField(null=True, default=None)
    shows_presence = models.BooleanField(default=False)
    shows_results = models.BooleanField(default=True, db_default=True)
    calendars_ended = models.PositiveIntegerField(default=0, db_default=0)
    kept = models.PositiveSmallIntegerField(default=0, db_default=0)
    reckoned = models.PositiveSmallIntegerField(default=0, db_default=0)
    is_staff = models.BooleanField(default=False)
    is_auditor = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    closed_ms = models.BigIntegerField(null=True, default=None, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "name_key"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]
    objects = PlayerManager()

    def __str__(self) -> str:
        return self.name


class Token(models.Model):
    """A bearer token; only its hash is stored.

    scopes: what it permits, separated by spaces (`events.base.scopes`). app: whose it is, unless the player's own.
    network: a keyed digest of the network that it was asked for from; null: not known.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    digest = models.BinaryField(unique=True)
    label = models.CharField(max_length=40, default="", blank=True)
    scopes = models.CharField(max_length=40, default="read play")
    app = models.ForeignKey(
        "oauth2_provider.Application", on_delete=models.CASCADE, null=True, default=None, related_name="tokens"
    )
    network = models.BinaryField(null=True, default=None)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.id)


class Following(models.Model):
    """A player follows another one, to find their open tables. The other player is not told."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="following", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followers")
    since_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "other"], name="following_once")]

    def __str__(self) -> str:
        return f"{self.player_id} follows {self.other_id}"
