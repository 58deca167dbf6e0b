"""Tournaments: their append-only logs, entries and matches."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol
from uuid import UUID

from django.db import models
from django.db.models import Q

from events.base.models import append_only, new_id
from events.log.models import Match
from events.users.models import Player


class Organised(Protocol):
    """A model with organisers: a tournament, or a model of another app that creates tournaments."""

    @property
    def organiser_id(self) -> UUID | None: ...
    @property
    def club(self) -> UUID | None: ...
    @property
    def visibility(self) -> str: ...
    @property
    def co_organisers(self) -> Any: ...


class Tournament(models.Model):
    """A tournament. Its log contains the events; this row contains the head of the log.

    settings: the organiser's choices, as in the first event. round: the number of the last drawn round, from 1; 0
    before the first draw. sealed: the encrypted secret that the server's seeds of shared deals are derived from.
    wakes_ms: the time when the check-in opens or when the time limit of a round passes.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=80)
    game = models.CharField(max_length=40)
    format = models.CharField(max_length=11)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Match.Visibility.choices, default=Match.Visibility.PUBLIC)
    organiser = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="tournaments")
    club = models.UUIDField(null=True, default=None)  # the id of the organising club, which may have been deleted
    co_organisers = models.ManyToManyField(Player, related_name="co_organised")
    invited = models.ManyToManyField(Player, related_name="tournament_invitations")
    settings = models.JSONField()
    starts_ms = models.BigIntegerField(null=True, default=None)
    round = models.PositiveSmallIntegerField(default=0)
    wakes_ms = models.BigIntegerField(null=True, default=None)
    sealed = models.BinaryField()
    created_ms = models.BigIntegerField()
    head_seq = models.BigIntegerField(default=-1)
    head_hash = models.BinaryField(default=b"")
    last_at_ms = models.BigIntegerField(default=0)

    class Meta:
        db_table = "events_tournament"
        indexes: ClassVar = [
            models.Index(fields=["status", "-id"], name="tournament_status"),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.id}"


class TournamentEvent(models.Model):
    """One event of a tournament's log. core: its canonical bytes; hash: the hash of this and all earlier cores."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.BigIntegerField()
    type = models.CharField(max_length=24)
    at_ms = models.BigIntegerField()
    core = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        db_table = "events_tournamentevent"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="tournament_event_seq_once")
        ]
        triggers: ClassVar = append_only("the log of a tournament")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.seq} {self.type}"


class Entry(models.Model):
    """A player, a bot or a team in a tournament. The log identifies an entry only by its number.

    player: the player, or the captain of a team, who plays at the first board. policy: the policy of a bot; empty for a
    player. team: the name of a team; empty for a single player.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="entries")
    policy = models.CharField(max_length=20, default="", blank=True)
    team = models.CharField(max_length=40, default="", db_default="", blank=True)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        db_table = "events_entry"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(withdrawn=False), name="entry_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.tournament_id}"


class EntryMember(models.Model):
    """The player at a further board of a team, from 2. joined: whether the player has accepted the invitation."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="members", db_index=False)
    board = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="team_boards")
    joined = models.BooleanField(default=False)

    class Meta:
        db_table = "events_entrymember"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "board"], name="entry_board_once"),
            models.UniqueConstraint(fields=["entry", "player"], name="entry_member_once"),
        ]

    def __str__(self) -> str:
        return f"board {self.board} of {self.entry_id}"


class FormerEntrant(models.Model):
    """A player whose entry a substitute has taken over. until_round: the last round that was drawn with them."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="former")
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="former_entries")
    until_round = models.PositiveSmallIntegerField()

    class Meta:
        db_table = "events_formerentrant"

    def __str__(self) -> str:
        return f"{self.player_id} held {self.entry_id} until round {self.until_round}"


class Announcement(models.Model):
    """An organiser's message to all entrants. The log of the tournament contains only the message's number."""

    ends_with_account = True
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="words", db_index=False)
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tournament_words")
    text = models.CharField(max_length=500)
    at_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_tournamentword"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tournament_word_number_once")
        ]

    def __str__(self) -> str:
        return f"word {self.number} in {self.tournament_id}"


class TournamentMatch(models.Model):
    """A match of a tournament. Rounds, tables and deals count from 1.

    table: the table in its round; deal: the deal in its round; recorded: whether the tournament's log has the result.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="matches", db_index=False)
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="tournament_match")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    deal = models.PositiveSmallIntegerField()
    recorded = models.BooleanField(default=False)

    class Meta:
        db_table = "events_tournamentmatch"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "round", "table", "deal"], name="tournament_match_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["tournament"], condition=Q(recorded=False), name="tournament_match_unrecorded")
        ]

    def __str__(self) -> str:
        return f"round {self.round} table {self.table} deal {self.deal} of {self.tournament_id}"
