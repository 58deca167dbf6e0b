"""How a game is run: the setup, which seats are prompted, what is legal, and what a move does.

All of it is pure: the same state, move and match seed always produce the same effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from games.kernel.dealer import Dealer
from games.kernel.deck import Deck, Face
from games.kernel.effect import Effect
from games.kernel.errors import IllegalMove, StalePrompt
from games.kernel.extensible import Extensible
from games.kernel.options import Options
from games.kernel.phase import Phase, SealedPhase
from games.kernel.rng import Rng
from games.kernel.state import ONE_BACK, Backs, Json, Move, Prompt, Public, Seat, Sight, State, Table, Zone, phase_name
from games.kernel.template import LegalMoves
from games.kernel.view import View, Window

BOX = Zone("box")


class Outcome(NamedTuple):
    """What a move, the clock or a resignation does: the content of one event.

    private: the arguments of the move that other seats do not receive; ordered: those whose order matters.
    state: the state after it, which is what the effects fold into; None if the outcome was not just decided.
    """

    seat: Seat | None
    prompt: int | None
    move: Move | None
    effects: tuple[Effect, ...]
    private: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()
    state: State | None = None


class Rematch(NamedTuple):
    """How a further match between the same players begins.

    order: for each seat of the new match, the seat that its player had; options: those that differ from before.
    """

    order: tuple[Seat, ...]
    options: Mapping[str, Json] = {}


class Length(NamedTuple):
    """How long a match takes among people, so that nobody begins one that is longer than they have time for.

    minutes: with the default options; option: the way to the number among the options to which the minutes are
    proportional; first: the options of a match for somebody who has never played.
    """

    minutes: int
    option: tuple[str, ...] = ()
    first: Mapping[str, Json] = {}


class Game(metaclass=Extensible):
    """The rules of one title in one version; each game is a subclass with these fields and `setup`.

    key: its name in URLs; seats: how many may play; sight: who sees each kind of zone; sets: the kinds of zones whose
    cards have no order; options and public: the dataclasses of its options and its public state; phase_types: its
    phases; dealer: the class that carries out its rules; backs: the kinds of its cards' backs.
    resigned_answers_count: whether an answer counts that a seat sealed before it resigned; it does in first versions.
    length: how long a match takes, where that is known.
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
    length: ClassVar[Length | None] = None

    def __init__(self) -> None:
        self.phases: Mapping[str, Phase] = {phase_name(phase): phase() for phase in self.phase_types}
        self.sights: Mapping[str, Sight] = {"box": Sight.ALL, "position": Sight.NOBODY, **self.sight}

    @property
    def package(self) -> str:
        """The package of the game, which holds its texts and meanings."""
        return ".".join(type(self).__module__.split(".")[:2])

    # What a game defines

    def setup(self, dealer: Dealer) -> None:
        """Sets the table up, from the box to the first prompt; the options are the state's."""
        raise NotImplementedError

    def box(self, seats: int, options: Options) -> Iterable[Face]:
        """The faces of all cards of a match, in printed order."""
        return self.deck.faces()

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        """The zones that exist from the start, empty; numbered zones appear and disappear with their cards."""
        return ()

    def bound(self, seats: int, options: Options) -> int:
        """The highest number of events a match can have, however its seats play."""
        raise NotImplementedError

    def left(self, dealer: Dealer, seat: Seat) -> None:
        """What a resignation does; the seat is in `public.left` already.

        By default the last seat that stays wins. While more stay, the seat plays on by default moves and comes last.
        """
        stayed = [other for other in range(dealer.state.seats) if other not in dealer.state.public.left]
        if len(stayed) == 1:
            dealer.end([stayed], self.scores_so_far(dealer.state))

    def rematch(self, state: State) -> Rematch:
        """How a further match begins, from the last state of a finished one; by default as this one did."""
        return Rematch(tuple(range(state.seats)))

    def scores_so_far(self, table: Table) -> tuple[int, ...] | None:
        """Each seat's score if the match ends because all others have resigned; by default a game has no scores."""
        return None

    def attributes(self, options: Options) -> Mapping[Face, Mapping[str, Json]]:
        """What is printed on each face of a match; by default the deck's attributes."""
        return self.deck.attributes

    def blanks(self, options: Options, viewer: Seat | None) -> Mapping[str, tuple[Seat, ...]]:
        """The public numbers that a client leaves blank until the match is over: fields by seat, with seats to blank.

        They are what everybody could have counted but nobody shows. They are not hidden: views and rows have them, so
        no rule may rely on their being unknown. By default a client shows all of the public state.
        """
        return {}

    def told(self, table: Table, zone: Zone) -> Mapping[str, int]:
        """The numbers that a text says of a zone that everybody sees, beside its cards; by default none."""
        return {}

    # What the kernel derives from it

    def opening(self, seats: int, options: Options) -> State:
        """The table before the first event: all cards are in the box."""
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
        self.resume(dealer)
        return _outcome(dealer, None, None, None)

    def to_act(self, table: Table) -> tuple[Seat, ...]:
        """The seats without whose answer the match cannot go on."""
        prompts = table.open_prompts
        if len(prompts) == 1:
            seats = self.phases[prompts[0].phase].required_seats(table, prompts[0])
            return seats if len(seats) < 2 else tuple(sorted(set(seats)))
        return tuple(sorted({s for p in prompts for s in self.phases[p.phase].required_seats(table, p)}))

    def may_act(self, table: Table) -> tuple[Seat, ...]:
        """The seats that may act although the match does not wait for them.

        A seat that has left, or has nothing to choose, is not among them.
        """
        phases = [(p, self.phases[p.phase]) for p in table.open_prompts]
        able = {
            s for p, phase in phases if p.mode == "open" or phase.sealed for s in phase.seats_able_to_answer(table, p)
        }
        return tuple(sorted(able.difference(self.to_act(table), table.public.left)))

    def prompts_for(self, table: Table, seat: Seat | None) -> tuple[Prompt, ...]:
        """The prompts that a seat may answer now; those that require its answer come first."""
        prompts = [p for p in table.open_prompts if seat in p.seats]
        if len(prompts) < 2:
            return tuple(prompts)
        required = [p for p in prompts if seat in self.phases[p.phase].required_seats(table, p)]
        return (*required, *[p for p in prompts if p not in required])

    def open_prompt(self, table: Table, seat: Seat, prompt: int) -> Prompt:
        """The prompt with that id; raises StalePrompt if it is not open for this seat."""
        for candidate in table.open_prompts:
            if candidate.id == prompt and seat in candidate.seats:
                return candidate
        raise StalePrompt(f"expected a prompt open for seat {seat}, got {prompt!r}")

    def legal_moves(self, view: View, prompt: int | None = None) -> LegalMoves:
        """The viewer's legal answers to a prompt (None: to the first that requires theirs); empty if there are none."""
        if view.viewer is None:
            return LegalMoves(())
        if prompt is None:
            prompts = self.prompts_for(view, view.viewer)
            return self._legal(view, prompts[0]) if prompts else LegalMoves(())
        return self._legal(view, self.open_prompt(view, view.viewer, prompt))

    def _legal(self, view: View, prompt: Prompt) -> LegalMoves:
        return self.phases[prompt.phase].legal_moves(view, prompt)

    def is_sealed(self, prompt: Prompt) -> bool:
        """Whether the answers to a prompt stay sealed until all are in."""
        return self.phases[prompt.phase].sealed

    @property
    def unseen(self) -> tuple[str, ...]:
        """The phases whose answers arrive unseen by others, in order of their names."""
        sealed = ((name, phase) for name, phase in self.phases.items() if isinstance(phase, SealedPhase))
        return tuple(sorted(name for name, phase in sealed if not phase.shows_arrival))

    # Moves, as the log records them

    def validate(self, state: State, seat: Seat, prompt: int, move: Move) -> Outcome:
        """A move in its normal form, without its effects; raises StalePrompt, StaleOffer or IllegalMove."""
        open_prompt = self.open_prompt(state, seat, prompt)
        phase, view = self.phases[open_prompt.phase], Window(state, seat)
        try:
            template = phase.matching(view, open_prompt, move)
        except IllegalMove as error:
            phase.refused(view, open_prompt, move)
            reasons = phase.refusals(view, open_prompt, move)
            raise IllegalMove(error.detail, reasons, self.package, move.verb, view) from None
        return Outcome(seat, prompt, template.normal(move), (), template.private, template.ordered)

    def play(self, state: State, seat: Seat, prompt: int, move: Move, rng: Rng) -> Outcome:
        """What a move does; raises StalePrompt or IllegalMove, and then nothing has happened."""
        outcome = self.validate(state, seat, prompt, move)
        phase = self.phases[state.prompts[prompt].phase]
        assert not phase.sealed and outcome.move is not None, "sealed answers are stored and opened together"
        if outcome.move.verb in phase.anonymous:
            return self.play_anonymous(state, prompt, outcome.move, rng)
        dealer = self._carried_out(state, prompt, seat, outcome.move, rng)
        return Outcome(
            seat, prompt, outcome.move, tuple(dealer.effects), outcome.private, outcome.ordered, dealer.state
        )

    def play_anonymous(self, state: State, prompt: int, move: Move, rng: Rng) -> Outcome:
        """What a legal move does when nobody is to learn who made it: its event has no seat."""
        return _outcome(self._carried_out(state, prompt, None, move, rng), None, prompt, move)

    def _carried_out(self, state: State, prompt: int, seat: Seat | None, move: Move, rng: Rng) -> Dealer:
        """A dealer that has carried out a move on a copy of the state."""
        dealer = self.dealer(state, rng, state.prompts[prompt])
        self.carry_out(dealer, state.prompts[prompt], seat, move)
        return dealer

    def arrive(self, state: State, seat: Seat, prompt: int) -> Outcome | None:
        """What others see of a seat's first answer to a sealed prompt; None: nothing."""
        open_prompt = self.open_prompt(state, seat, prompt)
        phase = self.phases[open_prompt.phase]
        if not isinstance(phase, SealedPhase) or not phase.shows_arrival or seat in open_prompt.arrived:
            return None
        dealer = self.dealer(state, Rng(b""), open_prompt)
        dealer.answered(seat)
        return _outcome(dealer, seat, prompt, None)

    def open(self, state: State, prompt: int, answers: Mapping[Seat, Move], rng: Rng) -> Outcome:
        """Opens the answers to a sealed prompt; a seat that sealed none, or has resigned, makes its default move."""
        dealer = self.dealer(state, rng, state.prompts[prompt])
        self.carry_out_answers(dealer, state.prompts[prompt], answers)
        return _outcome(dealer, None, prompt, None)

    def expire(self, state: State, prompt: int, answers: Mapping[Seat, Move], rng: Rng) -> Outcome:
        """What happens when a prompt's time is up: the default move of one seat, or the end of a sealed or open one."""
        expired = state.prompts[prompt]
        phase = self.phases[expired.phase]
        if phase.sealed:
            return self.open(state, prompt, answers, rng)
        if expired.mode == "once":
            seat = expired.seats[0]
            return self.play(state, seat, prompt, self.default(state, seat, prompt), rng)
        dealer = self.dealer(state, rng, expired)
        phase.expire(dealer, expired)
        self.resume(dealer)
        return _outcome(dealer, None, prompt, None)

    def default(self, state: State, seat: Seat, prompt: int) -> Move:
        """The move that is made for a seat that does not answer."""
        open_prompt = self.open_prompt(state, seat, prompt)
        return self.phases[open_prompt.phase].default(Window(state, seat), open_prompt)

    def leave(self, state: State, seat: Seat, rng: Rng) -> Outcome:
        """What a seat's resignation does."""
        dealer = self.dealer(state, rng)
        dealer.change(left=(*state.public.left, seat))
        self.left(dealer, seat)
        self.resume(dealer)
        return _outcome(dealer, seat, None, None)

    # Moves, on a dealer: what the log and `Simulation` share

    def carry_out(self, dealer: Dealer, prompt: Prompt, seat: Seat | None, move: Move) -> None:
        """Carries out a legal move in its normal form; seat None: an anonymous one."""
        phase = self.phases[prompt.phase]
        if seat is None:
            phase.run(dealer, prompt, None, move)
        else:
            phase.answer(dealer, prompt, seat, move)
        self.resume(dealer)

    def carry_out_answers(
        self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move], *, are_legal: bool = False
    ) -> None:
        """Opens the answers to a sealed prompt; a seat without one, or that has resigned, makes its default move.

        are_legal: they were chosen from the legal moves of this very state, so they are not checked again.
        """
        if not self.resigned_answers_count:
            answers = {seat: move for seat, move in answers.items() if seat not in dealer.state.public.left}
        phase = self.phases[prompt.phase]
        assert isinstance(phase, SealedPhase), "only sealed answers are opened together"
        phase.open(dealer, prompt, answers, are_legal=are_legal)
        self.resume(dealer)

    def resume(self, dealer: Dealer) -> None:
        """Resumes every prompt whose inner prompts have closed."""
        while not dealer.state.is_over and (prompt := dealer.resumable()) is not None:
            dealer.inside = prompt
            self.phases[prompt.phase].resumed(dealer, prompt)


def _outcome(dealer: Dealer, seat: Seat | None, prompt: int | None, move: Move | None) -> Outcome:
    return Outcome(seat, prompt, move, tuple(dealer.effects), state=dealer.state)
