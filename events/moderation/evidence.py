"""The evidence about two players from the logs of their matches, for a moderator."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from events.log import log
from events.log.match_state import folding
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.moderation.dealings import Comparison, Dealings, SharedMatch, findings
from events.ratings.models import Participation
from events.users.models import Player, Token
from games.kernel.effect import move_from

MOST_MET = 60
MOST_ELSEWHERE = 200
WORDS = {
    "loses": "{one}'s result at tables with {other}: {value:.2f}; without {other} {expected:.2f}",
    "helps": "{other}'s result at larger tables with {one}: {value:.2f}; without {one} {expected:.2f}",
    "names": "{one} names {other} in a move {value:+.2f} times a match more than another player at the table",
    "gives": "cards go from {one} to {other} {value:+.2f} times a match more than to another player at the table",
}


class Evidence(NamedTuple):
    """The evidence about two players.

    met: the number of recent common matches; networks: the number of networks that both players use.
    """

    met: int
    networks: int
    of_one: list[Comparison]
    of_other: list[Comparison]


def evidence(one: Player, other: Player) -> Evidence:
    """Returns the evidence from the public, ended matches of two players.

    Reads the logs of their last 60 common matches.
    """
    rows = Participation.objects.filter(player=one).order_by("-over_ms")
    common = Participation.objects.filter(player=other, match__in=rows.values("match")).order_by("-over_ms")
    ids = list(common.values_list("match", flat=True)[:MOST_MET])
    shares = {player.pk: _elsewhere(player, ids) for player in (one, other)}
    met = [meeting for match_id in ids if (meeting := _meeting(match_id, one, other)) is not None]
    back = [SharedMatch(each.dealings, each.other, each.seat) for each in met]
    return Evidence(
        len(met),
        _shared_networks(one, other),
        findings(met, shares[one.pk], shares[other.pk]),
        findings(back, shares[other.pk], shares[one.pk]),
    )


def described(one: Player, other: Player) -> list[str]:
    """Returns the evidence in sentences, for the operator's pages. Marks the unusual comparisons."""
    found = evidence(one, other)
    lines = [
        f"{found.met} public matches together, of the last {MOST_MET}",
        f"networks from which both have signed in (of the tokens that they still have): {found.networks}",
    ]
    for names, own in (((one.name, other.name), found.of_one), ((other.name, one.name), found.of_other)):
        lines += [_line(finding, *names) for finding in own]
    return lines


def _line(finding: Comparison, one: str, other: str) -> str:
    said = WORDS[finding.kind].format(one=one, other=other, value=finding.value, expected=finding.expected)
    mark = "UNUSUAL: " if finding.is_unusual else ""
    return f"{mark}{said} ({finding.matches} matches, {finding.deviation:+.1f} standard errors)"


def _elsewhere(player: Player, without: Iterable[UUID]) -> list[float]:
    """Returns the results of a player in other matches."""
    rows = Participation.objects.filter(player=player, place__isnull=False, seats__gt=1).order_by("-over_ms")
    places = rows.exclude(match__in=list(without)).values_list("place", "seats")
    return [_share(place, seats) for place, seats in places[:MOST_ELSEWHERE] if place is not None]


def _share(place: int, seats: int) -> float:
    return 1 - (place - 1) / (seats - 1)


def _meeting(match_id: UUID, one: Player, other: Player) -> SharedMatch | None:
    """Returns the dealings of two players in a match, from its log; None if the log cannot be read."""
    match = Match.objects.filter(pk=match_id, damaged_seq=None).first()
    if match is None:
        return None
    records = list(Participation.objects.filter(match=match_id).values_list("player", "number", "place"))
    seats = {player: seat for player, seat, _ in records}
    shares = {seat: _share(place, match.size) for _, seat, place in records if place is not None}
    own, others = seats[one.pk], seats[other.pk]
    dealings = Dealings(match.size, shares if {own, others} <= shares.keys() else {})
    package = game_of(match).package
    for event in log.read(match_id):
        move = event.core.get("move") if event.type == "move" else None
        seat = event.core["actor"] if event.type == "move" else None
        dealings.add(package, seat, None if move is None else move_from(move), folding.effects_of(event))
    return SharedMatch(dealings, own, others)


def _networks(player: Player) -> Iterable[bytes | memoryview | None]:
    return Token.objects.filter(player=player, network__isnull=False).values_list("network", flat=True)


def _shared_networks(one: Player, other: Player) -> int:
    """Returns the number of networks from which both players have requested tokens that still exist."""
    of_one, of_other = (
        {bytes(network) for network in _networks(player) if network is not None} for player in (one, other)
    )
    return len(of_one & of_other)
