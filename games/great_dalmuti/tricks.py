"""Tricks: seats lay sets and beat them until all other seats have passed (rules, 'Le jeu')."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from games.great_dalmuti.board import DISCARD, TRICK, clockwise, hand, held, in_play, rank_of, taken
from games.great_dalmuti.deck import JESTER, RANKS
from games.great_dalmuti.reasons import why_no_set
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import Phase, verb
from games.kernel.slots import Counts
from games.kernel.state import Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View

WORST_FIRST = tuple(sorted((face for face in RANKS if face != JESTER), key=RANKS.__getitem__, reverse=True))


class Laying(Phase):
    """A prompt in which a seat may lay a set."""

    def move_with(self, view: View, verb: str, card: CardId) -> Move:
        return Move(verb, {"cards": {view.face(card): 1}})


class Lead(Laying):
    """A prompt to the leader to lay a set of any size; passing is not allowed (rules, 'Le jeu')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        jester_pair = view.options.jester_pair == "rank13"
        return (template("play", cards=cards) for cards in leads(held(view, view.me), jester_pair))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if move.verb == "pass":
            return because("leader_lays")
        return why_no_set(view, move.args.get("cards")) if move.verb == "play" else None

    @verb
    def play(self, dealer: Dealer, seat: Seat, cards: Mapping[Face, int]) -> None:
        """Lays a set of cards of one rank, with any number of jesters."""
        lay(dealer, seat, cards)


class Follow(Laying):
    """A prompt to lay the same number of cards of a better rank or to pass, even after a pass (rules, 'Le jeu')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        top = view.public.trick[-1]
        yield template("pass")
        for cards in answers(held(view, view.me), top["rank"], top["count"]):
            yield template("play", cards=cards)

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return why_no_set(view, move.args.get("cards")) if move.verb == "play" else None

    def default(self, view: View, prompt: Prompt) -> Move:
        return Move("pass")

    @verb
    def play(self, dealer: Dealer, seat: Seat, cards: Mapping[Face, int]) -> None:
        """Lays as many cards as the set to beat contains, of a better rank."""
        lay(dealer, seat, cards)

    @verb("pass")
    def pass_(self, dealer: Dealer, seat: Seat) -> None:
        """Passes, even if the seat could beat the set."""
        dealer.change(passed=(*dealer.state.public.passed, seat))
        go_on(dealer, seat)


def lead(dealer: Dealer, seat: Seat) -> None:
    """Prompts a seat to lay the first set of a trick."""
    dealer.prompt(Lead, seat, after=dealer.state.options.turn_seconds)


def lay(dealer: Dealer, seat: Seat, cards: Mapping[Face, int]) -> None:
    """Lays a set; `reenter` cancels the passes before it. A seat without cards is out (R23)."""
    public, reenter = dealer.state.public, dealer.state.options.pass_rule == "reenter"
    laid = {"seat": seat, "rank": rank_of(cards), "count": sum(cards.values())}
    dealer.move(taken(dealer.state, seat, cards), hand(seat), TRICK)
    out = () if dealer.state.size("hand", seat) else (seat,)
    dealer.change(
        trick=(*public.trick, laid), passed=() if reenter else public.passed, finished=(*public.finished, *out)
    )
    go_on(dealer, seat)


def go_on(dealer: Dealer, seat: Seat) -> None:
    """Prompts the next seat that may answer the set, or ends the trick. Does nothing once the hand is over."""
    state = dealer.state
    if in_play(state) == 1:
        return
    for other in clockwise(state.public.order, seat):
        if may_answer(state, other):
            dealer.prompt(Follow, other, after=state.options.turn_seconds)
            return
    end_trick(dealer)


def may_answer(table: Table, seat: Seat) -> bool:
    """Returns whether a seat is prompted to beat a set: it holds cards, has not passed, and did not lay the set."""
    size, top = table.size("hand", seat), table.public.trick[-1]
    if not size or seat in table.public.passed:
        return False
    if table.options.auto_pass and (size < top["count"] or top["rank"] == 1):
        return False
    return seat != top["seat"] or bool(table.options.self_raise)


def end_trick(dealer: Dealer) -> None:
    """Gives the lead to the owner of the best set or, if that seat is out, to the next seat with cards (R22, R24)."""
    state = dealer.state
    winner = state.public.trick[-1]["seat"]
    dealer.move(state.cards("trick"), TRICK, DISCARD)
    dealer.change(trick=(), passed=())
    seats = (winner, *clockwise(state.public.order, winner))
    lead(dealer, next(seat for seat in seats if state.size("hand", seat)))


def leads(held: dict[Face, int], jester_pair: bool) -> Iterator[Counts]:
    """Yields the sets that may be led, of any size: one slot for each rank, the worst first; jesters alone last."""
    jesters = held.get(JESTER, 0)
    for face in WORST_FIRST:
        if number := held.get(face, 0):
            yield numbered(face, (1, number), (0, jesters), range(1, number + jesters + 1))
    if jesters:
        most = jesters if jester_pair else 1
        yield Counts({JESTER: (1, most)}, range(1, most + 1))


def answers(held: dict[Face, int], rank: int, count: int) -> Iterator[Counts]:
    """Yields the sets of `count` cards that are strictly better than a rank; jesters alone are never better."""
    jesters = held.get(JESTER, 0)
    for face in WORST_FIRST:
        number = held.get(face, 0)
        if number and RANKS[face] < rank and number + jesters >= count:
            cards = (max(1, count - jesters), min(number, count))
            yield numbered(face, cards, (count - cards[1], count - cards[0]), range(count, count + 1))


def numbered(face: Face, cards: tuple[int, int], jesters: tuple[int, int], total: range) -> Counts:
    """Returns sets of one rank, given bounds on its cards and on the jesters, and the possible totals."""
    return Counts({face: cards, JESTER: jesters} if jesters[1] else {face: cards}, total)
