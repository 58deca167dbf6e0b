"""The errors that a caller can receive, each with its stable code and HTTP status.

Services and selectors raise them; `events.http.problems` turns them into responses. Their texts are in
`events/http/texts`, one file for each language.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple


class Fault(NamedTuple):
    """One fault of a request.

    pointer: JSON pointer into the body, or `/query/<name>`; code: stable; detail: a text, or one for each language, or
    None for the text of the code in the caller's language, with the facts filled in.
    reason: the key of the rule that forbids it, if a rule of a game does.
    """

    pointer: str
    code: str
    detail: str | Mapping[str, str] | None = None
    facts: Mapping[str, Any] = {}
    reason: str = ""


class Problem(Exception):
    """An error response of the API.

    facts: values for the placeholders of the text. extra: further members of the body, from the caller's view only.
    retry_after: seconds until a retry makes sense.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    retry_after: int | None = None

    def __init__(
        self,
        *faults: Fault,
        text: str | None = None,
        facts: Mapping[str, Any] | None = None,
        retry_after: int | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(text or self.code)
        self.faults: Iterable[Fault] = faults
        self.text = text or self.code
        self.facts = facts or {}
        self.extra = extra
        if retry_after is not None:
            self.retry_after = retry_after


class Malformed(Problem):
    """Not JSON, the wrong shape, an unknown field, too deep, too long."""

    code, status = "malformed", 400


class Unauthenticated(Problem):
    """No token, or an invalid or expired one."""

    code, status = "unauthenticated", 401


class Forbidden(Problem):
    """The caller may see the resource but not do this to it."""

    code, status = "forbidden", 403


class Suspended(Problem):
    """The operator has suspended the account; its player can read why, and appeal."""

    code, status = "suspended", 403


class NotSeated(Problem):
    """The caller has no seat in this match."""

    code, status = "not_seated", 403


class NotFound(Problem):
    """There is no such resource, or the caller may not know of it."""

    code, status = "not_found", 404


class MethodNotAllowed(Problem):
    """The resource does not support this method."""

    code, status = "method_not_allowed", 405


class NotAcceptable(Problem):
    """The resource has none of the requested media types."""

    code, status = "not_acceptable", 406


class SeatTaken(Problem):
    """The seat is occupied."""

    code, status = "seat_taken", 409


class MatchNotOpen(Problem):
    """Seats can no longer be taken or left."""

    code, status = "match_not_open", 409


class MatchNotRunning(Problem):
    """The match has not started."""

    code, status = "match_not_running", 409


class MatchOver(Problem):
    """The match has ended."""

    code, status = "match_over", 409


class MatchNotFinished(Problem):
    """The match has no result: it is still played, or was ended without one."""

    code, status = "match_not_finished", 409


class TooManyMatches(Problem):
    """The player already has as many unfinished matches as one player may have."""

    code, status = "too_many_matches", 409


class TooManyWebhooks(Problem):
    """The player already has as many webhooks as one player may have."""

    code, status = "too_many_webhooks", 409


class TooManyDevices(Problem):
    """The player already has as many devices that show notices as one player may have."""

    code, status = "too_many_devices", 409


class NoPush(Problem):
    """The server has no key for Web Push."""

    code, status = "no_push", 409


class NoAnalysis(Problem):
    """The match follows rules that the coach does not know."""

    code, status = "no_analysis", 409


class TooManyBots(Problem):
    """The player already owns as many bots as one player may own."""

    code, status = "too_many_bots", 409


class TooManyApps(Problem):
    """The player has registered as many apps as one player may register."""

    code, status = "too_many_apps", 409


class TooManyPasskeys(Problem):
    """The player already has as many passkeys as one player may have."""

    code, status = "too_many_passkeys", 409


class BadAuthorization(Problem):
    """What an app asks for is not in order, so that nobody is asked and nothing is sent to it."""

    code, status = "bad_authorization", 400


class TournamentNotOpen(Problem):
    """The tournament has started, so nobody can enter it and it cannot be started."""

    code, status = "tournament_not_open", 409


class TournamentOver(Problem):
    """The tournament has ended."""

    code, status = "tournament_over", 409


class TournamentFull(Problem):
    """The tournament has as many entries as it may have."""

    code, status = "tournament_full", 409


class EntrantsHaveAgreed(Problem):
    """Others have entered the tournament as it is, so what they agreed to cannot be changed."""

    code, status = "entrants_have_agreed", 409


class OrganiserIsHere(Problem):
    """An organiser has acted lately, so entrants cannot vote on cancelling the tournament."""

    code, status = "organiser_is_here", 409


class NotToBeTaken(Problem):
    """The entry cannot be taken over: its player has not withdrawn, or the tournament permits no substitutes now."""

    code, status = "not_to_be_taken", 409


class TeamFull(Problem):
    """Every board of the team has a player, or is reserved for one."""

    code, status = "team_full", 409


class CheckInClosed(Problem):
    """The tournament has no check-in, or it is not open yet."""

    code, status = "check_in_closed", 409


class AlreadyVoted(Problem):
    """The entrant has voted for cancelling the tournament already."""

    code, status = "already_voted", 409


class TooManyOrganisers(Problem):
    """The tournament has as many co-organisers as it may have."""

    code, status = "too_many_organisers", 409


class AlreadyEntered(Problem):
    """The player already takes part in the tournament."""

    code, status = "already_entered", 409


class TooFewEntries(Problem):
    """The tournament has too few entries to start."""

    code, status = "too_few_entries", 409


class TooManyTournaments(Problem):
    """The player already organises as many unfinished tournaments as one player may."""

    code, status = "too_many_tournaments", 409


class TooManyLeagues(Problem):
    """The player already organises as many leagues as one player may."""

    code, status = "too_many_leagues", 409


class LeagueOver(Problem):
    """The league has ended."""

    code, status = "league_over", 409


class LeagueFull(Problem):
    """The league has as many members as it may."""

    code, status = "league_full", 409


class SeasonRunning(Problem):
    """A season of the league is being played, so that what it depends on cannot be changed."""

    code, status = "season_running", 409


class TooManyClubs(Problem):
    """The player owns as many clubs as they may."""

    code, status = "too_many_clubs", 409


class ClubFull(Problem):
    """The club has as many members as it may."""

    code, status = "club_full", 409


class AlreadyMember(Problem):
    """The player is a member of the club."""

    code, status = "already_member", 409


class OwnerStays(Problem):
    """The owner of a club has to hand it on first."""

    code, status = "owner_stays", 409


class MatchSealing(Problem):
    """The seats are still committing to their seeds or revealing them."""

    code, status = "match_sealing", 409


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


class PreconditionFailed(Problem):
    """`If-Match` was sent and does not hold."""

    code, status = "precondition_failed", 412


class PayloadTooLarge(Problem):
    """The body is longer than the resource accepts."""

    code, status = "payload_too_large", 413


class UnsupportedMediaType(Problem):
    """The body is not application/json in UTF-8, or it is compressed."""

    code, status = "unsupported_media_type", 415


class IdempotencyKeyReused(Problem):
    """An earlier request used the key with another body."""

    code, status = "idempotency_key_reused", 422


class IllegalMove(Problem):
    """The rules refuse the move; the faults name the slots and the reasons. extra: `seq`, the present head."""

    code, status = "illegal_move", 422


class RateLimited(Problem):
    """Too many requests of this kind."""

    code, status = "rate_limited", 429
    retry_after = 1


class Internal(Problem):
    """A defect of the server."""

    code, status = "internal", 500


class LogDamaged(Problem):
    """A row of the match's log is missing or was changed; the match stands still until the operator has mended it."""

    code, status = "log_damaged", 500


class Busy(Problem):
    """The database did not respond in time; safe to retry with the same Idempotency-Key."""

    code, status = "busy", 503
    retry_after = 1


PROBLEMS: Mapping[str, type[Problem]] = {kind.code: kind for kind in Problem.__subclasses__()}
