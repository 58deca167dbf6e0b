"""The types of responses with everything that the server stores about a player."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from events.accounts.serializers.profiles import Profile
from events.accounts.serializers.relations import RelationOut
from events.base.response_types import AT, ID, Field, GameKey, Id, Moment, SeatNumber
from events.clubs.serializers import ClubMembershipOut
from events.match_history.serializers import LastResultOut
from events.matches.serializers.presence import NoteOut
from events.moderation.serializers import SanctionOut
from events.proofs.serializers import BundleOut
from events.ratings.serializers import RatingChangeOut
from events.users.serializers import BotOut


class PlayerExportOut(TypedDict):
    """Everything that the server stores about the caller. Moves are in `GET /matches/{id}/export` of each match."""

    profile: Annotated[Profile, Field("The profile.")]
    analyses: Annotated[list[str], Field("The matches that the coach has analysed for the player.", example=[ID])]
    bots: Annotated[list[BotOut], Field("The bots that the player owns.")]
    former_emails: Annotated[
        list[str],
        Field(
            "The addresses that the player gave up within the last week; they can still take the account back.",
            example=["ada@example.org"],
        ),
    ]
    tokens: Annotated[
        list[dict[str, Any]],
        Field(
            "The tokens, without their texts, which are not stored.",
            example=[{"id": ID, "created_at": AT, "expires_at": AT, "scopes": ["read", "play"]}],
        ),
    ]
    passkeys: Annotated[
        list[dict[str, Any]],
        Field("The passkeys, without their keys.", example=[{"id": ID, "name": "Phone", "created_at": AT}]),
    ]
    seats: Annotated[
        list[dict[str, Any]],
        Field(
            "The seats that the player holds or held, each with the result of its match.",
            example=[
                {
                    "match": ID,
                    "game": "monopoly_deal",
                    "seat": 0,
                    "status": "finished",
                    "resigned": False,
                    "standings": [[0], [1]],
                }
            ],
        ),
    ]
    ratings: Annotated[list[RatingChangeOut], Field("The changes of the player's ratings by rated matches.")]
    clubs: Annotated[
        list[ClubMembershipOut], Field("The clubs of which the player is a member or has asked to become one.")
    ]
    results: Annotated[list[LastResultOut], Field("The results of the player in public matches.")]
    notes: Annotated[list[NoteOut], Field("The private notes of the player at matches.")]
    relations: Annotated[list[RelationOut], Field("The players whom the player follows, mutes or blocks.")]
    sanctions: Annotated[list[SanctionOut], Field("The sanctions against the player.")]
    invitations: Annotated[
        list[dict[str, Any]], Field("The seats reserved for the player.", example=[{"match": ID, "seat": 1}])
    ]
    replay_links: Annotated[
        list[dict[str, Any]],
        Field("The replays that the player shares.", example=[{"match": ID, "seat": None, "created_at": AT}]),
    ]
    created: Annotated[list[str], Field("The ids of the matches that the player created.", example=[ID])]
    entries: Annotated[
        list[dict[str, Any]],
        Field("The tournaments that the player entered.", example=[{"tournament": ID, "entry": 3, "withdrawn": False}]),
    ]
    organised: Annotated[list[str], Field("The ids of the tournaments that the player organises.", example=[ID])]
    leagues: Annotated[
        list[dict[str, Any]],
        Field("The leagues of which the player is a member.", example=[{"league": ID, "since": AT}]),
    ]
    organised_leagues: Annotated[list[str], Field("The leagues that the player organises.", example=[ID])]
    co_organised_leagues: Annotated[
        list[str], Field("The ids of the leagues that the player organises as a co-organiser.", example=[ID])
    ]
    former_entries: Annotated[
        list[dict[str, Any]],
        Field(
            "The entries that a substitute has taken over from the player.",
            example=[{"tournament": ID, "entry": 3, "until_round": 2}],
        ),
    ]
    team_boards: Annotated[
        list[dict[str, Any]],
        Field(
            "The boards of teams that the player has or is invited to take.",
            example=[{"tournament": ID, "entry": 3, "board": 2, "joined": True}],
        ),
    ]
    co_organised: Annotated[
        list[str], Field("The ids of the tournaments that the player organises as a co-organiser.", example=[ID])
    ]
    tournament_messages: Annotated[
        list[dict[str, Any]],
        Field(
            "The player's messages to all entrants of tournaments.",
            example=[{"tournament": ID, "number": 1, "text": "Welcome!", "at": AT}],
        ),
    ]
    messages: Annotated[
        list[dict[str, Any]],
        Field(
            "The player's messages at tables; the text is null if it was withdrawn.",
            example=[{"match": ID, "seq": 12, "at": AT, "text": "Good game!"}],
        ),
    ]
    webhooks: Annotated[
        list[dict[str, Any]],
        Field("The webhooks, without their secrets.", example=[{"id": ID, "url": "https://example.org/comptoir"}]),
    ]
    waiting_for: Annotated[
        list[Id], Field("The ids of the matches for which the player is on the waiting list.", example=[ID])
    ]
    push_subscriptions: Annotated[
        list[dict[str, Any]],
        Field(
            "The devices that show notifications, without their secrets.",
            example=[{"id": ID, "label": "Firefox, Android"}],
        ),
    ]
    notices: Annotated[
        list[dict[str, Any]],
        Field(
            "The notifications of `/me/stream` that are still stored.",
            example=[{"id": 7, "kind": "your_turn", "at": AT, "match": ID, "game": "monopoly_deal", "seat": 0}],
        ),
    ]


class OwnMatchOut(TypedDict):
    """A match in which the caller holds a seat, with its bundle for the offline verifier."""

    match: Id
    game: GameKey
    status: Annotated[str, Field("The stage of the match, as in lists.", example="finished")]
    seat: SeatNumber
    ended_at: Annotated[Moment | None, Field("When the match ended; null if it has not ended.")]
    standings: Annotated[
        list[list[int]] | None,
        Field("The places, each a list of the seats that share it; null without a result.", example=[[0], [1]]),
    ]
    bundle: Annotated[
        BundleOut | None, Field("The export as the caller may see it; null if the log of the match is damaged.")
    ]
