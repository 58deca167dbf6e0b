"""The problems of tournaments."""

from events.base.exceptions import Problem


class TournamentNotOpen(Problem):
    """The tournament has started, so registration is closed and it cannot be started again."""

    code, status = "tournament_not_open", 409


class TournamentOver(Problem):
    """The tournament has ended."""

    code, status = "tournament_over", 409


class TournamentFull(Problem):
    """The tournament has reached its maximum number of entries."""

    code, status = "tournament_full", 409


class EntrantsHaveAgreed(Problem):
    """Others have entered the tournament, so the settings that they agreed to cannot be changed."""

    code, status = "entrants_have_agreed", 409


class OrganiserIsHere(Problem):
    """An organiser has acted within the last week, so entrants cannot vote to cancel the tournament."""

    code, status = "organiser_is_here", 409


class NotToBeTaken(Problem):
    """The entry cannot be taken over: its player has not withdrawn, or substitutes are not allowed at this stage."""

    code, status = "not_to_be_taken", 409


class TeamFull(Problem):
    """Every board of the team has a player, or is reserved for one."""

    code, status = "team_full", 409


class CheckInClosed(Problem):
    """The tournament has no check-in, or its check-in is not open yet."""

    code, status = "check_in_closed", 409


class AlreadyVoted(Problem):
    """The entrant has already voted to cancel the tournament."""

    code, status = "already_voted", 409


class TooManyOrganisers(Problem):
    """The tournament has reached its maximum number of co-organisers."""

    code, status = "too_many_organisers", 409


class AlreadyEntered(Problem):
    """The player already takes part in the tournament."""

    code, status = "already_entered", 409


class TooFewEntries(Problem):
    """The tournament has too few entries to start."""

    code, status = "too_few_entries", 409


class TooManyTournaments(Problem):
    """The player has reached the maximum number of unfinished tournaments for one organiser."""

    code, status = "too_many_tournaments", 409
