"""The tables of `events.log`."""

from events.log.models.archive import Archive
from events.log.models.events import KEPT, ActionEvent, IdempotencyRecord, SealedAnswer, Withdrawable
from events.log.models.match import ENDED, LIVE, LIVE_BANK, LIVE_SECONDS, FormerHolder, Horizon, Match, Seat, Secret
from events.log.models.pending import PendingAction
from events.log.models.proofs import AuditMark, Cosignature, GlobalLeaf
from events.log.models.snapshots import Snapshot

__all__ = [
    "ENDED",
    "KEPT",
    "LIVE",
    "LIVE_BANK",
    "LIVE_SECONDS",
    "ActionEvent",
    "Archive",
    "AuditMark",
    "Cosignature",
    "FormerHolder",
    "GlobalLeaf",
    "Horizon",
    "IdempotencyRecord",
    "Match",
    "PendingAction",
    "SealedAnswer",
    "Seat",
    "Secret",
    "Snapshot",
    "Withdrawable",
]
