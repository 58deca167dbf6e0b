"""How a game is run: the dealing, who is asked, what is legal, and what a move does.

All of it is pure: a state and a move give effects, and the same state, move and match seed give the same effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from games.kernel.dealer import Dealer
from games.kernel.deck import Deck, Face
from games.kernel.effect import Effect
from games.kernel.errors import IllegalMove, StalePrompt
from games.kernel.options import Options
from games.kernel.phase import Phase, SealedPhase
from games.kernel.rng import Rng
from games.kernel.state import ONE_BACK, Backs, Json, Move, Prompt, Public, Seat, Sight, State, Table, Zone, phase_name
from games.kernel.template import LegalMoves
from games.kernel.view import View, Window

BOX = Zone("box")


class Outcome(NamedTuple):
    """What came of a move or of the clock: one row of the log.

    private: the arguments of the move that others are not told; ordered: those whose order matters.
    """

    seat: Seat | None
    prompt: int | None
    move: Move | None
    effects: tuple[Effect, ...]
    private: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()


class Game:
    """The rules of one title in one version; each game is a subclass with these fields and `setup`.

    key: its name in URLs; seats: how many may play; sight: who sees each kind of zone; sets: the kinds of zones whose
    cards have no order; options and public: the dataclasses of its settings and its public state; phase_types: its
    phases; dealer: carries out its rules; backs: the kinds of its cards' backs.
    resigned_answers_count: whether what a seat sealed before it resigned still counts, as it did in first versions.
    """

    key: ClassVar[str]
    version: ClassVar[int] = 1
    seats: ClassVar[range]
    deck: ClassVar[Deck]
    sight: ClassVar[Mapping[str, Sight]]
    sets: ClassVar[frozenset[str]] = frozenset()
    options: ClassVar[type[Options]] = Options
    public: ClassVar[type[Public]] = Public
    phase_types: ClassVar[tuple[type[Phase], ...]]
    dealer: ClassVar[type[Dealer]] = Dealer
    resigned_answers_count: ClassVar[bool] = False
    backs: ClassVar[Backs] = ONE_BACK

    def __init__(self) -> None:
        self.phases: Mapping[str, Phase] = {phase_name(phase): phase() for phase in self.phase_types}
        self.sights: Mapping[str, Sight] = {"box": Sight.ALL, **self.sight}

    # What each game says

    def setup(self, dealer: Dealer) -> None:
        """Brings the table from the box to the first prompt; the options are the state's."""
        raise NotImplementedError

    def box(self, seats: int, options: Options) -> Iterable[Face]:
        """The faces of all cards of a match, in printed order."""
        return self.deck.faces()

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        """The zones that are there from the beginning, empty; numbered ones come and go by themselves."""
        return ()

    def bound(self, seats: int, options: Options) -> int:
        """How many acts a match has at most, whoever plays and however badly."""
        raise NotImplementedError

    def left(self, dealer: Dealer, seat: Seat) -> None:
        """What a seat's giving up does; it is in `public.left` already. By itself: of two seats the other wins,
        of more the seat plays on by default answers and is placed last."""
        stayed = [other for other in range(dealer.state.seats) if other not in dealer.state.public.left]
        if len(stayed) == 1:
            dealer.end([stayed], self.scores_so_far(dealer.state))

    def scores_so_far(self, table: Table) -> tuple[int, ...] | None:
        """Each seat's score if the match ends because all but one have resigned; by itself a game has no scores."""
        return None

    def attributes(self, options: Options) -> Mapping[Face, Mapping[str, Json]]:
        """What is printed on each face of a match; by itself what the deck says."""
        return self.deck.attributes

    def blanked(self, view: View) -> Public:
        """The numbers on show as they are served to a viewer; by itself all of them.

        What everybody could have counted, but nobody lays open, may be replaced by None here. It is no secret: the
        log has it, so no rule may depend on its being unknown, nor may the viewer's own moves depend on what is blank.
        """
        public: Public = view.public
        return public

    # What the kernel makes of it

    def opening(self, seats: int, options: Options) -> State:
        """The table before anything has happened: all cards in the box."""
        state = State(seats, options, self.sights, self.public(), self.sets)
        faces = tuple(self.box(seats, options))
        state.faces = dict(enumerate(faces))
        state.zones = {BOX: tuple(state.faces), **{zone: () for zone in self.zones(seats, options)}}
        state.next_card = len(faces)
        return state

    def start(self, seats: int, options: Options, rng: Rng) -> Outcome:
        """Sets the table up."""
        dealer = self.dealer(self.opening(seats, options), rng)
        self.setup(dealer)
        return Outcome(None, None, None, self._finish(dealer))

    def to_act(self, table: Table) -> tuple[Seat, ...]:
        """The seats for whom the table waits."""
        asked = {s for p in table.open_prompts for s in self.phases[p.phase].required_seats(table, p)}
        return tuple(sorted(asked))

    def may_act(self, table: Table) -> tuple[Seat, ...]:
        """The seats that may act though nothing waits for them; who has left, or nothing to choose, is none of them."""
        phases = [(p, self.phases[p.phase]) for p in table.open_prompts]
        asked = {
            s for p, phase in phases if p.mode == "open" or phase.sealed for s in phase.seats_able_to_answer(table, p)
        }
        return tuple(sorted(asked.difference(self.to_act(table), table.public.left)))

    def prompts_for(self, table: Table, seat: Seat | None) -> tuple[Prompt, ...]:
        """The prompts that a seat may answer now, those that wait for it first."""
        asked = [p for p in table.open_prompts if seat in p.seats]
        return tuple(sorted(asked, key=lambda p: (seat not in self.phases[p.phase].required_seats(table, p), p.id)))

    def open_prompt(self, table: Table, seat: Seat, prompt: int) -> Prompt:
        """The prompt of that id; raises StalePrompt if it is not open for this seat."""
        for candidate in table.open_prompts:
            if candidate.id == prompt and seat in candidate.seats:
                return candidate
        raise StalePrompt(f"expected a prompt open for seat {seat}, got {prompt!r}")

    def legal_moves(self, view: View, prompt: int | None = None) -> LegalMoves:
        """The viewer's legal answers to a prompt; left out, to the first that waits for him. None: no moves."""
        if view.viewer is None:
            return LegalMoves(())
        if prompt is None:
            mine = self.prompts_for(view, view.viewer)
            return self._legal(view, mine[0]) if mine else LegalMoves(())
        return self._legal(view, self.open_prompt(view, view.viewer, prompt))

    def _legal(self, view: View, prompt: Prompt) -> LegalMoves:
        return self.phases[prompt.phase].legal_moves(view, prompt)

    def validate(self, state: State, seat: Seat, prompt: int, move: Move) -> Outcome:
        """A move without its effects, in its normal form; raises StalePrompt, StaleOffer or IllegalMove."""
        asked = self.open_prompt(state, seat, prompt)
        view = Window(state, seat)
        try:
            template = self.phases[asked.phase].matching(view, asked, move)
        except IllegalMove:
            self.phases[asked.phase].refused(view, asked, move)
            raise
        return Outcome(seat, prompt, template.normal(move), (), template.private, template.ordered)

    def is_sealed(self, prompt: Prompt) -> bool:
        """Whether answers to a prompt are kept until all are in."""
        return self.phases[prompt.phase].sealed

    def play(self, state: State, seat: Seat, prompt: int, move: Move, rng: Rng) -> Outcome:
        """What a move does; raises StalePrompt or IllegalMove, and then nothing has happened."""
        outcome = self.validate(state, seat, prompt, move)
        asked = state.prompts[prompt]
        phase = self.phases[asked.phase]
        assert not phase.sealed and outcome.move is not None, "sealed answers are kept and opened together"
        if outcome.move.verb in phase.anonymous:
            return self.play_anonymous(state, prompt, outcome.move, rng)
        dealer = self.dealer(state, rng, asked)
        phase.answer(dealer, asked, seat, outcome.move)
        return outcome._replace(effects=self._finish(dealer))

    def play_anonymous(self, state: State, prompt: int, move: Move, rng: Rng) -> Outcome:
        """What a legal move does of which nobody is told who made it: its act has no seat."""
        asked = state.prompts[prompt]
        dealer = self.dealer(state, rng, asked)
        self.phases[asked.phase].run(dealer, asked, None, move)
        return Outcome(None, prompt, move, self._finish(dealer))

    def arrive(self, state: State, seat: Seat, prompt: int) -> Outcome | None:
        """What shows of a seat's first answer to a sealed prompt; None: nothing."""
        asked = self.open_prompt(state, seat, prompt)
        phase = self.phases[asked.phase]
        if not isinstance(phase, SealedPhase) or not phase.shows_arrival or seat in asked.arrived:
            return None
        dealer = self.dealer(state, Rng(b""), asked)
        dealer.answered(seat)
        return Outcome(seat, prompt, None, tuple(dealer.effects))

    def open(self, state: State, prompt: int, answers: Mapping[Seat, Move], rng: Rng) -> Outcome:
        """Opens the answers to a sealed prompt; a seat that sealed none, or has resigned, gives its default."""
        if not self.resigned_answers_count:
            answers = {seat: move for seat, move in answers.items() if seat not in state.public.left}
        asked = state.prompts[prompt]
        phase = self.phases[asked.phase]
        assert isinstance(phase, SealedPhase), "only sealed answers are opened together"
        dealer = self.dealer(state, rng, asked)
        phase.open(dealer, asked, answers)
        return Outcome(None, prompt, None, self._finish(dealer))

    def expire(self, state: State, prompt: int, answers: Mapping[Seat, Move], rng: Rng) -> Outcome:
        """What the clock does when a prompt's time is up: the default for one seat, the end of a sealed or open one."""
        asked = state.prompts[prompt]
        phase = self.phases[asked.phase]
        if phase.sealed:
            return self.open(state, prompt, answers, rng)
        if asked.mode == "once":
            return self.play(state, asked.seats[0], prompt, self.default(state, asked.seats[0], prompt), rng)
        dealer = self.dealer(state, rng, asked)
        phase.expire(dealer, asked)
        return Outcome(None, prompt, None, self._finish(dealer))

    def default(self, state: State, seat: Seat, prompt: int) -> Move:
        """The answer that is given for a seat which does not answer."""
        asked = self.open_prompt(state, seat, prompt)
        return self.phases[asked.phase].default(Window(state, seat), asked)

    def leave(self, state: State, seat: Seat, rng: Rng) -> Outcome:
        """What a seat's giving up does."""
        dealer = self.dealer(state, rng)
        dealer.change(left=(*state.public.left, seat))
        self.left(dealer, seat)
        return Outcome(seat, None, None, self._finish(dealer))

    def _finish(self, dealer: Dealer) -> tuple[Effect, ...]:
        """Lets every prompt go on whose inner prompts have closed, and gives the effects."""
        while not dealer.state.is_over and (prompt := dealer.resumable()) is not None:
            dealer.inside = prompt
            self.phases[prompt.phase].resumed(dealer, prompt)
        return tuple(dealer.effects)
