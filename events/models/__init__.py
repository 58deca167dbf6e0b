"""The tables: players, matches and seats, the log, sealed answers, proofs, and pending work."""

from events.models.log import ActionEvent, Command, SealedAnswer, Withdrawable
from events.models.match import Match, Seat, Secret
from events.models.pending import Counter, Pending
from events.models.player import Player, Token
from events.models.proofs import AuditMark, GlobalLeaf

__all__ = [
    "ActionEvent",
    "AuditMark",
    "Command",
    "Counter",
    "GlobalLeaf",
    "Match",
    "Pending",
    "Player",
    "SealedAnswer",
    "Seat",
    "Secret",
    "Token",
    "Withdrawable",
]
