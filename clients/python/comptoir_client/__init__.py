"""A client of Comptoir, a server for card games of trading and bluff."""

from comptoir_client.asynchronous import AsyncClient
from comptoir_client.blocking import Client
from comptoir_client.fold import Start, fold
from comptoir_client.moves import Completion, Draft, LegalMoves, Move
from comptoir_client.news import Decision, News
from comptoir_client.problems import NoLongerAllowed, Problem, Unreachable
from comptoir_client.streams import Streamed

__all__ = [
    "AsyncClient", "Client", "Completion", "Decision", "Draft", "LegalMoves", "Move", "News", "NoLongerAllowed",
    "Problem", "Start", "Streamed", "Unreachable", "fold",
]  # fmt: skip
