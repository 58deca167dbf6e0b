"""The interface of a game's rules: setup, prompted seats, legal moves, and the outcome of a move.

All functions are pure: the same state, move and match seed always produce the same effects.
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
    """The content of one event: the effects of a move, the clock or a resignation.

    private: the names of the move's arguments that other seats do not receive; ordered: the names of the arguments
    whose order matters. state: the state after the effects; None if the rules have not just decided the outcome.
    """

    seat: Seat | None
    prompt: int | None
    move: Move | None
    effects: tuple[Effect, ...]
    private: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()
    state: State | None = None


class Rematch(NamedTuple):
    """The start of another match between the same players.

    order: for each seat of the new match, the player's seat in the old match; options: the options that change.
    """

    order: tuple[Seat, ...]
    options: Mapping[str, Json] = {}


class Length(NamedTuple):
    """The duration of a match among people.

    minutes: the duration with the default options; option: the path of the option (a number) to which the duration is
    proportional; first: the options of a player's first match.
    """

    minutes: int
    option: tuple[str, ...] = ()
    first: Mapping[str, Json] = {}


class Game(metaclass=Extensible):
    """The rules of one title in one version; each game is a subclass with these fields and `setup`.

    seats: the possible numbers of seats. sight: for each kind of zone, who sees its faces. sets: the kinds of zones
    whose cards have no order. options, public: the dataclasses of its options and public state. dealer: the class that
    executes its rules. keeps_resigned_answers: whether a sealed answer counts if its seat has resigned since; True in
    first versions.
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
    keeps_resigned_answers: ClassVar[bool] = False
    backs: ClassVar[Backs] = ONE_BACK
    length: ClassVar[Length | None] = None

    def __init__(self) -> None:
        self.phases: Mapping[str, Phase] = {phase_name(phase): phase() for phase in self.phase_types}
        self.sights: Mapping[str, Sight] = {"box": Sight.ALL, "position": Sight.NOBODY, **self.sight}

    @property
    def package(self) -> str:
        """The package of the game, which contains its texts and meanings."""
        return ".".join(type(self).__module__.split(".")[:2])

    # The methods that a game defines

    def setup(self, dealer: Dealer) -> None:
        """Sets up the table, from the box to the first prompt; the options are in the state."""
        raise NotImplementedError

    def box(self, seats: int, options: Options) -> Iterable[Face]:
        """Returns the faces of all cards of a match, in printed order."""
        return self.deck.faces()

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        """Returns the zones that exist, empty, from the start; numbered zones appear and disappear with their cards."""
        return ()

    def bound(self, seats: int, options: Options) -> int:
        """Returns an upper bound on the number of events of a match."""
        raise NotImplementedError

    def seat_resigned(self, dealer: Dealer, seat: Seat) -> None:
        """Executes the consequences of a resignation; the seat is already in `public.left`.

        By default the last seat that has not resigned wins. While several such seats play, a resigned seat makes
        default moves and comes last.
        """
        stayed = [other for other in range(dealer.state.seats) if other not in dealer.state.public.left]
        if len(stayed) == 1:
            dealer.end([stayed], self.scores_so_far(dealer.state))

    def rematch(self, state: State) -> Rematch:
        """Returns the start of another match, given a finished match's last state; by default with the same seats."""
        return Rematch(tuple(range(state.seats)))

    def scores_so_far(self, table: Table) -> tuple[int, ...] | None:
        """Returns each seat's score if the match ends because all others resigned; None if the game has no scores."""
        return None

    def attributes(self, options: Options) -> Mapping[Face, Mapping[str, Json]]:
        """Returns the printed attributes of each face of a match; by default the attributes in the deck."""
        return self.deck.attributes

    def blanks(self, options: Options, viewer: Seat | None) -> Mapping[str, tuple[Seat, ...]]:
        """Returns the public numbers that clients hide until the match ends: for each field, the seats concerned.

        All players could have counted these numbers, but the table does not show them. They are not secret: views and
        logs contain them. By default a client shows the whole public state.
        """
        return {}

    def zone_values(self, table: Table, zone: Zone) -> Mapping[str, int]:
        """Returns the numbers, in addition to its cards, that texts may mention for a visible zone; by default none."""
        return {}

    # The methods that the kernel derives

    def opening(self, seats: int, options: Options) -> State:
        """Returns the table before the first event, with all cards in the box."""
        state = State(seats, options, self.sights, self.public(), self.sets)
        faces = tuple(self.box(seats, options))
        state.faces = dict(enumerate(faces))
        state.zones = {BOX: tuple(state.faces), **{zone: () for zone in self.zones(seats, options)}}
        state.next_card = len(faces)
        return state

    def start(self, seats: int, options: Options, rng: Rng) -> Outcome:
        """Returns the outcome of the setup."""
        dealer = self.dealer(self.opening(seats, options), rng)
        self.setup(dealer)
        self.resume(dealer)
        return _outcome(dealer, None, None, None)

    def to_act(self, table: Table) -> tuple[Seat, ...]:
        """Returns the seats that the match waits for."""
        prompts = table.open_prompts
        if len(prompts) == 1:
            seats = self.phases[prompts[0].phase].required_seats(table, prompts[0])
            return seats if len(seats) < 2 else tuple(sorted(set(seats)))
        return tuple(sorted({s for p in prompts for s in self.phases[p.phase].required_seats(table, p)}))

    def may_act(self, table: Table) -> tuple[Seat, ...]:
        """Returns the seats that may act although the match does not wait for them.

        Seats that have resigned or have no choice are excluded.
        """
        phases = [(p, self.phases[p.phase]) for p in table.open_prompts]
        able = {
            s for p, phase in phases if p.mode == "open" or phase.sealed for s in phase.seats_able_to_answer(table, p)
        }
        return tuple(sorted(able.difference(self.to_act(table), table.public.left)))

    def prompts_for(self, table: Table, seat: Seat | None) -> tuple[Prompt, ...]:
        """Returns the prompts that a seat may answer now; prompts that require its answer come first."""
        prompts = [p for p in table.open_prompts if seat in p.seats]
        if len(prompts) < 2:
            return tuple(prompts)
        required = [p for p in prompts if seat in self.phases[p.phase].required_seats(table, p)]
        return (*required, *[p for p in prompts if p not in required])

    def open_prompt(self, table: Table, seat: Seat, prompt: int) -> Prompt:
        """Returns the prompt with that id; raises StalePrompt if it is not open for this seat."""
        for candidate in table.open_prompts:
            if candidate.id == prompt and seat in candidate.seats:
                return candidate
        raise StalePrompt(f"expected a prompt open for seat {seat}, got {prompt!r}")

    def legal_moves(self, view: View, prompt: int | None = None) -> LegalMoves:
        """Returns the viewer's legal answers to a prompt; by default to the first prompt that requires an answer."""
        if view.viewer is None:
            return LegalMoves(())
        if prompt is None:
            prompts = self.prompts_for(view, view.viewer)
            return self._legal(view, prompts[0]) if prompts else LegalMoves(())
        return self._legal(view, self.open_prompt(view, view.viewer, prompt))

    def _legal(self, view: View, prompt: Prompt) -> LegalMoves:
        return self.phases[prompt.phase].legal_moves(view, prompt)

    def is_sealed(self, prompt: Prompt) -> bool:
        """Returns whether answers to a prompt stay sealed until all have arrived."""
        return self.phases[prompt.phase].sealed

    @property
    def phases_hiding_arrival(self) -> tuple[str, ...]:
        """The phases whose answers arrive without being seen by other seats, in order of their names."""
        sealed = ((name, phase) for name, phase in self.phases.items() if isinstance(phase, SealedPhase))
        return tuple(sorted(name for name, phase in sealed if not phase.shows_arrival))

    # Moves, as the log records them

    def validate(self, state: State, seat: Seat, prompt: int, move: Move) -> Outcome:
        """Returns a move in its normal form, without effects; raises StalePrompt, StaleOffer or IllegalMove."""
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
        """Returns the outcome of a move; raises StalePrompt, StaleOffer or IllegalMove."""
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
        """Returns the outcome of a legal anonymous move; its event has no seat."""
        return _outcome(self._carried_out(state, prompt, None, move, rng), None, prompt, move)

    def _carried_out(self, state: State, prompt: int, seat: Seat | None, move: Move, rng: Rng) -> Dealer:
        """Returns a dealer that has executed a move on a copy of the state."""
        dealer = self.dealer(state, rng, state.prompts[prompt])
        self.carry_out(dealer, state.prompts[prompt], seat, move)
        return dealer

    def arrive(self, state: State, seat: Seat, prompt: int) -> Outcome | None:
        """Returns the public outcome of a seat's first answer to a sealed prompt; None if others see nothing."""
        open_prompt = self.open_prompt(state, seat, prompt)
        phase = self.phases[open_prompt.phase]
        if not isinstance(phase, SealedPhase) or not phase.shows_arrival or seat in open_prompt.arrived:
            return None
        dealer = self.dealer(state, Rng(b""), open_prompt)
        dealer.answered(seat)
        return _outcome(dealer, seat, prompt, None)

    def open(self, state: State, prompt: int, answers: Mapping[Seat, Move], rng: Rng) -> Outcome:
        """Opens the answers to a sealed prompt; a seat without an answer, or resigned, makes its default move."""
        dealer = self.dealer(state, rng, state.prompts[prompt])
        self.carry_out_answers(dealer, state.prompts[prompt], answers)
        return _outcome(dealer, None, prompt, None)

    def expire(self, state: State, prompt: int, answers: Mapping[Seat, Move], rng: Rng) -> Outcome:
        """Returns the outcome of an expired prompt: a default move, or the end of a sealed or open prompt."""
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
        """Returns the default move of a seat, for a seat that does not answer."""
        open_prompt = self.open_prompt(state, seat, prompt)
        return self.phases[open_prompt.phase].default(Window(state, seat), open_prompt)

    def resign(self, state: State, seat: Seat, rng: Rng) -> Outcome:
        """Returns the outcome of a seat's resignation."""
        dealer = self.dealer(state, rng)
        dealer.change(left=(*state.public.left, seat))
        self.seat_resigned(dealer, seat)
        self.resume(dealer)
        return _outcome(dealer, seat, None, None)

    # Moves on a dealer: shared by the log and `Simulation`

    def carry_out(self, dealer: Dealer, prompt: Prompt, seat: Seat | None, move: Move) -> None:
        """Executes a legal move in its normal form. seat: None for an anonymous move."""
        phase = self.phases[prompt.phase]
        if seat is None:
            phase.run(dealer, prompt, None, move)
        else:
            phase.answer(dealer, prompt, seat, move)
        self.resume(dealer)

    def carry_out_answers(
        self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move], *, are_legal: bool = False
    ) -> None:
        """Opens the answers to a sealed prompt; a seat without an answer, or a resigned seat, makes its default move.

        are_legal: the answers were chosen from this state's legal moves, so they are not checked again.
        """
        if not self.keeps_resigned_answers:
            answers = {seat: move for seat, move in answers.items() if seat not in dealer.state.public.left}
        phase = self.phases[prompt.phase]
        assert isinstance(phase, SealedPhase), "only sealed answers are opened together"
        phase.open(dealer, prompt, answers, are_legal=are_legal)
        self.resume(dealer)

    def resume(self, dealer: Dealer) -> None:
        """Resumes every prompt whose inner prompts have all closed."""
        while not dealer.state.is_over and (prompt := dealer.pop_resumable()) is not None:
            dealer.inside = prompt
            self.phases[prompt.phase].resumed(dealer, prompt)


def _outcome(dealer: Dealer, seat: Seat | None, prompt: int | None, move: Move | None) -> Outcome:
    return Outcome(seat, prompt, move, tuple(dealer.effects), state=dealer.state)
