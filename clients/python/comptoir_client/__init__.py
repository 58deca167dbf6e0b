"""A client of Comptoir, a server for card games of trading and bluff."""

from comptoir_client.asynchronous import AsyncClient
from comptoir_client.blocking import Client
from comptoir_client.fold import Start, fold
from comptoir_client.moves import Completion, Draft, LegalMoves, Move
from comptoir_client.news import Decision, News
from comptoir_client.oauth import DeviceCode, Tokens
from comptoir_client.problems import NoLongerAllowed, Problem, SignInRefused, Unreachable
from comptoir_client.signin import end_sign_in, refresh_sign_in, sign_in_with_browser, sign_in_with_device_code
from comptoir_client.streams import Streamed

__all__ = [
    "AsyncClient",
    "Client",
    "Completion",
    "Decision",
    "DeviceCode",
    "Draft",
    "LegalMoves",
    "Move",
    "News",
    "NoLongerAllowed",
    "Problem",
    "SignInRefused",
    "Start",
    "Streamed",
    "Tokens",
    "Unreachable",
    "end_sign_in",
    "fold",
    "refresh_sign_in",
    "sign_in_with_browser",
    "sign_in_with_device_code",
]
