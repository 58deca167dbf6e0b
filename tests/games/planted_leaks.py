"""Leaks planted in the toy and in what goes out of it, each of which paired worlds must find."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.effect import Effect, Moved
from games.kernel.game import Game
from games.kernel.memory import Memory
from games.kernel.phase import Phase
from games.kernel.record import record
from games.kernel.state import Move, Prompt, Seat, Zone
from games.kernel.template import Template
from games.kernel.view import View, Window
from tests.games.paired_worlds import Outputs
from tests.games.planted_faults import OpenMoved, recording, rolling, turn
from tests.games.simulate import Match, Step, canonical
from tests.games.tested_games import TESTED_GAMES
from tests.kernel import toy
from tests.kernel.toy import hand, next_turn

OFTEN, RARELY = 500, 2000


class Leaking(NamedTuple):
    """A toy that leaks, or a way out that does; `within`: how many pairs may pass before it is found."""

    game: Game = toy.GAME
    outputs: Outputs = Outputs()
    within: int = OFTEN


def viewing(more: Callable[[Match], Any]) -> Leaking:
    """A view that holds something besides."""

    class Viewing(Outputs):
        def view(self, match: Match, viewer: Seat | None, memory: Memory) -> Any:
            return [super().view(match, viewer, memory), more(match)]

    return Leaking(outputs=Viewing())


def telling(more: Callable[[Match, Step, Seat | None], Any]) -> Leaking:
    """A row that holds something besides."""

    class Telling(Outputs):
        def row(self, match: Match, step: Step, viewer: Seat | None) -> Any:
            return [super().row(match, step, viewer), more(match, step, viewer)]

    return Leaking(outputs=Telling())


class NamingErrors(Outputs):
    """An error text that names the card which was tried."""

    def refusal(self, match: Match, viewer: Seat, prompt: int, move: Move) -> Any:
        tried = move.args.get("card")
        face = match.state.faces.get(tried) if type(tried) is int else None
        return [super().refusal(match, viewer, prompt, move), face]


class KnowingBot(Outputs):
    """A bot that looks at the top of the pile before it chooses."""

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
    return len(match.steps) + sum(len(move.args) for held in match.sealed.values() for move in held.values())


def _is_an_a(match: Match) -> Any:
    return [face == "a" for face in _laid_down(match)]


def _parts_of(seat: Callable[[Seat | None], Seat | None]) -> Callable[[Match, Step, Seat | None], Any]:
    """The secret parts of another seat."""

    def parts(match: Match, step: Step, viewer: Seat | None) -> Any:
        public_part = record(step.outcome, match.seats, match.game.sights)
        return [part.value for part in public_part.hidden_parts if seat(viewer) in part.readers]

    return parts


def _unsalted(match: Match, step: Step, viewer: Seat | None) -> Any:
    public_part = record(step.outcome, match.seats, match.game.sights)
    return [hashlib.sha256(canonical(part.value)).hexdigest() for part in public_part.hidden_parts]


def _ask_only_who_holds_a_guard(self: Phase, dealer: Dealer, seat: Seat, prompt: Prompt, target: Seat) -> None:
    """Take a card at random, asking the target only where that makes sense."""
    if any(dealer.state.face(card) == "a" for card in dealer.state.cards("hand", target)):
        dealer.prompt(toy.Guard, target, thief=seat, window=3, after=20)
        return
    dealer.pick(1, hand(target), hand(seat), "steal")
    next_turn(dealer)


def _lay_sorted(self: Phase, dealer: Dealer, seat: Seat, prompt: Prompt, card: int) -> None:
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
    """Names the cards of a set in the order in which they came; ids go up in it."""

    def _in_set_order(self, cards: Sequence[CardId]) -> tuple[CardId, ...]:
        return tuple(sorted(cards))


def by_arrival(game: Game) -> Game:
    """The same rules with a dealer who names the cards of a set in the order in which they came."""
    other: Any = copy(game)
    other.dealer = type("ByArrival", (ByArrival, game.dealer), {})
    return other  # type: ignore[no-any-return]


def _ages(match: Match, step: Step, viewer: Seat | None) -> Any:
    """For each card that leaves a set, how many of those left there came before it."""
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
    "a bot that reads the state": Leaking(outputs=KnowingBot()),
    "only a seat that holds a guard is prompted": Leaking(turn(steal=_ask_only_who_holds_a_guard), within=RARELY),
    "face-down cards lie sorted": Leaking(turn(lay=_lay_sorted), within=RARELY),
    "work that depends on others' hands": Leaking(rolling(_work_for_each_guard), within=RARELY),
    "moves that depend on a hidden card": Leaking(turn(templates=_offer_what_is_there)),
    "an id that follows its card": Leaking(recording(_keep_the_id), within=RARELY),
    "a move that everybody receives": Leaking(recording(_move_in_the_open)),
}

# What tells in each game how the cards of a hand came: where several leave at once, their order; anywhere, their age.
ARRIVALS: Mapping[tuple[str, str], Leaking] = {
    ("great_dalmuti", "order"): Leaking(by_arrival(TESTED_GAMES["great_dalmuti"])),
    ("dealmaker", "order"): Leaking(by_arrival(TESTED_GAMES["dealmaker"])),
    **{(name, "age"): telling(_ages)._replace(game=game) for name, game in TESTED_GAMES.items() if name != "negoces2"},
}
