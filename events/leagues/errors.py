"""The problems of leagues."""

from events.base.exceptions import Problem


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
