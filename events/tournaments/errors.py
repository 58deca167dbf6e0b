"""The problems of tournaments."""

from events.base.exceptions import Problem


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
