"""Tables set up from faces, for tests that read like the rulebook: cards, then a move, then the result.

    table = lay(GAME, 3, zones={Zone("hand", 0): "ace*2 jack", Zone("pile"): "ten nine"}, public={"turn": 0})
    table.prompt(Turn, 0, plays_left=3)
    table.play(0, "lay", card="jack")
    assert table.faces("hand", 0) == "ace ace"

Faces name cards everywhere; `ace*2` is two aces; the top card of a pile comes last. Cards that are not laid out stay in
the box, or go to the zone `rest`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from games.kernel.dealer import Dealer
from games.kernel.effect import Effect, Moved, fold, redacted
from games.kernel.errors import RulesError
from games.kernel.game import BOX, Game, Outcome
from games.kernel.knowledge.memory import Memory
from games.kernel.phase import Phase
from games.kernel.rng import Rng
from games.kernel.slots import Counts, Slot, Text
from games.kernel.state import Move, Prompt, Seat, Sight, State, Zone
from games.kernel.template import LegalMoves
from games.kernel.view import View, view_of

Json = Any


def lay(
    game: Game,
    seats: int,
    options: Mapping[str, Json] | None = None,
    zones: Mapping[Zone, str] | None = None,
    public: Mapping[str, Json] | None = None,
    rest: Zone | None = None,
    seed: int = 0,
) -> Scenario:
    """Returns a table with these faces in these zones and this public state, but no prompt yet (`prompt` opens one)."""
    state = game.opening(seats, game.options.from_json(options or {}, seats))
    laid_cards: list[Moved] = []
    for zone, faces in (zones or {}).items():
        laid_cards.append(_moved(state, words(faces), zone))
        laid_cards[-1].apply(state)
    if rest is not None:
        laid_cards.append(_moved(state, [state.face(card) for card in state.cards("box")], rest))
        laid_cards[-1].apply(state)
    state.public = state.public.changed(public or {})
    return Scenario(game, state, seed, laid_cards)


def dealt(game: Game, seats: int, options: Mapping[str, Json] | None = None, seed: int = 0) -> Scenario:
    """Returns a table after the game's own setup."""
    table = lay(game, seats, options, seed=seed)
    table._done(game.start(seats, table.state.options, table.rng))
    return table


class Scenario:
    """A table in play. `state`: its current state; `acts`: the outcomes since it was set up."""

    def __init__(self, game: Game, state: State, seed: int, laid_cards: list[Moved]) -> None:
        self.game, self.state = game, state
        self.rng = Rng(seed.to_bytes(32, "big"))
        self.acts: list[Outcome] = []
        self.answers: dict[int, dict[Seat, Move]] = {}
        self._laid_cards = laid_cards
        self._memories: dict[Seat | None, tuple[Memory, int]] = {}  # with the number of acts that each memory includes

    # When

    def prompt(self, phase: type[Phase], seats: Any = (), **data: Json) -> int:
        """Opens a prompt and returns its id. `within`, `after`, `window` and `beside` are those of `Dealer.prompt`."""
        self.run(lambda dealer: dealer.prompt(phase, seats, **data))
        return max(self.state.prompts)

    def run(self, rule: Callable[[Any], object], inside: int | None = None) -> tuple[Effect, ...]:
        """Runs a rule on a dealer, as the code of a prompt does; returns the effects."""
        open_prompt = None if inside is None else self.state.prompts[inside]
        dealer: Dealer = self.game.dealer(self.state, self.rng, open_prompt)
        rule(dealer)
        self.game.resume(dealer)
        return self._done(Outcome(None, inside, None, tuple(dealer.effects)))

    def play(self, seat: Seat, verb: str, prompt: int | None = None, **args: Json) -> tuple[Effect, ...]:
        """Plays a move; returns the effects. Cards may be named by face. Sealed answers wait until all have arrived."""
        open_prompt, move = self._chosen(seat, verb, prompt, args)
        if not self.game.is_sealed(open_prompt):
            return self._done(self.game.play(self.state, seat, open_prompt.id, move, self.rng))
        answers = self.answers.setdefault(open_prompt.id, {})
        answers[seat] = self._validated(seat, open_prompt, move)
        if set(answers) != set(open_prompt.seats):
            arrived = self.game.arrive(self.state, seat, open_prompt.id)
            return () if arrived is None else self._done(arrived)
        return self._done(self.game.open(self.state, open_prompt.id, self.answers.pop(open_prompt.id), self.rng))

    def default(self, seat: Seat, prompt: int | None = None) -> tuple[Effect, ...]:
        """Plays a seat's default move."""
        open_prompt = self.open_prompt(seat) if prompt is None else self.state.prompts[prompt]
        move = self.game.default(self.state, seat, open_prompt.id)
        return self.play(seat, move.verb, open_prompt.id, **move.args)

    def expire(self, prompt: int) -> tuple[Effect, ...]:
        """Lets the time of a prompt run out."""
        answers = self.answers.pop(prompt, {})
        return self._done(self.game.expire(self.state, prompt, answers, self.rng))

    def resign(self, seat: Seat) -> tuple[Effect, ...]:
        """Lets a seat resign."""
        return self._done(self.game.resign(self.state, seat, self.rng))

    # Then

    def faces(self, name: str, seat: Seat | None = None, number: int | None = None, in_order: bool = False) -> str:
        """Returns the faces in a zone, in printed order; those of a pile (or `in_order`) as they lie, top card last."""
        faces = [self.state.face(card) for card in self.state.cards(name, seat, number)]
        if not in_order and self.game.sights[name] is not Sight.NOBODY:
            faces.sort(key=list(self.game.deck.attributes).index)
        return " ".join(faces)

    def size(self, name: str, seat: Seat | None = None, number: int | None = None) -> int:
        """Returns the number of cards in a zone."""
        return self.state.size(name, seat, number)

    @property
    def public(self) -> Any:
        """Returns the public state."""
        return self.state.public

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Returns the seats that the match waits for."""
        return self.game.to_act(self.state)

    def open_prompt(self, seat: Seat) -> Prompt:
        """Returns the first prompt that a seat may answer."""
        return self.game.prompts_for(self.state, seat)[0]

    def legal(self, seat: Seat, prompt: int | None = None) -> LegalMoves:
        """Returns a seat's legal moves."""
        return self.game.legal_moves(self.view(seat), prompt)

    def verbs(self, seat: Seat, prompt: int | None = None) -> set[str]:
        """Returns the verbs that a seat may use."""
        return {template.verb for template in self.legal(seat, prompt).templates}

    def refusal(self, seat: Seat, verb: str, prompt: int | None = None, **args: Json) -> str | None:
        """Returns the code of a refused move (its first reason's code, if any); None if the move is legal."""
        try:
            open_prompt, move = self._chosen(seat, verb, prompt, args)
            self.game.validate(self.state, seat, open_prompt.id, move)
        except RulesError as error:
            return error.errors[0].code if error.errors else error.code
        return None

    def view(self, seat: Seat | None) -> View:
        """Returns a seat's view, with its memory of all acts since the setup."""
        memory, learnt = self._memories.get(seat) or (self._memory_of_the_laid_cards(seat), 0)
        for outcome in self.acts[learnt:]:
            memory.learn(self._redacted(outcome, seat))
        self._memories[seat] = memory, len(self.acts)
        return view_of(self.state, seat, memory.known)

    def effects_for(self, seat: Seat | None, outcome: int = -1) -> list[dict[str, Json]]:
        """Returns the effects of an outcome (by default the last) as a seat receives them, as JSON."""
        return [effect.to_json() for effect in self._redacted(self.acts[outcome], seat)]

    # Helpers

    def _memory_of_the_laid_cards(self, seat: Seat | None) -> Memory:
        memory = Memory(seat, self.game.sights)
        memory.learn(moved.replaced({"faces": (None,) * len(moved.cards)}) for moved in self._laid_cards)
        return memory

    def _redacted(self, outcome: Outcome, seat: Seat | None) -> list[Effect]:
        return list(redacted(outcome.effects, self.state.seats, self.game.sights, seat))

    def _done(self, outcome: Outcome) -> tuple[Effect, ...]:
        self.state = fold(self.state, outcome.effects)  # type: ignore[assignment]
        self.acts.append(outcome)
        return outcome.effects

    def _validated(self, seat: Seat, open_prompt: Prompt, move: Move) -> Move:
        answer = self.game.validate(self.state, seat, open_prompt.id, move).move
        assert answer is not None
        return answer

    def _chosen(self, seat: Seat, verb: str, prompt: int | None, args: Mapping[str, Json]) -> tuple[Prompt, Move]:
        """Returns the prompt of a verb, and the move with card ids: the first legal interpretation, else any."""
        prompts = self.game.prompts_for(self.state, seat)
        readings = [(p, m) for p in prompts if prompt in (None, p.id) for m in self._readings(seat, p, verb, args)]
        for open_prompt, move in readings:
            if move in self.legal(seat, open_prompt.id):
                return open_prompt, move
        if not readings:
            assert prompts, f"seat {seat} has no prompt"
            return next((p for p in prompts if p.id == prompt), prompts[0]), Move(verb, args)
        return readings[0]

    def _readings(self, seat: Seat, prompt: Prompt, verb: str, args: Mapping[str, Json]) -> list[Move]:
        faces = self.view(seat).faces
        templates = self.legal(seat, prompt.id).of(verb)
        filled = [{name: _filled(t.slots.get(name), value, faces) for name, value in args.items()} for t in templates]
        return [Move(verb, one) for one in filled]


def words(faces: str) -> list[str]:
    """Returns the faces in a line of text: `ace*2 jack` is `ace ace jack`."""
    parted = (word.partition("*") for word in faces.split())
    return [face for face, _, times in parted for _ in range(int(times or 1))]


def _moved(state: State, faces: list[str], zone: Zone) -> Moved:
    box = list(state.cards("box"))
    cards = []
    for face in faces:
        card = next((card for card in box if state.face(card) == face), None)
        assert card is not None, f"there are not enough {face!r} in the box"
        box.remove(card)
        cards.append(card)
    to = tuple(range(state.next_card, state.next_card + len(cards)))
    return Moved(tuple(cards), to, tuple(faces), BOX, zone)


def _filled(slot: Slot | None, value: Json, faces: Mapping[int, str]) -> Json:
    """Returns a value with card ids in place of faces, preferring cards that the slot offers."""
    if not isinstance(value, str) or slot is None or isinstance(slot, Text):
        return value
    if isinstance(slot, Counts):
        return dict(Counter(words(value)))
    offered = next((getattr(slot, name) for name in ("options", "of", "worth") if hasattr(slot, name)), ())
    if value in offered:
        return value
    cards = _cards(words(value), offered, faces)
    return cards[0] if slot.kind == "one_of" else cards


def _cards(faces_to_find: list[str], offered: Any, faces: Mapping[int, str]) -> list[Json]:
    """Returns a different card for each face; the face itself if there is none, which every slot refuses."""
    chosen: list[Json] = []
    for face in faces_to_find:
        free = (card for card in [*offered, *faces] if faces.get(card) == face and card not in chosen)
        chosen.append(next(free, face))
    return chosen
