"""The consequences of missed deadlines. Each consecutive miss takes the next step of the match's ladder.

The reminder (`events.notifications.services.deadlines_notify`) and standing orders act before the deadline. The steps:

- `default_move`: the clock plays the default move.
- `bot`: a bot plays in the seat until its player takes it back.
- `substitute`: a bot plays until any player takes the seat.
- `resign`: the seat resigns.
- `end`: the match ends without a result.

The last step repeats.
"""

from __future__ import annotations

from events.log.match_state.folding import MatchState
from events.log.match_state.rules import game_of
from events.log.models import ActionEvent, Match, Seat
from events.matches.lobby.seats import resign
from events.matches.lobby.substitutes import seat_stand_in
from events.matches.record.recording import announce, rng_of, void, write_outcome
from games.kernel.state import Prompt

ANSWERS = ("move", "clock", "seat.replaced")


def ladder(match: Match) -> list[str]:
    """Returns the steps of a match, in order."""
    return list(match.clock.get("ladder") or [match.clock.get("on_timeout") or "default_move"])


def deadline_missed(match: Match, match_state: MatchState, prompt: Prompt, seat: int) -> None:
    """Takes the ladder's step for a seat that has not answered a prompt in time. The caller holds the lock."""
    occupant = Seat.objects.get(match=match, number=seat)
    steps = ladder(match)
    is_player = occupant.kind == Seat.Kind.PLAYER and not occupant.resigned
    step = steps[min(_missed(match, seat, len(steps)), len(steps) - 1)] if is_player else "default_move"
    if step == "resign":
        resign(match, occupant, by="clock")
    elif step in ("bot", "substitute"):
        seat_stand_in(match, occupant, is_wanted=step == "substitute")
    elif step == "end":
        void(match, Match.Status.VOID, by="clock", reason="absent", seats=[seat])
        announce(match)
    else:
        play_default(match, match_state, prompt, seat)


def play_default(match: Match, match_state: MatchState, prompt: Prompt, seat: int) -> None:
    """Plays the default move of a seat. The caller holds the lock."""
    game = game_of(match)
    move = game.default(match_state.state, seat, prompt.id)
    outcome = game.play(match_state.state, seat, prompt.id, move, rng_of(match))
    write_outcome(match, match_state, "clock", outcome, by="clock")


def _missed(match: Match, seat: int, most: int) -> int:
    """Returns the number of the seat's last consecutive answers that the clock gave, at most `most`."""
    if most < 2:
        return 0
    answers = ActionEvent.objects.filter(match=match, seat=seat, type__in=ANSWERS).order_by("-seq")
    types = list(answers.values_list("type", flat=True)[:most])
    return next((number for number, type in enumerate(types) if type != "clock"), len(types))
