"""People and the tokens they sign in with."""

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
    """Makes players; `name_key` is what may exist only once."""

    def get_by_natural_key(self, name: str | None) -> Player:
        """Returns the player of a name, as typed at sign-in."""
        return self.get(name_key=player_names.name_key(name or ""))

    def create_superuser(
        self, name: str, password: str | None = None, name_key: str | None = None, **fields: Any
    ) -> Player:
        """Creates an operator, for `manage.py createsuperuser`; the key is computed from the name."""
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
"""The faces that players choose from; the web client draws them (`project/web/static/cards/faces.js`)."""


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who may take seats; without a password, a guest.

    notifications: the e-mails and the notices in pages that the player wants (`NotificationsInput`). quiet_hours: when
    nothing is sent, `{"zone", "start", "end", "deadlines"}`; deadlines: `deadline_near` is sent even so. play_window:
    the hours in which the player answers, `{"zone", "start", "end"}`, or null for all day. shows_presence: others see
    which matches the player looks at; shows_results: others see their results. face: one of `FACES`; empty: by their
    id. kept, reckoned: how many of the last matches with other people the player finished in time, of how many.
    is_staff: an operator; is_bot: a program plays (`BotAccount`). calendars_ended: the number of given-up calendar
    addresses; the present one contains it. links_used: the number of used e-mail links; a link works only while it is
    unchanged. closed_ms: when the player closed the account and lost the name.
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
    """A bearer token; only its hash is stored.

    scopes: its permissions, separated by spaces (`events.base.scopes`). app: the app that it was made for, if any.
    network: a keyed digest of the network that it was asked for from; null: unknown.
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
    """A player follows another one, to find their open tables. The other player is not told."""

    ends_with_account = True
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="following", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followers")
    since_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_following"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "other"], name="following_once")]

    def __str__(self) -> str:
        return f"{self.player_id} follows {self.other_id}"
