"""Leaks planted in the toy, in its outputs and in the order of sets; paired worlds must find each leak."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.effect import Effect, Moved, redacted
from games.kernel.foresight import foreseen
from games.kernel.game import Game
from games.kernel.knowledge.memory import Memory
from games.kernel.options import Options
from games.kernel.phase import Phase
from games.kernel.record import record
from games.kernel.state import Move, Prompt, Seat, State, Zone
from games.kernel.template import Template
from games.kernel.view import View, Window, view_of
from tests.games.harness.paired_worlds import Outputs, Result, compare
from tests.games.harness.planted_faults import OpenMoved, recording, rolling, turn
from tests.games.harness.simulate import Match, Step, canonical
from tests.games.harness.tested_games import TESTED_GAMES
from tests.kernel import toy
from tests.kernel.toy import hand, next_turn

OFTEN, RARELY = 500, 2000


class Leaking(NamedTuple):
    """A game or an output that leaks.

    within: the number of pairs in which the leak must be found; options: the options of the matches, if not the
    defaults.
    """

    game: Game = toy.GAME
    outputs: Outputs = Outputs()
    within: int = OFTEN
    options: Mapping[str, Any] = {}


def viewing(more: Callable[[Match], Any]) -> Leaking:
    """Returns outputs whose view has an additional member."""

    class Viewing(Outputs):
        def view(self, match: Match, viewer: Seat | None, memory: Memory) -> Any:
            return [super().view(match, viewer, memory), more(match)]

    return Leaking(outputs=Viewing())


def telling(more: Callable[[Match, Step, Seat | None], Any]) -> Leaking:
    """Returns outputs whose events have an additional member."""

    class Telling(Outputs):
        def row(self, match: Match, step: Step, viewer: Seat | None) -> Any:
            return [super().row(match, step, viewer), more(match, step, viewer)]

    return Leaking(outputs=Telling())


class NamingErrors(Outputs):
    """Outputs whose errors name the card of the illegal move."""

    def refusal(self, match: Match, viewer: Seat, prompt: int, move: Move) -> Any:
        tried = move.args.get("card")
        face = match.state.faces.get(tried) if type(tried) is int else None
        return [super().refusal(match, viewer, prompt, move), face]


class KnowingOutcomes(Outputs):
    """Outputs whose outcomes are computed from the true table."""

    def outcome(self, match: Match, viewer: Seat, prompt: int, move: Move, memory: Memory) -> Any:
        future = foreseen(match.rules, view_of(match.state, viewer, memory.known), prompt, move)
        if match.rules.is_sealed(match.state.prompts[prompt]):
            return len(future.seen)
        played = match.rules.play(match.state, viewer, prompt, move, match.rng)
        return [effect.to_json() for effect in redacted(played.effects, match.seats, match.rules.sights, viewer)]


class KnowingBot(Outputs):
    """Outputs whose bot looks at the top of the pile before it chooses."""

    def bot(self, match: Match, viewer: Seat, name: str, memory: Memory) -> Any:
        cards = match.state.cards("pile")
        return [super().bot(match, viewer, name, memory), match.state.face(cards[-1]) == "a" if cards else None]


def _laid_down(match: Match) -> Any:
    zones = match.state.zones.items()
    return [match.state.face(card or 0) for zone, cards in zones if zone.name == "down" for card in cards]


def _first_shuffle(match: Match) -> Any:
    return next(effect.to_json()["faces"] for effect in match.steps[0].outcome.effects if effect.kind == "shuffled")


def _last_moves(match: Match) -> Any:
    return [[move.verb, move.args] for step in match.steps[-3:] if (move := step.outcome.move) is not None]


def _kinds_in_hands(match: Match) -> Any:
    return [sorted(Counter(map(match.state.face, match.state.cards("hand", s))).items()) for s in range(match.seats)]


def _moves_of_all(match: Match) -> Any:
    state, game = match.state, match.game
    return [game.legal_moves(Window(state, s), p.id).count() for p in state.open_prompts for s in p.seats]


def _whole_state(match: Match) -> Any:
    return hashlib.sha256(repr(sorted(match.state.faces.items())).encode()).hexdigest()


def _version(match: Match) -> Any:
    return len(match.steps) + sum(len(move.args) for answers in match.sealed.values() for move in answers.values())


def _is_an_a(match: Match) -> Any:
    return [face == "a" for face in _laid_down(match)]


def _parts_of(seat: Callable[[Seat | None], Seat | None]) -> Callable[[Match, Step, Seat | None], Any]:
    """Returns outputs whose events contain the hidden parts of another seat."""

    def parts(match: Match, step: Step, viewer: Seat | None) -> Any:
        public_part = record(step.outcome, match.seats, match.game.sights)
        return [part.value for part in public_part.hidden_parts if seat(viewer) in part.readers]

    return parts


def _unsalted(match: Match, step: Step, viewer: Seat | None) -> Any:
    public_part = record(step.outcome, match.seats, match.game.sights)
    return [hashlib.sha256(canonical(part.value)).hexdigest() for part in public_part.hidden_parts]


def _ask_only_who_holds_a_guard(self: Phase, dealer: Dealer, seat: Seat, target: Seat) -> None:
    """Take a card at random; prompts the target only if they hold a guard."""
    if any(dealer.state.face(card) == "a" for card in dealer.state.cards("hand", target)):
        dealer.prompt(toy.Guard, target, thief=seat, window=3, after=20)
        return
    dealer.pick(1, hand(target), hand(seat), "steal")
    next_turn(dealer)


def _lay_sorted(self: Phase, dealer: Dealer, seat: Seat, card: int) -> None:
    """Lay a card face down among the others, in the order of their faces."""
    state, down = dealer.state, Zone("down", seat)
    lower = sum(state.face(other) < state.face(card) for other in state.cards(*down))
    dealer.move([card], hand(seat), down, index=lower)
    next_turn(dealer)


def _work_for_each_guard(dealer: Dealer, prompt: Prompt, seat: Seat) -> None:
    others = [
        card for other in range(dealer.state.seats) if other != seat for card in dealer.state.cards("hand", other)
    ]
    for _ in range(sum(dealer.state.face(card) == "a" for card in others) // 2):
        dealer.announce("rolled")


def _offer_what_is_there(self: Phase, view: View, prompt: Prompt) -> Iterable[Template]:
    truth = getattr(view, "_state", view)
    for offered in toy.Turn.templates(self, view, prompt):  # type: ignore[arg-type]
        if offered.verb != "peek" or truth.faces.get(truth.cards("pile")[-1]) != "a":
            yield offered


def _keep_the_id(effect: Effect) -> None:
    if isinstance(effect, Moved) and effect.src.name == "hand":
        effect.to = effect.cards


def _move_in_the_open(effect: Effect) -> None:
    if type(effect) is Moved and effect.dst.name == "down":
        effect.__class__ = OpenMoved


class ByArrival(Dealer):
    """A dealer that names the cards of a set in their order of arrival, by ascending id."""

    def _in_set_order(self, cards: Sequence[CardId]) -> tuple[CardId, ...]:
        return tuple(sorted(cards))


def by_arrival(game: Game) -> Game:
    """Returns the same rules with a dealer that names the cards of a set in their order of arrival."""
    other: Any = copy(game)
    other.dealer = type("ByArrival", (ByArrival, game.dealer), {})
    return other  # type: ignore[no-any-return]


def keeping_order(game: Game) -> Game:
    """Returns the same rules on a table whose sets are piles: cards lie there, and leave, in the order of arrival."""
    rules = type(game)

    def opening(self: Game, seats: int, options: Options) -> State:
        state = rules.opening(self, seats, options)
        state.sets = frozenset()
        return state

    other: Any = copy(game)
    other.__class__ = type("KeepingOrder", (rules,), {"opening": opening, "__module__": rules.__module__})
    return other  # type: ignore[no-any-return]


def _ages(match: Match, step: Step, viewer: Seat | None) -> Any:
    """Returns, for each card that leaves a set, how many of the remaining cards arrived before it."""
    moves = [
        effect for effect in step.outcome.effects if isinstance(effect, Moved) and effect.src.name in match.game.sets
    ]
    return [[sum(other < card for other in step.before.zones.get(e.src, ())) for card in e.cards] for e in moves]


LEAKS: Mapping[str, Leaking] = {
    "cards of a hand by the order in which they came": Leaking(by_arrival(toy.GAME)),
    "which card of a hand came first": telling(_ages),
    "a face-down card in the view": viewing(_laid_down),
    "the first shuffle in the view": viewing(_first_shuffle),
    "a list of moves to take back": viewing(_last_moves),
    "how many of each kind are in hands": viewing(_kinds_in_hands),
    "how many moves the others have": viewing(_moves_of_all),
    "a tag made of the whole state": viewing(_whole_state),
    "a version that counts sealed answers": viewing(_version),
    "a mark on some face-down cards": viewing(_is_an_a),
    "a part of a row for one's neighbour": telling(_parts_of(lambda viewer: None if viewer is None else viewer + 1)),
    "a part of a row for a spectator": telling(_parts_of(lambda viewer: 0 if viewer is None else viewer)),
    "a commitment without salt": telling(_unsalted),
    "an error text that names the card": Leaking(outputs=NamingErrors()),
    "an outcome that reads the state": Leaking(outputs=KnowingOutcomes()),
    "a bot that reads the state": Leaking(outputs=KnowingBot()),
    "only a seat that holds a guard is prompted": Leaking(turn(steal=_ask_only_who_holds_a_guard), within=RARELY),
    "face-down cards lie sorted": Leaking(turn(lay=_lay_sorted), within=RARELY),
    "work that depends on others' hands": Leaking(rolling(_work_for_each_guard), within=RARELY),
    "moves that depend on a hidden card": Leaking(turn(templates=_offer_what_is_there)),
    "an id that follows its card": Leaking(recording(_keep_the_id), within=RARELY),
    "a move that everybody receives": Leaking(recording(_move_in_the_open)),
}

# For games in which several cards can leave a set at once: the options under which the order of arrival shows. Where
# cards always leave one by one, as in a new match, it cannot show. In Monopoly Deal cards leave a hand one by one or in
# an order that a player chose, so only a timeout's discard can reveal which card arrived first.
SHOWING: Mapping[str, Mapping[str, Any]] = {
    "toy": {},
    "dale_of_merchants": {},
    "dealmaker": {},
    "great_dalmuti": {},
    "negoces2": {},
    "monopoly_deal": {"discard_to": "centre_pile", "turn_seconds": 10, "hand_limit": 4},
}

# The leaks of each game that reveal the arrival order of a hand: the order of its cards, and their age as they leave.
ARRIVALS: Mapping[tuple[str, str], Leaking] = {
    **{
        (name, "order"): Leaking(keeping_order(TESTED_GAMES[name]), options=options)
        for name, options in SHOWING.items()
    },
    **{(name, "age"): telling(_ages)._replace(game=game) for name, game in TESTED_GAMES.items()},
}


def pairs_to_leak(planted: Leaking, seed: int) -> int | None:
    """Returns the number of pairs of worlds until a planted leak is found; None if its limit is reached."""
    result = Result()
    while result.leak is None and result.pairs < planted.within:
        seats = planted.game.seats[seed % len(planted.game.seats)]
        options = planted.game.options.from_json(planted.options, seats)
        result = result.plus(compare(planted.game, seats, options, seed, pairs=1, outputs=planted.outputs))
        seed += 1
    return result.pairs if result.leak is not None else None
