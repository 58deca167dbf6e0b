"""Tournaments: their append-only logs, who takes part, and which matches belong to them; and leagues, whose seasons are
played as tournaments."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.models.append_only import append_only
from events.models.match import Match
from events.models.player import Player, new_id


class Tournament(models.Model):
    """A set of matches with a schedule. Its log holds what happened; this row holds the head of the log.

    settings: what the organiser chose, as the first event states it. round: the last one that was drawn, from 1.
    sealed: the secret from which the server's seeds of shared deals follow, encrypted.
    is_moving: the sweeper has to look, although no match has ended. wakes_ms: when it has to look beside starts_ms: the
    check-in opens, or the time of a round is up.
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
    club = models.UUIDField(null=True, default=None)  # the id of the club that holds it, which may be gone
    co_organisers = models.ManyToManyField(Player, related_name="co_organised")
    invited = models.ManyToManyField(Player, related_name="tournament_invitations")
    settings = models.JSONField()
    starts_ms = models.BigIntegerField(null=True, default=None)
    round = models.PositiveSmallIntegerField(default=0)
    is_moving = models.BooleanField(default=False)
    wakes_ms = models.BigIntegerField(null=True, default=None)
    sealed = models.BinaryField()
    created_ms = models.BigIntegerField()
    head_seq = models.BigIntegerField(default=-1)
    head_hash = models.BinaryField(default=b"")
    last_at_ms = models.BigIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["starts_ms"], condition=Q(status="open"), name="tournament_starting"),
            models.Index(fields=["wakes_ms"], condition=Q(status__in=("open", "running")), name="tournament_waking"),
            models.Index(fields=["status", "-id"], name="tournament_status"),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.id}"


class TournamentEvent(models.Model):
    """One event of a tournament's log. core: its canonical bytes; hash: chained over the cores."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events")
    seq = models.BigIntegerField()
    type = models.CharField(max_length=24)
    at_ms = models.BigIntegerField()
    core = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="tournament_event_seq_once")
        ]
        triggers: ClassVar = append_only("the log of a tournament")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.seq} {self.type}"


class Entry(models.Model):
    """A player, a bot or a team that takes part; the log knows only its number.

    player: of a team, who has entered it and plays at its first board. policy: of a bot; empty for a player. team: the
    name of a team; empty for one player.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="entries")
    policy = models.CharField(max_length=20, default="", blank=True)
    team = models.CharField(max_length=40, default="", db_default="", blank=True)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(withdrawn=False), name="entry_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.tournament_id}"


class EntryMember(models.Model):
    """Who plays at a further board of a team, from 2. joined: they have agreed; until then they are invited."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="members")
    board = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="team_boards")
    joined = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "board"], name="entry_board_once"),
            models.UniqueConstraint(fields=["entry", "player"], name="entry_member_once"),
        ]

    def __str__(self) -> str:
        return f"board {self.board} of {self.entry_id}"


class FormerEntrant(models.Model):
    """Who held an entry before a substitute took it over. until_round: the last round that was drawn with them."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="former")
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="former_entries")
    until_round = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.player_id} held {self.entry_id} until round {self.until_round}"


class TournamentWord(models.Model):
    """What an organiser has said to all entrants; the log of the tournament knows only its number."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="words")
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tournament_words")
    text = models.CharField(max_length=500)
    at_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tournament_word_number_once")
        ]

    def __str__(self) -> str:
        return f"word {self.number} in {self.tournament_id}"


class TournamentMatch(models.Model):
    """A match of a tournament: the table of its round, and which of the deals of the round is played, all from 1.

    recorded: its result is in the log of the tournament.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="matches")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="tournament_match")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    deal = models.PositiveSmallIntegerField()
    recorded = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "round", "table", "deal"], name="tournament_match_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["tournament"], condition=Q(recorded=False), name="tournament_match_unrecorded")
        ]

    def __str__(self) -> str:
        return f"round {self.round} table {self.table} deal {self.deal} of {self.tournament_id}"


class League(models.Model):
    """Players who meet in seasons. Each division of a season is a tournament; between seasons players go up and down.

    settings: how a division is played, as the members of `POST /tournaments` have it. sizes: places of each division,
    the highest first. moving: how many go up and down between two neighbours. pause_days: how long after a season the
    next one begins by itself; null: at the wish of its organisers.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        ENDED = "ended"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=60)
    game = models.CharField(max_length=40)
    status = models.CharField(max_length=5, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Match.Visibility.choices, default=Match.Visibility.PUBLIC)
    organiser = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="leagues")
    club = models.UUIDField(null=True, default=None)  # the id of the club that holds it, which may be gone
    co_organisers = models.ManyToManyField(Player, related_name="co_organised_leagues")
    settings = models.JSONField()
    sizes = models.JSONField()
    moving = models.PositiveSmallIntegerField()
    pause_days = models.PositiveSmallIntegerField(null=True, default=None)
    created_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.title} {self.id}"


class LeagueMember(models.Model):
    """Who plays in a league. rank: the place in its order, from which the divisions are cut; lower ones are higher."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="league_memberships")
    rank = models.PositiveIntegerField()
    since_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "player"], name="league_member_once")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.league_id}"


class Season(models.Model):
    """A season of a league, which stays as it was. starts_ms: when it begins by itself; null: at no time."""

    class Status(models.TextChoices):
        PROPOSED = "proposed"
        RUNNING = "running"
        FINISHED = "finished"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons", db_index=False)
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PROPOSED)
    starts_ms = models.BigIntegerField(null=True, default=None)
    began_ms = models.BigIntegerField(null=True, default=None)
    ended_ms = models.BigIntegerField(null=True, default=None)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "number"], name="season_number_once")]
        indexes: ClassVar = [
            models.Index(fields=["starts_ms"], condition=Q(status="proposed"), name="season_starting"),
            models.Index(fields=["league"], condition=Q(status="running"), name="season_running"),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.league_id}"


class Division(models.Model):
    """A division of a season, from 1, and the tournament that it is.

    result: once the season is over, an object for each entry, in the order of the division: `entry`, `outcome`.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="divisions", db_index=False)
    number = models.PositiveSmallIntegerField()
    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="division")
    result = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "number"], name="division_number_once")]

    def __str__(self) -> str:
        return f"division {self.number} of {self.season_id}"
