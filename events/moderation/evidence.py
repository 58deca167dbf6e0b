"""What the logs of their matches show a moderator of two players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from events.log import log, states
from events.log.states import game_of
from events.models import Match, Participation, Player, Token
from events.moderation.dealings import Dealings, Finding, Meeting, findings
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
    """What is known of two players. met: in how many matches of the last ones; networks: how many they share."""

    met: int
    networks: int
    of_one: list[Finding]
    of_other: list[Finding]


def evidence(one: Player, other: Player) -> Evidence:
    """What the public matches of two players that are over show. It reads the logs of the last 60 they had together."""
    rows = Participation.objects.filter(player=one).order_by("-over_ms")
    common = Participation.objects.filter(player=other, match__in=rows.values("match")).order_by("-over_ms")
    ids = list(common.values_list("match", flat=True)[:MOST_MET])
    shares = {player.pk: _elsewhere(player, ids) for player in (one, other)}
    met = [meeting for match_id in ids if (meeting := _meeting(match_id, one, other)) is not None]
    back = [Meeting(each.dealings, each.other, each.seat) for each in met]
    return Evidence(
        len(met),
        _shared_networks(one, other),
        findings(met, shares[one.pk], shares[other.pk]),
        findings(back, shares[other.pk], shares[one.pk]),
    )


def described(one: Player, other: Player) -> list[str]:
    """The same in sentences, for the operator's pages; what chance explains badly is marked."""
    found = evidence(one, other)
    lines = [
        f"{found.met} public matches together, of the last {MOST_MET}",
        f"networks from which both have signed in (of the tokens that they still have): {found.networks}",
    ]
    for names, own in (((one.name, other.name), found.of_one), ((other.name, one.name), found.of_other)):
        lines += [_line(finding, *names) for finding in own]
    return lines


def _line(finding: Finding, one: str, other: str) -> str:
    said = WORDS[finding.kind].format(one=one, other=other, value=finding.value, expected=finding.expected)
    mark = "UNUSUAL: " if finding.is_unusual else ""
    return f"{mark}{said} ({finding.matches} matches, {finding.deviation:+.1f} standard errors)"


def _elsewhere(player: Player, without: Iterable[UUID]) -> list[float]:
    """The results of a player in matches other than these."""
    rows = Participation.objects.filter(player=player, place__isnull=False, seats__gt=1).order_by("-over_ms")
    places = rows.exclude(match__in=list(without)).values_list("place", "seats")
    return [_share(place, seats) for place, seats in places[:MOST_ELSEWHERE]]


def _share(place: int, seats: int) -> float:
    return 1 - (place - 1) / (seats - 1)


def _meeting(match_id: UUID, one: Player, other: Player) -> Meeting | None:
    """What two players did in a match, from its log; None if it can no longer be read."""
    match = Match.objects.filter(pk=match_id, damaged_seq=None).first()
    if match is None:
        return None
    places = dict(Participation.objects.filter(match=match_id).values_list("player", "place"))
    seats = dict(Participation.objects.filter(match=match_id).values_list("player", "number"))
    shares = {seats[player]: _share(place, match.size) for player, place in places.items() if place is not None}
    own, others = seats[one.pk], seats[other.pk]
    dealings = Dealings(match.size, shares if {own, others} <= shares.keys() else {})
    package = game_of(match).package
    for event in log.read(match_id):
        move = event.core.get("move") if event.type == "move" else None
        seat = event.core["actor"] if event.type == "move" else None
        dealings.add(package, seat, None if move is None else move_from(move), states.effects_of(event))
    return Meeting(dealings, own, others)


def _shared_networks(one: Player, other: Player) -> int:
    """From how many networks both have asked for tokens that still exist."""
    known = Token.objects.filter(network__isnull=False)
    of_one, of_other = (
        set(map(bytes, known.filter(player=player).values_list("network", flat=True))) for player in (one, other)
    )
    return len(of_one & of_other)
