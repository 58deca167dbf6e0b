"""Opening, starting and aborting matches."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction

from events.base.canonical_json import canonical_json
from events.base.exceptions import FieldError, Forbidden, Malformed
from events.base.fairness import genesis, server_commit
from events.base.models import new_id
from events.base.policies import DEFAULT_POLICY, policies_of
from events.base.publishing import publish
from events.base.signing import signer
from events.base.suggestions import unknown
from events.http.problems import Refusals
from events.log import log, match_seeds
from events.log.delays import match_known_to
from events.log.errors import MatchNotRunning, MatchOver, NotSeated
from events.log.locking import lock_match, require_status
from events.log.match_seeds import drawn_for
from events.log.memberships import visibility_in
from events.log.models import ENDED, Match, Seat
from events.matches.errors import TooManyMatches
from events.matches.lobby.club_tables import require_members
from events.matches.lobby.rematch_of import rematch_set
from events.matches.lobby.seeds import begin, seed_contribution
from events.matches.models import Fork
from events.matches.record.agreements import ABORT
from events.matches.record.consents import consent_give, consent_withdraw
from events.matches.record.pending import attending
from events.matches.record.recording import announce, void, write
from events.notifications.services import invitations_notify
from events.users.bots import seatable_bot
from events.users.models import Player
from events.users.named import invitees
from events.users.play_windows import hours_of
from games import registry
from games.kernel.audit import POSITION
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.record import HiddenPart, Record


class SeatRequest(NamedTuple):
    """The requested occupant of a seat. kind: `me`, `open`, `bot` or `player`.

    A bot has a policy, or the name of its account in `player`. A player has a name.
    """

    kind: str
    policy: str = DEFAULT_POLICY
    name: str = ""
    player: str = ""


class MatchRequest(NamedTuple):
    """The choices of a match's creator, as in `POST /matches`; fields that are columns of `Match` are stored.

    Only matches of a tournament use the last four fields. server_seed: the server's seed of the shared deal.
    """

    game: str
    options: Mapping[str, Any]
    seats: Sequence[SeatRequest]
    visibility: str = "public"
    start: str = "when_full"
    clock: Mapping[str, Any] = {}
    fairness: str = "nonces"
    nonce: bytes | None = None
    reveal: str = "all"
    rated: bool = False
    substitutes: bool = False
    spectator_delay: int = 0
    seed: bytes | None = None
    title: str = ""
    club: UUID | None = None
    tournament: UUID | None = None
    deal: Mapping[str, str] | None = None
    is_blinded: bool = False
    server_seed: bytes | None = None


class ForkStart(NamedTuple):
    """The start of a fork: the table after the event `seq` of a match. position: the table, as the log stores it.

    left: the seats that had resigned by that event.
    """

    match: Match
    seq: int
    mode: str
    position: Mapping[str, Any]
    left: Sequence[int]


COLUMNS = frozenset(field.name for field in Match._meta.concrete_fields)


def match_create(*, player: Player, request: MatchRequest, rematch_of: Match | None = None) -> Match:
    """Opens a match, seats its creator and its bots, and starts it if it is full. rematch_of: the finished match before
    it.

    Raises Malformed with the pointers of all errors, or TooManyMatches if the player has too many unfinished matches.
    """
    game, refusals = _game(request), Refusals()
    with refusals:
        _require_size(game, request)
    with refusals:
        options = game.options.from_json(request.options, len(request.seats))
    with refusals:
        _require_policies(game, request)
    with refusals:
        _require_ratable(request)
    refusals.raise_all()
    return match_open(player, game, options, request, rematch_of=rematch_of)


def match_open(
    player: Player,
    game: Game,
    options: Options,
    request: MatchRequest,
    *,
    rematch_of: Match | None = None,
    fork: ForkStart | None = None,
) -> Match:
    """Opens a match. The caller has validated the rules and the options."""
    _require_policies(game, request)
    _require_ratable(request)
    if request.club is not None:
        visibility_in(request.club, player, request.visibility)
    invited, bot_accounts = _invited(player, request), _bot_accounts(request, player)
    with transaction.atomic():
        _require_room(player)
        match = _created(player, game, options, request, fork)
        require_members(match, invited)
        for number, seat in enumerate(request.seats):
            Seat.objects.create(match=match, number=number, invited=invited.get(number))
            if seat.kind == "me":
                take(match, number, player=player, nonce=request.nonce)
            elif seat.kind == "bot":
                take(
                    match, number, player=bot_accounts.get(number), policy="" if number in bot_accounts else seat.policy
                )
        if rematch_of is not None:
            rematch_set(rematch_of, match)
        if fork is not None:
            Fork.objects.create(match=match, origin=fork.match.pk, seq=fork.seq, mode=fork.mode)
            Seat.objects.filter(match=match, number__in=fork.left).update(resigned=True)
        publish(match.pk)
        invitations_notify(match)
        start_if_full(match)
        announce(match)
    return match


def _require_room(player: Player) -> None:
    """Raises TooManyMatches. Locks the player's row, so that two simultaneous requests cannot both pass the check."""
    limit = settings.COMPTOIR_MATCHES_PER_PLAYER
    if not limit or player.is_staff:
        return
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if Match.objects.filter(creator=player).exclude(status__in=ENDED).count() >= limit:
        raise TooManyMatches(params={"limit": limit})


def _game(request: MatchRequest) -> Game:
    try:
        game = registry.get(request.game)
    except KeyError:
        raise Malformed(unknown("/game", request.game, registry.GAMES)) from None
    return game


def _require_size(game: Game, request: MatchRequest) -> None:
    if len(request.seats) not in game.seats:
        params = {"low": game.seats.start, "high": game.seats.stop - 1}
        raise Malformed(FieldError("/seats", "wrong_size", params=params))


def _require_ratable(request: MatchRequest) -> None:
    if request.rated and not may_be_rated(request):
        raise Malformed(FieldError("/rated", "cannot_be_rated"))


def _require_policies(game: Game, request: MatchRequest) -> None:
    """Raises Malformed unless all policies exist for this game and the creator has at most one seat."""
    policies = policies_of(game.key)
    others = [(number, seat.policy) for number, seat in enumerate(request.seats) if seat.policy not in policies]
    if others:
        raise Malformed(*(unknown(f"/seats/{number}/policy", policy, policies) for number, policy in others))
    if sum(seat.kind == "me" for seat in request.seats) > 1:
        raise Malformed(FieldError("/seats", "twice_the_same"))


def _invited(player: Player, request: MatchRequest) -> dict[int, Player]:
    """Returns the players with a reserved seat, by seat. A player who blocks the creator is treated as unknown."""
    names = {number: seat.name for number, seat in enumerate(request.seats) if seat.kind == "player"}
    invited = invitees(player, {f"/seats/{number}/name": name for number, name in names.items()})
    return dict(zip(names, invited.values(), strict=True))


def _bot_accounts(request: MatchRequest, player: Player) -> dict[int, Player]:
    """Returns the bot accounts in the request, by seat."""
    bot_accounts: dict[int, Player] = {}
    for number, seat in enumerate(request.seats):
        if seat.kind == "bot" and seat.player:
            bot = seatable_bot(seat.player, request.game, player)
            if bot is None:
                raise Malformed(FieldError(f"/seats/{number}/player", "not_an_option"))
            if bot in bot_accounts.values():
                raise Malformed(FieldError(f"/seats/{number}/player", "twice_the_same"))
            bot_accounts[number] = bot
    return bot_accounts


def match_seat(*, request: MatchRequest, holders: Sequence[Player | None]) -> Match:
    """Opens and starts a match of a tournament. It has no creator. holders: the player of each seat; None: a bot."""
    game = _game(request)
    _require_size(game, request)
    match = _created(None, game, game.options.from_json(request.options, len(request.seats)), request)
    for number, (seat, holder) in enumerate(zip(request.seats, holders, strict=True)):
        Seat.objects.create(match=match, number=number)
        take(match, number, player=holder, policy="" if holder else seat.policy)
    start_if_full(match)
    announce(match)
    return match


def _created(
    player: Player | None,
    game: Game,
    options: Options,
    request: MatchRequest,
    fork: ForkStart | None = None,
) -> Match:
    """Creates the match and its first event, in which the server commits to its seed before any seat is taken.

    The first event of a fork also commits to the position. The position is revealed with the other hidden parts after
    the match has ended.
    """
    match = match_new(player, game, options, request)
    match.save(force_insert=True)
    match_seeds.make(match, match_seeds.SALT_KEY)
    server_seed = None
    if request.seed is not None:
        match_seeds.make(match, match_seeds.FIXED_SEED, request.seed)
    else:
        server_seed = match_seeds.make(match, match_seeds.SERVER_SEED, request.server_seed)
    write(match, "match.created", **created_members(match, game, options, server_seed), **_fork_members(fork))
    return match


def match_new(player: Player | None, game: Game, options: Options, request: MatchRequest) -> Match:
    """Returns a match that is not stored yet."""
    columns = {name: getattr(request, name) for name in MatchRequest._fields if name in COLUMNS}
    columns |= {"options": options.to_json()}
    match = Match(
        id=new_id(),
        rules_version=game.version,
        size=len(request.seats),
        practice=request.seed is not None,
        creator=player,
        **columns,
    )
    match.head_hash = genesis(match.id.bytes)
    return match


def created_members(match: Match, game: Game, options: Options, server_seed: bytes | None) -> dict[str, Any]:
    """Returns the public members of the first event of a match. server_seed: None if the creator chose the seed."""
    commitment: dict[str, Any] = {"server_commit": None}
    if server_seed is not None:
        commitment["server_commit"] = server_commit(drawn_for(match), server_seed).hex()
    if match.deal is not None:
        commitment["deal"] = match.deal
    unseen = {"unseen": list(game.phases_hiding_arrival)} if "bank" in match.clock else {}
    return {
        "by": "setup",
        "game": match.game,
        "rules_version": match.rules_version,
        "options": match.options,
        "seats": match.size,
        "clock": match.clock,
        "prng": "tt1",
        "fairness": "fixed_seed" if match.practice else match.fairness,
        "reveal": match.reveal,
        "beacon_round": None,
        "deck_hash": deck_hash(game, match.size, options),
        "key_id": signer().key_id,
        "bundle": log.BUNDLE,
        "sets": sorted(game.sets),
        **unseen,
        **commitment,
    }


def _fork_members(fork: ForkStart | None) -> dict[str, Any]:
    """Returns the members of a fork's first event: its origin and, hidden, its position."""
    if fork is None:
        return {}
    hidden = HiddenPart(POSITION, (), fork.position)
    origin = {"match": str(fork.match.pk), "seq": fork.seq, "mode": fork.mode}
    return {"forked_from": origin, "record": Record(None, [], (hidden,))}


def may_be_rated(request: MatchRequest) -> bool:
    """Returns whether the result can be rated. The match must be public or of a club, have two or more people and no
    bot, and have a random seed.

    A match that is not public counts only for the ratings of its club.
    """
    is_known = request.visibility == Match.Visibility.PUBLIC or request.club is not None
    return (
        is_known
        and request.seed is None
        and len(request.seats) > 1
        and all(seat.kind != "bot" for seat in request.seats)
    )


def deck_hash(game: Game, seats: int, options: Options) -> str:
    """Returns the SHA-256 hash, in hexadecimal, of the canonical list of the faces in the box, in printed order."""
    return hashlib.sha256(canonical_json(list(game.box(seats, options)))).hexdigest()


def take(
    match: Match,
    number: int,
    *,
    player: Player | None = None,
    policy: str = "",
    nonce: bytes | None = None,
    commit: bytes | None = None,
) -> None:
    """Seats a player or a bot, and logs the contribution of the seat to the match seed."""
    kind = Seat.Kind.PLAYER if player else Seat.Kind.BOT
    Seat.objects.filter(match=match, number=number).update(
        kind=kind, player=player, policy=policy, is_bot_account=player is not None and player.is_bot, invited=None
    )
    publish(match.pk)
    is_person = player is not None and not (player.is_bot and nonce is commit is None)
    contribution = seed_contribution(match, number, "player" if is_person else "bot", nonce, commit)
    write(match, "seat.joined", **joined_members(number, kind, policy, contribution), **hours_of(match, player))


def joined_members(number: int, kind: str, policy: str, contribution: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the members of the event `seat.joined`. contribution: the seat's contribution to the match seed."""
    return {"seat": number, "by": str(kind), "policy": policy or None, **contribution}


def start_if_full(match: Match) -> None:
    """Starts a match if its creator chose `when_full` and no seat is open."""
    if match.start == "when_full" and not Seat.objects.filter(match=match, kind=Seat.Kind.OPEN).exists():
        begin(match)


def match_start(*, match_id: UUID, player: Player) -> Match:
    """Starts a match at its creator's request, once every seat is taken."""
    with transaction.atomic():
        match = lock_match(match_id)
        require_status(match_known_to(match, player), Match.Status.OPEN)
        if match.creator_id != player.pk and not player.is_staff:
            raise Forbidden()
        if Seat.objects.filter(match=match, kind=Seat.Kind.OPEN).exists():
            raise MatchNotRunning(text="seats_open")
        begin(match)
        announce(match)
    return match


def match_abort(*, match_id: UUID, player: Player) -> Match:
    """Ends a match without a result: an open match at its creator's request, a running match if all its players agree.

    The creator may also abort a match in which no person plays. An operator may abort any match.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if match_known_to(match, player).status in ENDED:
            raise MatchOver()
        if match.status in ENDED:  # the player may not know yet that the match has ended
            raise NotSeated()
        if _may_abort(match, player):
            abort(match, "operator" if player.is_staff else "player")
        announce(match)
    return match


def _may_abort(match: Match, player: Player) -> bool:
    """Returns whether the match can be aborted now, without further consents. Raises NotSeated or Forbidden."""
    if player.is_staff:
        return True
    if match.creator_id == player.pk and not attending(match.id).exists():
        return True
    if match.status == Match.Status.OPEN:
        if match.creator_id != player.pk:
            raise Forbidden()
        return True
    return consent_give(match, player, ABORT)


def match_abort_withdraw(*, match_id: UUID, player: Player) -> None:
    """Withdraws a player's consent to end a running match without a result. Changes nothing if there is no consent."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.SEALING:
            require_status(match, Match.Status.RUNNING)
        consent_withdraw(match, player, ABORT)
        announce(match)


def abort(match: Match, by: str) -> None:
    void(match, Match.Status.ABORTED, by=by, reason="aborted")
