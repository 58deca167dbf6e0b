"""The problems of replays."""

from events.base.exceptions import Problem


class NoAnalysis(Problem):
    """The match follows rules that the coach does not support."""

    code, status = "no_analysis", 409
