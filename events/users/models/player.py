"""Players, the tokens that authenticate them, and the players whom they follow."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import (
    AbstractBaseUser,
    BaseUserManager,
    PermissionsMixin,
)
from django.db import models

from events.base import player_names
from events.base.models import new_id


class PlayerManager(BaseUserManager["Player"]):
    """The manager that creates players. The unique key of a player is `name_key`."""

    def get_by_natural_key(self, name: str | None) -> Player:
        """Returns the player with a name, as typed at sign-in."""
        return self.get(name_key=player_names.name_key(name or ""))

    def create_superuser(
        self, name: str, password: str | None = None, name_key: str | None = None, **fields: Any
    ) -> Player:
        """Creates an operator, for `manage.py createsuperuser`. The `name_key` is computed from the name."""
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


FACES = tuple(f"p{number}" for number in range(1, 13))
"""The faces that players can choose. The web client draws them (`project/web/static/cards/faces.js`)."""


class Player(AbstractBaseUser, PermissionsMixin):
    """A person or a bot with an account. A player without a password is a guest.

    - notifications: the e-mails and the notifications in pages that the player wants (`NotificationsInput`)
    - quiet_hours: the hours without notifications, `{"zone", "start", "end", "deadlines"}`; with `deadlines`,
      the notification `deadline_near` is sent during these hours, too
    - play_window: the hours in which the player answers, `{"zone", "start", "end"}`; null: all day
    - shows_presence: whether others see the matches that the player looks at
    - shows_results: whether others see the player's results
    - face: one of `FACES`; empty: the face follows from the id
    - reckoned: the number of recent matches with other people
    - kept: the number of these matches that the player finished in time
    - is_staff: whether the player is an operator
    - is_bot: whether a program plays (`BotAccount`)
    - calendars_ended: the number of former calendar addresses, which the present address contains
    - links_used: the number of used e-mail links; any change of this number invalidates all e-mail links
    - closed_ms: the time when the player closed the account and lost the name
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
    face = models.CharField(max_length=8, default="", db_default="", blank=True)
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

    class Meta:
        db_table = "events_player"

    def __str__(self) -> str:
        return self.name


class Token(models.Model):
    """A bearer token. Only its hash is stored.

    scopes: the permissions, separated by spaces (`events.base.scopes`). app: the app that the token was issued to, if
    any. network: a keyed digest of the network that requested the token; null: unknown.
    """

    ends_with_account = True
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

    class Meta:
        db_table = "events_token"

    def __str__(self) -> str:
        return str(self.id)


class Follow(models.Model):
    """A player who follows another player to find their open tables. The other player is not notified."""

    ends_with_account = True
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="following", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followers")
    since_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_following"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "other"], name="following_once")]

    def __str__(self) -> str:
        return f"{self.player_id} follows {self.other_id}"
