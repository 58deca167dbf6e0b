"""The shapes of responses that the API's views compose; those of selectors are in `events.selectors.responses`."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from events.selectors.responses.common import GameKey
from events.selectors.responses.games import GameOut
from events.selectors.responses.matches import DecisionOut, InvitationLine, MatchLine, MessageOut, SeatOut
from events.selectors.responses.moderation import AvoidanceOut, BotOut, ReportOut
from events.selectors.responses.presence import PresentOut, WaitingOut
from events.selectors.responses.pushes import PushSubscriptionOut
from events.selectors.responses.ratings import LeaderOut, RatedGameOut, RatingChangeOut
from events.selectors.responses.signed import GlobalHeadOut, GlobalLeafOut, KeyOut, ReceiptOut
from events.selectors.responses.tables import EventOut, MoveOut, ViewOut
from events.selectors.responses.tournaments import DealOut, RoundOut, TournamentLine
from events.selectors.responses.webhooks import DeliveryOut, WebhookOut
from events.shapes import Field, Id, Moment, NextPage, Params, PromptId, SeatNumber, Seq, Slots, Words

TokenText = Annotated[str, Field("The token, for `Authorization: Bearer`; shown only here.", example="c0ffee" * 8)]

Scopes = Annotated[
    list[Literal["read", "play", "bot"]],
    Field("What the token permits: to read, to read and change anything, or to read and play in the seats of a bot.",
          example=["read", "play"]),
]  # fmt: skip


class PlayerOut(TypedDict):
    """A new player, signed in."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    token: TokenText


class TokenOut(TypedDict):
    """A new token."""

    token: TokenText
    expires_at: Moment
    scopes: Scopes


class TicketOut(TypedDict):
    """A ticket that opens one stream."""

    ticket: Annotated[str, Field("The ticket, for `?ticket=`; valid once.", example="c0ffee" * 7)]
    expires_at: Moment


class NewInvitationOut(InvitationLine):
    """A new link that invites to a match."""

    token: Annotated[str, Field("The token of the link; shown only here.", example="c0ffee" * 7)]
    url: Annotated[
        str,
        Field("The link: `GET` shows the match, `POST` takes a seat.",
              example="https://example.org/api/v1/invitations/c0ffee"),
    ]  # fmt: skip


class InvitationList(TypedDict):
    """The links to a match that still work."""

    items: Annotated[list[InvitationLine], Field("The links, the newest first.")]
    next: NextPage


class InvitedSeatOut(TypedDict):
    """The seat that a link led to."""

    match: Id
    seat: Annotated[SeatOut, Field("The seat.")]


class RatedGameList(TypedDict):
    """The games with ratings."""

    items: Annotated[list[RatedGameOut], Field("The games, by key.")]
    next: NextPage


class Leaderboard(TypedDict):
    """A page of the leaderboard of a game."""

    items: Annotated[list[LeaderOut], Field("The players, the best first.")]
    next: NextPage


class RatingHistory(TypedDict):
    """A page of the history of a rating."""

    items: Annotated[list[RatingChangeOut], Field("What each match changed, the newest first.")]
    next: NextPage


class NewWebhookOut(WebhookOut):
    """A new webhook with its secret."""

    secret: Annotated[
        str,
        Field("The secret with which requests are signed, as Standard Webhooks writes it; shown only here.",
              example="whsec_" + "MfKQ9r8GKYqrTwjU" * 2),
    ]  # fmt: skip


class WebhookList(TypedDict):
    """The webhooks of the caller."""

    items: Annotated[list[WebhookOut], Field("The webhooks, the oldest first.")]
    next: NextPage


class PushSubscriptionList(TypedDict):
    """The devices of the caller."""

    items: Annotated[list[PushSubscriptionOut], Field("The devices, the oldest first.")]
    next: NextPage
    public_key: Annotated[
        str | None,
        Field("The server's key in base64url, for `applicationServerKey`; null: the server does without Web Push.",
              example="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    ]  # fmt: skip


class DeliveryList(TypedDict):
    """A page of what was posted to a webhook."""

    items: Annotated[list[DeliveryOut], Field("The deliveries, the newest first; they are stored for 7 days.")]
    next: NextPage


class PresenceList(TypedDict):
    """Who looks at a match."""

    items: Annotated[list[PresentOut], Field("The players, by seat, then by name.")]
    next: NextPage


class WaitingList(TypedDict):
    """Who waits for a seat of a match."""

    items: Annotated[list[WaitingOut], Field("The players, in the order in which they are offered a seat.")]
    next: NextPage


class ReportList(TypedDict):
    """The reports of the caller."""

    items: Annotated[list[ReportOut], Field("The reports, the newest first.")]
    next: NextPage


class AvoidanceList(TypedDict):
    """The players whom the caller avoids."""

    items: Annotated[list[AvoidanceOut], Field("The players, by name.")]
    next: NextPage


class TokenLine(TypedDict):
    """A token of the caller, without its text."""

    id: Id
    created_at: Moment
    expires_at: Moment
    scopes: Scopes
    label: Annotated[str, Field("What you called it when you signed in; empty: nothing.", example="Laptop")]
    current: Annotated[bool, Field("Whether this request uses the token.", example=True)]


class TokenList(TypedDict):
    """The tokens of the caller."""

    items: Annotated[list[TokenLine], Field("The tokens, the newest first.")]
    next: NextPage


class GameList(TypedDict):
    """All games."""

    items: Annotated[list[GameOut], Field("The games by key; `?fields=` leaves members out.")]
    next: NextPage


class DecisionList(TypedDict):
    """What the caller is asked in all matches."""

    items: Annotated[list[DecisionOut], Field("The prompts that wait for the caller, the soonest deadline first.")]
    next: NextPage


class MatchList(TypedDict):
    """A page of matches."""

    items: Annotated[list[MatchLine], Field("The matches, the newest first.")]
    next: NextPage


class TournamentList(TypedDict):
    """A page of tournaments."""

    items: Annotated[list[TournamentLine], Field("The tournaments, the newest first.")]
    next: NextPage


class RoundList(TypedDict):
    """The rounds of a tournament."""

    items: Annotated[list[RoundOut], Field("The rounds in order.")]
    next: NextPage


class DealList(TypedDict):
    """The shared deals of a tournament."""

    items: Annotated[list[DealOut], Field("The deals in order.")]
    next: NextPage


class TemplateOut(TypedDict):
    """A verb with the arguments that it may take: all moves that fill the slots are legal."""

    verb: Annotated[str, Field("What the seat does.", example="pay")]
    label: Annotated[str, Field("The label of the verb in the language of the caller.", example="Pay")]
    slots: Slots
    available_at: NotRequired[Annotated[Moment, Field("When the verb can be played; only where it has to wait.")]]


class LegalMovesOut(TypedDict):
    """The legal moves of the caller's seat."""

    match: Id
    seq: Seq
    seat: Annotated[int | None, Field("The seat of the caller.", example=0)]
    prompt: Annotated[int | None, Field("The prompt that the moves answer; null if none is open.", example=7)]
    prompts: Annotated[list[int], Field("All prompts that the seat may answer now.", example=[7])]
    templates: Annotated[list[TemplateOut], Field("All legal moves, as templates.")]
    words: Words
    count: Annotated[int | str, Field("The number of moves that can be played now; a string above 2^53.", example=12)]
    moves: Annotated[list[MoveOut], Field("The first moves that can be played now, in a stable order.")]
    complete: Annotated[bool, Field("Whether `moves` lists all moves that can be played now.", example=True)]


class BotList(TypedDict):
    """A page of bots."""

    items: Annotated[list[BotOut], Field("The bots, the newest first.")]
    next: NextPage


class NewBotOut(BotOut):
    """A new bot, with a token for its program."""

    token: TokenText


class LeaseOut(TypedDict):
    """A decision that a bot's program has leased, with all that it needs to choose."""

    match: Id
    game: GameKey
    seat: SeatNumber
    prompt: PromptId
    required: Annotated[
        bool, Field("Whether the match waits for the seat; otherwise it may as well say nothing.", example=True)
    ]
    lease: Annotated[Id, Field("The lease, for the move that answers, or for `passed`.")]
    lease_until: Annotated[Moment, Field("When the lease ends, and the decision is handed out again.")]
    view: Annotated[ViewOut, Field("The table as the seat sees it.")]
    legal_moves: Annotated[LegalMovesOut, Field("What the seat can do; lists at most 100 moves.")]


class LeaseList(TypedDict):
    """The decisions that a program has leased."""

    items: Annotated[list[LeaseOut], Field("The decisions, the longest ready first; empty if none is.")]
    next: NextPage


class FaultOut(TypedDict):
    """Something wrong in a move."""

    pointer: Annotated[str, Field("A JSON pointer into the request body.", example="/args/cards")]
    code: Annotated[str, Field("A stable name of the fault.", example="not_an_option")]
    detail: Annotated[str, Field("The fault in words.", example="A 9 is no better than a 7.")]
    params: Params
    reason: Annotated[str | None, Field("The rule that forbids it; null for a fault of form.", example="no_better")]


class TriedOut(TypedDict):
    """Whether a move is legal as it is, and what remains to choose."""

    legal: Annotated[bool, Field("Whether the move can be played without further arguments.", example=False)]
    templates: Annotated[
        list[TemplateOut],
        Field("What remains to choose. Of an argument that is a part of what it may be (some of the cards of a list, "
              "of `counts`, of a `pick` or of a payment), the slot has what may be added to it."),
    ]  # fmt: skip
    words: Words
    errors: Annotated[list[FaultOut], Field("Why no legal move has these arguments.")]
    outcome: Annotated[
        list[str],
        Field("What certainly follows if the move is legal, in the language of the caller. It is computed from the "
              "view of the caller alone; empty for a move that is not complete.", example=["Ada owes you 5M."]),
    ]  # fmt: skip


class EventList(TypedDict):
    """A page of the log."""

    items: Annotated[list[EventOut], Field("The events in order.")]
    next: NextPage


class PlayedOut(TypedDict):
    """The result of a move or a resignation; `seq` alone is always present."""

    seq: Annotated[int | None, Field("The number of the new event; null for a sealed answer.", example=12)]
    event: NotRequired[Annotated[EventOut, Field("The new event, as the caller sees it.")]]
    to_act: NotRequired[Annotated[list[int], Field("The seats that the match now waits for.", example=[1])]]
    receipt: NotRequired[Annotated[ReceiptOut, Field("The signed head of the log, with the new event.")]]
    accepted: NotRequired[Annotated[bool, Field("True for a sealed answer.", example=True)]]


class MessageList(TypedDict):
    """A page of the messages at a table."""

    items: Annotated[list[MessageOut], Field("The messages in order.")]
    next: NextPage


class GlobalLogOut(TypedDict):
    """A page of the operator's global log."""

    items: Annotated[list[GlobalLeafOut], Field("The leaves in order.")]
    next: NextPage
    head: Annotated[GlobalHeadOut | None, Field("The newest signed head; null before the first leaf.")]
    keys: Annotated[list[KeyOut], Field("Every key that signs or signed.")]
