"""The problems of replays."""

from events.base.exceptions import Problem


class NoAnalysis(Problem):
    """The match follows rules that the coach does not know."""

    code, status = "no_analysis", 409
