"""A match, its seats, and its encrypted secrets."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from django.db import models
from django.db.models import Q

from events.base.models import new_id
from events.users.models import Player

LIVE_SECONDS = 3_600


LIVE_BANK = Q(clock__bank__gt=0, clock__bank__lte=LIVE_SECONDS)


LIVE = Q(clock__per_move__gt=0, clock__per_move__lte=LIVE_SECONDS) | LIVE_BANK


"""Filters for live matches, which are played in one sitting.

The lower bounds exclude JSON's null, which PostgreSQL sorts before every number.
"""


class Horizon(NamedTuple):
    """The extent of a late match (`events.log.delays`), whose head is the last event that a spectator may know.

    next_ms: the time from which the next event may be known; None if there is no next event yet. reseated: whether a
    later event changed the occupant of a seat.
    """

    next_ms: int | None
    reseated: bool


class Match(models.Model):
    """A match of a game. Its log holds the events; this row holds the head of the log and the settings of the match."""

    class Status(models.TextChoices):
        OPEN = "open"
        SEALING = "sealing"
        RUNNING = "running"
        FINISHED = "finished"
        ABORTED = "aborted"
        VOID = "void"

    class Visibility(models.TextChoices):
        PUBLIC = "public"
        UNLISTED = "unlisted"
        PRIVATE = "private"

    has_consents = True  # False if the head shows that no player has consented to anything
    horizon: Horizon | None = None  # the extent of a match read for a caller without a seat; None: the present

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    size = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC)
    start = models.CharField(max_length=9, choices=[("when_full", "when_full"), ("manual", "manual")])
    clock = models.JSONField(default=dict)  # the time limits of the seats (`games.kernel.timing.clock`)
    fairness = models.CharField(
        max_length=13,
        choices=[("nonces", "nonces"), ("commit_reveal", "commit_reveal"), ("deal", "deal")],
    )
    reveal = models.CharField(
        max_length=7,
        choices=[("all", "all"), ("seats", "seats"), ("auditor", "auditor")],
    )
    rated = models.BooleanField(default=False)  # whether the result counts for ratings
    practice = models.BooleanField(default=False)  # whether the creator chose the match seed, or it is a fork
    substitutes = models.BooleanField(default=False)  # whether others may replace an absent or leaving player
    spectator_delay = models.PositiveIntegerField(default=0)  # seconds until spectators see an event
    over_ms = models.BigIntegerField(null=True, default=None)  # when it ended; None also before this time is stored
    # Whether a seat has, or had, standing orders; stored here because each move reads it with the head.
    has_orders = models.BooleanField(default=False)
    tournament = models.UUIDField(null=True, default=None)  # the id of its tournament
    title = models.CharField(max_length=80, default="", db_default="", blank=True)  # chosen by the creator
    club = models.UUIDField(null=True, default=None)  # the id of its club, which may have been deleted
    deal = models.JSONField(null=True, default=None)  # shared with other matches: `{"id", "nonce"}` in hexadecimal
    is_blinded = models.BooleanField(default=False)  # others may yet play its deal: players see only their seat
    damaged_seq = models.BigIntegerField(null=True, default=None)  # the first bad event (`log.damage`); None: intact
    creator = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="created_matches")
    created_at = models.DateTimeField(auto_now_add=True)
    head_seq = models.BigIntegerField(default=-1)
    head_hash = models.BinaryField(default=b"")
    frontier = models.BinaryField(default=b"")  # the Merkle tree of the log so far
    last_at_ms = models.BigIntegerField(default=0)  # the time of the last event
    standings = models.JSONField(null=True, default=None)
    scores = models.JSONField(null=True, default=None)

    class Meta:
        db_table = "events_match"
        indexes: ClassVar = [
            models.Index(fields=["status", "-id"], name="match_status"),
            models.Index(fields=["game", "-id"], name="match_game"),
            models.Index(fields=["-id"], condition=Q(rated=True), name="match_rated"),
            models.Index(fields=["-id"], condition=Q(practice=True), name="match_practice"),
            models.Index(fields=["-id"], condition=LIVE, name="match_live"),
            models.Index(fields=["club", "-id"], condition=Q(club__isnull=False), name="match_club"),
            models.Index(fields=["id"], condition=Q(has_orders=True, status="running"), name="match_running_orders"),
            models.Index(fields=["over_ms"], condition=Q(spectator_delay__gt=0), name="match_delayed"),
            models.Index(fields=["over_ms"], condition=Q(over_ms__isnull=False), name="match_over"),
        ]  # a move changes no indexed column, so that PostgreSQL updates no index for a move (a HOT update)

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


ENDED = (Match.Status.FINISHED, Match.Status.ABORTED, Match.Status.VOID)
"""The statuses of a match that is over, with or without a result."""


class Seat(models.Model):
    """A seat of a match and its occupant. Players are named here and never in the log.

    invited: the player for whom an open seat is reserved. commit, nonce: the seat's contribution to the match seed.
    consents: kind of consent -> the `seq` of the head at which the player agreed (`events.matches.record.agreements`).
    is_bot_account: whether the player is a bot account; stored here so that lists of many matches need not read
    players. stand_in: for a bot that replaces a player who left or was absent: `wanted` if anybody may take the seat,
    `kept` if only that player may; otherwise empty.
    """

    class Kind(models.TextChoices):
        OPEN = "open"
        PLAYER = "player"
        BOT = "bot"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.OPEN)
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="seats")
    invited = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="invitations")
    policy = models.CharField(max_length=20, default="", blank=True)
    is_bot_account = models.BooleanField(default=False, db_default=False)
    commit = models.BinaryField(null=True, default=None)
    nonce = models.BinaryField(null=True, default=None)
    resigned = models.BooleanField(default=False)
    consents = models.JSONField(default=dict)
    stand_in = models.CharField(max_length=6, default="", blank=True)

    class Meta:
        db_table = "events_seat"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["match"], condition=Q(kind="open"), name="seat_open")]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"


class FormerHolder(models.Model):
    """A player who held a seat of a running match, until the event `seq` (`seat.replaced`)."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="former_holders", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="former_seats")
    seq = models.BigIntegerField()

    class Meta:
        db_table = "events_formerholder"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "seq"], name="former_holder_once")]

    def __str__(self) -> str:
        return f"former holder of seat {self.number} of {self.match_id}"


class Secret(models.Model):
    """A seed or salt key of a match, encrypted with a key that is not in the database."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="secrets", db_index=False)
    kind = models.CharField(max_length=20)
    sealed = models.BinaryField()

    class Meta:
        db_table = "events_secret"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "kind"], name="secret_kind_once")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.match_id}"
