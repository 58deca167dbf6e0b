"""The problems of leagues."""

from events.base.exceptions import Problem


class TooManyLeagues(Problem):
    """The player has reached the maximum number of leagues for one organiser."""

    code, status = "too_many_leagues", 409


class LeagueOver(Problem):
    """The league has ended."""

    code, status = "league_over", 409


class LeagueFull(Problem):
    """The league has reached its maximum number of members."""

    code, status = "league_full", 409


class SeasonRunning(Problem):
    """A season of the league is running, so the settings that it depends on cannot be changed."""

    code, status = "season_running", 409
