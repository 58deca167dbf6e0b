"""The problems of seats and moves."""

from events.base.exceptions import Problem


class SeatTaken(Problem):
    """The seat is occupied."""

    code, status = "seat_taken", 409


class MatchNotFinished(Problem):
    """The match has no result, because it is unfinished or was ended without a result."""

    code, status = "match_not_finished", 409


class TooManyMatches(Problem):
    """The player already has the maximum number of unfinished matches."""

    code, status = "too_many_matches", 409


class StalePrompt(Problem):
    """The prompt is not open for this seat. extra: `seq` and `prompts`, the prompts that are open to the caller."""

    code, status = "stale_prompt", 409


class StaleOffer(Problem):
    """The offer has changed or closed. extra: `offer`, its current state."""

    code, status = "stale_offer", 409


class CoolingDown(Problem):
    """The move is not legal yet. extra: `available_at`."""

    code, status = "cooling_down", 409


class Paused(Problem):
    """The match is paused, or another decision must be made first."""

    code, status = "paused", 409


class NothingToUndo(Problem):
    """The last event is not a move of a seat, or it revealed something, or it cannot be undone."""

    code, status = "nothing_to_undo", 409


class IllegalMove(Problem):
    """The rules refuse the move; the errors name the slots and the reasons. extra: `seq`, the current head."""

    code, status = "illegal_move", 422
