"""The problems (error responses) of a match and its log."""

from events.base.exceptions import Problem


class NotSeated(Problem):
    """The caller has no seat in this match."""

    code, status = "not_seated", 403


class MatchNotOpen(Problem):
    """Seats can no longer be taken or left."""

    code, status = "match_not_open", 409


class MatchNotRunning(Problem):
    """The match has not started."""

    code, status = "match_not_running", 409


class MatchOver(Problem):
    """The match has ended."""

    code, status = "match_over", 409


class MatchSealing(Problem):
    """The seats are still committing to their seeds or revealing their seeds."""

    code, status = "match_sealing", 409


class IdempotencyKeyReused(Problem):
    """An earlier request used the key with another body."""

    code, status = "idempotency_key_reused", 422


class LogDamaged(Problem):
    """An event of the log is missing or was changed; the match is frozen until an operator repairs it."""

    code, status = "log_damaged", 500
