"""The tables: players, matches and seats, the log, sealed answers, proofs, and pending work."""

from events.models.alarms import Alarm
from events.models.analyses import Analysis
from events.models.archive import Archive
from events.models.bots import BotAccount
from events.models.clubs import Club, ClubDefaults, ClubInvitation, ClubMember, ClubRating
from events.models.correspondence import MailAnswer, MailQuestion
from events.models.deliveries import Delivery, Letter, Note, Presence, PushSubscription, Seen, Webhook
from events.models.invitations import Invitation, WaitingPlayer
from events.models.log import ActionEvent, Command, SealedAnswer, Withdrawable
from events.models.match import FormerHolder, Horizon, Match, Rematch, Seat, Secret
from events.models.moderation import Avoidance, Report, Sanction
from events.models.orders import OrderedAnswer, StandingOrder
from events.models.passkeys import Passkey, PasskeyChallenge
from events.models.pending import Counter, Pending
from events.models.player import Following, Player, Token
from events.models.processes import Process
from events.models.proofs import AuditMark, Cosignature, GlobalLeaf
from events.models.ratings import Participation, Rating, RatingChange
from events.models.replays import ReplayLink
from events.models.states import StoredState
from events.models.streams import Notice, NoticeHead, Outbox, Relayed, StreamTicket
from events.models.tournaments import (
    Division,
    Entry,
    EntryMember,
    FormerEntrant,
    League,
    LeagueMember,
    Season,
    Tournament,
    TournamentEvent,
    TournamentMatch,
    TournamentWord,
)

__all__ = [
    "ActionEvent",
    "Alarm",
    "Analysis",
    "Archive",
    "AuditMark",
    "Avoidance",
    "BotAccount",
    "Club",
    "ClubDefaults",
    "ClubInvitation",
    "ClubMember",
    "ClubRating",
    "Command",
    "Cosignature",
    "Counter",
    "Delivery",
    "Division",
    "Entry",
    "EntryMember",
    "Following",
    "FormerEntrant",
    "FormerHolder",
    "GlobalLeaf",
    "Horizon",
    "Invitation",
    "League",
    "LeagueMember",
    "Letter",
    "MailAnswer",
    "MailQuestion",
    "Match",
    "Note",
    "Notice",
    "NoticeHead",
    "OrderedAnswer",
    "Outbox",
    "Participation",
    "Passkey",
    "PasskeyChallenge",
    "Pending",
    "Player",
    "Presence",
    "Process",
    "PushSubscription",
    "Rating",
    "RatingChange",
    "Relayed",
    "Rematch",
    "ReplayLink",
    "Report",
    "Sanction",
    "SealedAnswer",
    "Season",
    "Seat",
    "Secret",
    "Seen",
    "StandingOrder",
    "StoredState",
    "StreamTicket",
    "Token",
    "Tournament",
    "TournamentEvent",
    "TournamentMatch",
    "TournamentWord",
    "WaitingPlayer",
    "Webhook",
    "Withdrawable",
]
