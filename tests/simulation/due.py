"""Finds the next due time from the tables instead of the timers: overdue work means that a timer is missing."""

from __future__ import annotations

from collections.abc import Mapping

from events.base.clock import now_ms
from events.base.hot_cursor import hot_cursor
from events.base.nodes import parts
from events.notifications.services import NEAR_MS, NEAR_SHARE, NEAR_WITHOUT_CLOCK_MS

MOST_WAITING = 100  # deliveries of one receiver to examine

_OF_MATCHES = {
    "deadlines": """
        SELECT item.deadline_ms FROM events_pending AS item JOIN events_match AS match ON match.id = item.match_id
        WHERE item.deadline_ms IS NOT NULL AND match.damaged_seq IS NULL ORDER BY item.deadline_ms LIMIT 1
    """,
    "reminders": """
        SELECT min(near.at_ms) FROM (
            SELECT item.deadline_ms - least(%(longest)s, coalesce(
                1000 * coalesce((match.clock ->> 'per_move')::bigint, (match.clock ->> 'bank')::bigint) / %(share)s,
                %(without)s
            )) AS at_ms
            FROM events_pending AS item JOIN events_match AS match ON match.id = item.match_id
            WHERE item.deadline_ms > %(now)s AND item.deadline_ms <= %(now)s + %(longest)s
                AND match.damaged_seq IS NULL
        ) AS near WHERE near.at_ms > %(now)s
    """,
    "reminders of deadlines that are far": """
        SELECT min(deadline_ms) - %(longest)s FROM events_pending WHERE deadline_ms > %(now)s + %(longest)s
    """,
    "notices that no process has delivered": """
        SELECT min(created_ms) FROM events_outbox
    """,
    "bots": """
        SELECT item.ready_ms FROM events_pending AS item JOIN events_match AS match ON match.id = item.match_id
        WHERE item.bot AND item.ready_ms IS NOT NULL AND match.damaged_seq IS NULL AND NOT EXISTS (
            SELECT FROM events_seat AS seat
            WHERE seat.match_id = item.match_id AND seat.number = item.seat AND seat.kind = 'player'
        ) ORDER BY item.ready_ms LIMIT 1
    """,
    "standing orders": """
        SELECT answer.due_ms FROM events_orderedanswer AS answer
        JOIN events_match AS match ON match.id = answer.match_id
        WHERE answer.due_ms IS NOT NULL AND match.damaged_seq IS NULL ORDER BY answer.due_ms LIMIT 1
    """,
}
_OF_OTHERS = {
    "leaves of the global log": """
        SELECT min(last_at_ms) FROM events_match AS match
        WHERE head_seq >= 0 AND damaged_seq IS NULL AND NOT EXISTS (
            SELECT FROM events_globalleaf AS leaf WHERE leaf.match_id = match.id AND leaf.kind = CASE
                WHEN status = 'finished' THEN 'ended' WHEN status IN ('aborted', 'void') THEN 'void' ELSE 'created' END
        )
    """,
    "ratings": """
        SELECT min(over_ms + 1000 * spectator_delay) FROM events_match AS match
        WHERE rated AND status = 'finished' AND NOT is_blinded AND visibility = 'public' AND damaged_seq IS NULL
            AND NOT EXISTS (SELECT FROM events_ratingchange WHERE match_id = match.id)
    """,
    "ratings of clubs": """
        SELECT min(over_ms + 1000 * spectator_delay) FROM events_match AS match
        JOIN events_club AS club ON club.id = match.club
        WHERE rated AND status = 'finished' AND NOT is_blinded AND damaged_seq IS NULL AND NOT EXISTS (
            SELECT FROM events_clubrating AS rating
            WHERE rating.club_id = club.id AND rating.game = match.game AND rating.last_ms >= match.over_ms
        )
    """,
    "what players did": """
        SELECT min(over_ms + 1000 * spectator_delay) FROM events_match AS match
        WHERE status IN ('finished', 'void') AND NOT is_blinded AND visibility = 'public' AND NOT practice
            AND damaged_seq IS NULL AND EXISTS (
                SELECT FROM events_seat AS seat JOIN events_player AS player ON player.id = seat.player_id
                WHERE seat.match_id = match.id AND player.closed_ms IS NULL
            ) AND NOT EXISTS (SELECT FROM events_participation AS part WHERE part.match = match.id)
    """,
    "tournaments": """
        SELECT min(starts_ms) FROM events_tournament WHERE status = 'open'
    """,
    "check-ins and rounds of tournaments": """
        SELECT min(wakes_ms) FROM events_tournament WHERE status IN ('open', 'running')
    """,
    "seasons of leagues": """
        SELECT min(starts_ms) FROM events_season WHERE status = 'proposed'
    """,
    "seasons that are over": """
        SELECT 0 FROM events_season AS season WHERE season.status = 'running' AND NOT EXISTS (
            SELECT FROM events_division AS division
            JOIN events_tournament AS tournament ON tournament.id = division.tournament_id
            WHERE division.season_id = season.id AND tournament.status IN ('open', 'running')
        ) LIMIT 1
    """,
    "analyses": """
        SELECT min(working_ms) FROM events_analysis WHERE status = 'waiting'
    """,
    "webhooks": """
        SELECT min(greatest(receiver.retry_ms, (
            SELECT min(due_ms) FROM (
                SELECT due_ms FROM events_delivery
                WHERE state = 'pending' AND webhook_id = receiver.id LIMIT %(waiting)s
            ) AS waiting
        ))) FROM events_webhook AS receiver WHERE receiver.is_active AND EXISTS (
            SELECT FROM events_delivery WHERE state = 'pending' AND webhook_id = receiver.id
        )
    """,
    "devices": """
        SELECT min(greatest(receiver.retry_ms, (
            SELECT min(due_ms) FROM (
                SELECT due_ms FROM events_delivery
                WHERE state = 'pending' AND subscription_id = receiver.id LIMIT %(waiting)s
            ) AS waiting
        ))) FROM events_pushsubscription AS receiver WHERE EXISTS (
            SELECT FROM events_delivery WHERE state = 'pending' AND subscription_id = receiver.id
        )
    """,
    "e-mails": """
        SELECT min(due_ms) FROM events_delivery
        WHERE state = 'pending' AND webhook_id IS NULL AND subscription_id IS NULL
    """,
    "notices withheld from who looks": """
        SELECT min(due_ms) FROM events_delivery WHERE state = 'withheld'
    """,
    "e-mails about accounts": """
        SELECT min(due_ms) FROM events_letter
    """,
}


def next_due_ms() -> int | None:
    """Returns the next time at which work is due, in ms; None: no work is due.

    A past time means unfinished work: another process is doing it now, or it has failed.
    """
    values = {
        "now": now_ms(),
        "longest": NEAR_MS,
        "share": NEAR_SHARE,
        "without": NEAR_WITHOUT_CLOCK_MS,
        "waiting": MOST_WAITING,
    }
    of_matches = [due_ms for (due_ms,) in parts.rows(_earliest(_OF_MATCHES), values, "due_ms bigint")]
    with hot_cursor() as cursor:
        cursor.execute(_earliest(_OF_OTHERS), values)
        (of_others,) = cursor.fetchone()
    return min((int(due_ms) for due_ms in (*of_matches, of_others) if due_ms is not None), default=None)


def _earliest(sources: Mapping[str, str]) -> str:
    return f"SELECT least({', '.join(f'({source})' for source in sources.values())})"
