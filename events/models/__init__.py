"""The tables: players, matches and seats, the log, sealed answers, proofs, and pending work."""

from events.models.log import ActionEvent, Command, SealedAnswer, Withdrawable
from events.models.match import Match, Seat, Secret
from events.models.pending import Counter, Pending
from events.models.player import Player, Token
from events.models.proofs import AuditMark, GlobalLeaf
from events.models.streams import Notice, NoticeHead, StreamTicket

__all__ = [
    "ActionEvent",
    "AuditMark",
    "Command",
    "Counter",
    "GlobalLeaf",
    "Match",
    "Notice",
    "NoticeHead",
    "Pending",
    "Player",
    "SealedAnswer",
    "Seat",
    "Secret",
    "StreamTicket",
    "Token",
    "Withdrawable",
]
