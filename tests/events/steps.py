"""Scheduler steps over the whole database, for tests of a single step."""

from __future__ import annotations

from uuid import UUID

from events.base.clock import now_ms
from events.leagues.models import League
from events.leagues.seasons import _step_of as league_step
from events.log.models import Match, PendingAction
from events.matches.record import pending
from events.notifications import relay
from events.notifications import services as notices
from events.notifications.models import Delivery, Notification, Outbox
from events.notifications.needs import withheld_release as released
from events.projections.registry import Projection, projections
from events.projections.services import contents
from events.timers.models import MatchTimer
from events.tournaments import rounds
from events.tournaments.lifecycle import UNFINISHED
from events.tournaments.models import Tournament


def overdue_prompts() -> list[tuple[UUID, int, int | None]]:
    """Returns the prompts past their deadline, as match, prompt and seat."""
    items = PendingAction.objects.filter(deadline_ms__isnull=False).order_by("deadline_ms")
    matches = dict.fromkeys(items.values_list("match_id", flat=True))
    return [(match, prompt, seat) for match in matches for prompt, seat in pending.overdue_prompts(match)]


def exhausted_turns() -> list[tuple[UUID, int, int]]:
    """Returns the bot turns whose attempts have all failed, as match, prompt and seat."""
    return [
        (match, turn.prompt, turn.seat)
        for match in Match.objects.order_by("pk").values_list("pk", flat=True)
        for turn in pending.waiting_turns(match)
        if turn.is_exhausted and turn.is_free and turn.ready_ms <= now_ms()
    ]


def deadlines_notify() -> int:
    """Reminds all players of near deadlines; returns the number of reminders."""
    reminders = Notification.objects.filter(kind=Notification.Kind.DEADLINE_NEAR)
    before = reminders.count()
    for match in Match.objects.order_by("pk").values_list("pk", flat=True):
        notices.deadlines_notify(match)
    notices_relay()
    return reminders.count() - before


def notices_relay() -> int:
    """Delivers the waiting entries of all outboxes; returns the number of entries."""
    matches = list(Outbox.objects.order_by("created_ms").values_list("match_id", flat=True))
    return relay.notices_relay(matches) if matches else 0


def withheld_release() -> None:
    """Sends withheld notifications to all players who need them now."""
    for player in set(Delivery.objects.filter(state="withheld").values_list("player_id", flat=True)):
        released(player)


def ratings_update() -> int:
    """Counts the rated matches that have ended; returns their number."""
    return follow("rating")


def club_ratings_update() -> int:
    """Counts the rated club matches that have ended; returns their number."""
    return follow("club_rating")


def participations_store() -> int:
    """Stores the participations of players in all finished matches; returns the number of matches."""
    return follow("history")


def follow(name: str) -> int:
    """Updates a projection for all matches that are ready; returns the number of matches whose rows changed."""
    projection = projections()[name]
    waiting = Match.objects.filter(pk__in=projection.waiting()).order_by("over_ms", "pk")
    return sum(_follows(projection, match) for match in list(waiting.values_list("pk", flat=True)))


def _follows(projection: Projection, match: UUID) -> bool:
    rows = [table._default_manager.all() for table in projection.tables]
    before = contents(rows)
    if projection.follow(match) is None:
        MatchTimer.objects.filter(match=match, kind=projection.name).delete()
    return contents(rows) != before


def tournaments_advance() -> int:
    """Takes the next steps of all tournaments, a few each; returns the number of steps."""
    unfinished = Tournament.objects.filter(status__in=UNFINISHED).order_by("pk").values_list("pk", flat=True)
    return sum(_steps(tournament) for tournament in list(unfinished))


def _steps(tournament: UUID) -> int:
    steps = 0
    while steps < rounds.STEPS_AT_ONCE and rounds._step_of(tournament):
        steps += 1
    return steps


def leagues_advance() -> int:
    """Takes the next step of all leagues; returns the number of leagues that took one."""
    return sum(map(league_step, list(League.objects.order_by("pk").values_list("pk", flat=True))))
