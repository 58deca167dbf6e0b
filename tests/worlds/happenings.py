"""Happenings in a match apart from its moves. Each is a function that yields when the viewer should look.

Both worlds have the same happenings, except for another player's secrets: those happen only in world B
(`world.is_other`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch
from uuid import UUID

from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.lobby.rematches import rematch_agree
from events.matches.lobby.seats import message_post
from events.matches.lobby.services import match_abort
from events.matches.lobby.substitutes import seat_abandon, seat_replace
from events.matches.models import OrderedAnswer
from events.matches.record.conditions import Order
from events.matches.table.moves import Submission, move_submit
from events.matches.table.ordered_answers import ordered_answers_play
from events.matches.table.orders import order_add
from events.matches.table.pauses import match_pause, match_resume
from events.matches.table.undo import undo_agree, undo_withdraw
from events.matches.table.vacations import vacation_end, vacation_start
from events.notifications.models import Notification
from events.notifications.pushes import subscription_create
from events.notifications.webhooks import webhook_create
from events.processes.models import ErrorReport
from games.kernel.state import Seat as SeatNumber
from games.kernel.words.meanings import declared
from tests.events.notifications.receivers import Device
from tests.events.scheduling import run_due
from tests.games.harness.simulate import Decision
from tests.games.harness.simulate import Match as Played

if TYPE_CHECKING:
    from tests.worlds.worlds import World


@contextmanager
def apart(world: World) -> Iterator[None]:
    """Uses a separate source of ids and randomness for what happens only in world B."""
    numbers = count(1 + 100 * world.place)
    with patch("events.base.models.uuid7", lambda: UUID(int=next(numbers))), patch("os.urandom", bytes):
        yield


NOT_OURS = ("turn", "coach_wake", "deliveries_serve", "witnesses_ask", "audits_begin")


def do_due() -> None:
    """Runs due timers except those of bots, whose turns the harness plays. Reports a timer that fails."""
    run_due(without=NOT_OURS)
    assert not ErrorReport.objects.exists()


class Happening(NamedTuple):
    """A happening. goes_on: the generator that runs it. wish: the match settings that it needs.

    decides: the decisions at the end of the script that the happening makes.
    """

    goes_on: Callable[[World], Iterator[None]]
    wish: Mapping[str, Any] = {}
    decides: Callable[[Played, SeatNumber | None], None] = lambda _, viewer: None


def words(world: World) -> Iterator[None]:
    """Writes a chat message."""
    message_post(match_id=world.match.pk, player=world.another, text="Well played")
    yield


def consents(world: World) -> Iterator[None]:
    """Lets a player propose an undo and the end of the match, and withdraw both; each needs the consent of others."""
    if len(world.voters) < 2:
        return
    match_abort(match_id=world.match.pk, player=world.another)
    world.attempt(undo_agree, world.another)
    yield
    world.attempt(undo_withdraw, world.another)


def pause(world: World) -> Iterator[None]:
    """Pauses the match."""
    for player in world.voters:
        match_pause(match_id=world.match.pk, player=player)
    yield
    world.later(60)
    match_resume(match_id=world.match.pk, player=world.another)
    yield


def vacation(world: World) -> Iterator[None]:
    """Puts a player on vacation for a while."""
    vacation_start(match_id=world.match.pk, player=world.another, days=1)
    yield
    world.later(3600)
    vacation_end(match_id=world.match.pk, player=world.another)


def substitute(world: World) -> Iterator[None]:
    """Lets a player leave; a bot plays the seat until another player takes it."""
    number = world.people.index(world.another)
    seat_abandon(match_id=world.match.pk, player=world.another, number=number)
    yield
    seat_replace(match_id=world.match.pk, player=world.spare, number=number)
    world.people[number] = world.spare
    yield


def order(world: World) -> Iterator[None]:
    """Makes the next move of another seat: by the player, or (world B) by a standing order, at the same time."""
    decision, wish = world.next_of_others()
    if decision is not None:
        if world.is_other:
            order_add(match_id=world.match.pk, player=world.people[decision.seat], order=wish)
        yield
        world.later(ORDER_SECONDS)
        if world.is_other:
            ordered_answers_play(world.match.pk)
            assert OrderedAnswer.objects.filter(match=world.match, seq__isnull=False).exists(), (
                "the order has no effect"
            )
        else:
            move = Submission(decision.prompt, wish["move"]["verb"], wish["move"]["args"])
            move_submit(match_id=world.match.pk, seat=decision.seat, submission=move)
            ordered_answers_play(world.match.pk)
        world.played.add(world.place)
        yield


ORDER_SECONDS = 5


def unseen_order(world: World) -> Iterator[None]:
    """Gives a player a standing order for a prompt that never occurs."""
    if world.is_other:
        phase, verb, slot = _may_be_ordered(world)
        move = {"verb": verb, "args": {slot: repr(sorted(world.head.state.faces.items()))}}
        never = {"value": "prompt.id", "is": "lt", "to": 0}
        order_add(match_id=world.match.pk, player=world.another, order={"phase": phase, "move": move, "if": never})
    ordered_answers_play(world.match.pk)
    yield


def _may_be_ordered(world: World) -> tuple[str, str, str]:
    """Returns a phase of the game that takes one answer, a verb of that phase, and the name of a slot."""
    game = game_of(world.match)
    slots = declared(game.package)["verbs"]
    return next(
        (phase, verb, next(iter(slots[verb])))
        for phase in sorted(game.phases)
        if game.phases[phase].mode == "once"
        for verb in Order(game, world.match.size, phase).verbs
        if slots.get(verb)
    )


def own_matters(world: World) -> Iterator[None]:
    """Lets a player change their devices, webhooks and account."""
    if world.is_other:
        with apart(world):
            webhook_create(player=world.another, url="https://example.net/another", kinds=None)
            device = Device.at("https://push.example.net/another", seed=2)
            subscription_create(player=world.another, token=None, **device, kinds=[*Notification.Kind.values], label="")
    yield


SLOW = {"clock": {"bank": 86_400, "increment": 600, "vacation_days": 7}}
HAPPENINGS: Mapping[str, Happening] = {
    "words": Happening(words),
    "consents": Happening(consents),
    "pause": Happening(pause),
    "vacation": Happening(vacation, SLOW),
    "substitute": Happening(substitute, {"substitutes": True}),
    "order": Happening(order),
    "unseen order": Happening(unseen_order),
    "own matters": Happening(own_matters),
}


# The end


def nothing(world: World) -> Iterator[None]:
    """Nothing happens beyond the script."""
    yield from ()


def undone(world: World) -> Iterator[None]:
    """Lets all players agree to undo the last move, or has the undo refused."""
    for player in world.voters:
        world.attempt(undo_agree, player)
    yield


def aborted(world: World) -> Iterator[None]:
    """Lets all players agree to end the match, unless the script has ended it."""
    for player in world.voters if world.is_going_on else ():
        match_abort(match_id=world.match.pk, player=player)
    assert not world.is_going_on
    yield


def resigned(world: World) -> Iterator[None]:
    """Asks for a rematch after the match has ended, subject to the viewer's consent.

    The match ends because all others resign; these are the last decisions of the script.
    """
    assert world.match.status == Match.Status.FINISHED
    for number, player in enumerate(world.people):
        if number != world.viewer:
            rematch_agree(match_id=world.match.pk, player=player, nonce=None)
    yield


def all_others_resign(played: Played, viewer: SeatNumber | None) -> None:
    """Lets all others resign, unless the match has ended."""
    for seat in range(played.seats):
        if seat != (viewer or 0) and seat not in played.state.public.left and not played.state.is_over:
            played.decide(Decision("resign", seat))


def time_runs_out(played: Played, viewer: SeatNumber | None) -> None:
    """Adds a timeout as the last decision of the script, if the match waits for one answer."""
    prompts = list(played.state.open_prompts)
    if len(prompts) == 1 and prompts[0].mode == "once" and not played.game.is_sealed(prompts[0]):
        played.decide(Decision("clock", prompt=prompts[0].id))


def unseen(world: World) -> Iterator[None]:
    """Continues the match within the delay for spectators (world B)."""
    world.later(DELAY + 1)
    yield
    world.last_seen = world.match.head_seq
    if world.is_other:
        with apart(world):
            message_post(match_id=world.match.pk, player=world.people[0], text="Who is there?")
            for number in game_of(world.match).to_act(world.head.state)[:1]:
                world.play_any(number)
    world.later(DELAY - 1)
    yield


DELAY = 300
ENDINGS: Mapping[str, Happening] = {
    "nothing": Happening(nothing),
    "undone": Happening(undone),
    "aborted": Happening(aborted),
    "resigned": Happening(resigned, decides=all_others_resign),
    "out of time": Happening(nothing, SLOW, time_runs_out),
    "unseen": Happening(unseen, {"spectator_delay": DELAY}),
}
