"""The problems of seats and moves."""

from events.base.exceptions import Problem


class SeatTaken(Problem):
    """The seat is occupied."""

    code, status = "seat_taken", 409


class MatchNotFinished(Problem):
    """The match has no result: it is still played, or was ended without one."""

    code, status = "match_not_finished", 409


class TooManyMatches(Problem):
    """The player already has as many unfinished matches as one player may have."""

    code, status = "too_many_matches", 409


class StalePrompt(Problem):
    """The prompt is no longer open for this seat; extra: `seq` and `prompts`, the caller's open ones."""

    code, status = "stale_prompt", 409


class StaleOffer(Problem):
    """The offer has changed or closed; extra: `offer`, as it is now."""

    code, status = "stale_offer", 409


class CoolingDown(Problem):
    """The move is legal later; extra: `available_at`."""

    code, status = "cooling_down", 409


class Paused(Problem):
    """Something else must be resolved first."""

    code, status = "paused", 409


class NothingToUndo(Problem):
    """The last event is no move of a seat, or it revealed something, or the table cannot be led back."""

    code, status = "nothing_to_undo", 409


class IllegalMove(Problem):
    """The rules refuse the move; the errors name the slots and the reasons. extra: `seq`, the present head."""

    code, status = "illegal_move", 422
