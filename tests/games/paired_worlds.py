"""Paired worlds: a viewer receives the same in two worlds that differ only in what the viewer cannot know.

World A is a random match. World B has the same public past: at each shuffle the cards that the viewer does not know by
then are dealt again, and the others' hidden choices are made again where they can be. Cards that the viewer sees only
as they leave a hidden set came in another order, at another time or from another hand (`placed`). At that moment, at
the last few before it (`NEAR`) and after one further act, everything that goes out to the viewer must be the same, byte
for byte. A pair is given up (and counted) only if a face that the viewer rightly sees differs (the order of faces out
of a set never may), or an open choice of another seat is not legal in B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from bots import policies
from events.policies import POLICIES
from games.kernel.codec import view_json
from games.kernel.deck import CardId, Face
from games.kernel.effect import Answered, Effect, Moved, Prompted, Shown, redacted
from games.kernel.errors import RulesError
from games.kernel.game import Game
from games.kernel.memory import Memory
from games.kernel.options import Options
from games.kernel.record import merged, record
from games.kernel.rng import Draws, policy_draws
from games.kernel.state import Move, Seat, State, Zone
from games.kernel.template import Template
from games.kernel.view import view_of
from tests.games.card_knowledge import (
    DEALT_OTHERWISE,
    EXCHANGED,
    IN_ANOTHER_ORDER,
    STAYING,
    Divergence,
    Knowledge,
    fits,
    placed,
    rigged,
    sees,
)
from tests.games.checked_match import reproduction
from tests.games.checks import mutations
from tests.games.simulate import FIRST_ID, Decision, Match, Players, Step, canonical

TRIES = 6
NEAR = 8  # so many moments before the last one are compared too: little is learnt in between that B could not deal anew
# What a rule has a seat do of necessity, so that it tells rightly what its hand holds (rulebook of Dale of Merchants):
# faces that are shown as soon as a rule counts them, for their passive text has no "may"; and questions that are only
# asked where there is an answer, as when a Seeing Doubles drawn by Charm has to be built if any card of the hand fits.
COMPULSORY_FACES = {"dale_of_merchants": frozenset({"cookies"})}
COMPULSORY_PHASES = {"dale_of_merchants": frozenset({"charm"})}
ANEW = (0, 3, 4, 6, 10)
MANNERS = (STAYING, DEALT_OTHERWISE, DEALT_OTHERWISE, DEALT_OTHERWISE, IN_ANOTHER_ORDER, EXCHANGED)
# How a hidden choice is made in B: anew; by the cards that A names, whose faces may differ; by the faces that A chose.
ANOTHER, SAME_CARDS, SAME_FACES = "another", "same_cards", "same_faces"
WAYS = {1: SAME_CARDS, 0: SAME_FACES}


class Leak(AssertionError):
    """Something went out to a viewer that depends on what the viewer cannot know."""


class Result(NamedTuple):
    """How many pairs were compared, how many given up, at how many moments in all, and the pair of a leak."""

    pairs: int = 0
    rejected: int = 0
    moments: int = 0
    leak: str | None = None

    def plus(self, other: Result) -> Result:
        """Both together."""
        leak = self.leak or other.leak
        return Result(
            self.pairs + other.pairs, self.rejected + other.rejected, self.moments + other.moments, leak
        )  # fmt: skip


class Outputs:
    """Everything that goes out to a viewer, as the service makes it. Planted leaks override one of these."""

    def row(self, match: Match, step: Step, viewer: Seat | None) -> Any:
        """An event as the viewer receives it, with the paths (not the values) of what they do not receive."""
        public_part = record(step.outcome, match.seats, match.game.sights)
        parts = {s.path: s.value for s in public_part.hidden_parts if viewer in s.readers}
        hidden_places = [[s.path, list(s.readers), s.each] for s in public_part.hidden_parts]
        return [
            step.type,
            step.by,
            step.outcome.seat,
            step.outcome.prompt,
            merged(public_part.move, public_part.effects, parts),
            hidden_places,
        ]

    def view(self, match: Match, viewer: Seat | None, memory: Memory) -> Any:
        """The view, with what the viewer has learnt; it holds who is waited for."""
        return view_json(match.game, view_of(match.state, viewer, memory.known))

    def legal(self, match: Match, viewer: Seat) -> Any:
        """The legal moves of all prompts that the viewer may answer."""
        view = view_of(match.state, viewer)
        prompts = match.game.prompts_for(view, viewer)
        moves = [(p.id, match.game.legal_moves(view, p.id)) for p in prompts]
        return [[prompt, legal.to_json(), str(legal.count())] for prompt, legal in moves]

    def refusal(self, match: Match, viewer: Seat, prompt: int, move: Move) -> Any:
        """The answer to a move that may be wrong."""
        try:
            match.game.validate(match.state, viewer, prompt, move)
        except RulesError as refused:
            return [refused.code, refused.detail, [list(error) for error in refused.errors]]
        return "accepted"

    def bot(self, match: Match, viewer: Seat, name: str, memory: Memory) -> Any:
        """The move of a bot in the viewer's place, from the same chance in both worlds."""
        view = view_of(match.state, viewer, memory.known)
        if (legal := match.game.legal_moves(view)) and view.prompts:
            return policies.get(match.game.key, name)(view, legal, policy_draws(b"bot", match.seed, viewer))
        return None


class Learning:
    """What a viewer learns of a world from the events that they receive, one after the other."""

    def __init__(self, world: Match, viewer: Seat | None) -> None:
        self.world, self.viewer, self.memory, self.rows = world, viewer, Memory(viewer, world.game.sights), 0

    def until(self, place: int) -> Memory:
        """What the viewer knows after so many decisions; asked for in the order of the places."""
        sights, end = self.world.game.sights, self.world.ends[place]
        for step in self.world.steps[self.rows : end]:
            self.memory.learn(redacted(step.outcome.effects, self.world.seats, sights, self.viewer))
        self.rows = end
        return self.memory


class Pair:
    """World A up to one of its decisions (`until`), seen by one viewer, and a world B made to look the same."""

    def __init__(self, one: Match, viewer: Seat | None, until: int, draws: Draws, outputs: Outputs) -> None:
        self.one, self.viewer, self.until, self.draws, self.outputs = one, viewer, until, draws, outputs
        learnt, past = Knowledge(one.game, viewer), one.steps[: one.ends[until]]
        for step in past:
            learnt.follow(step)
        self.learnt = learnt
        self.opened = {effect.prompt for step in past for effect in step.outcome.effects if _opens(effect)}
        self.answers: dict[int, dict[Seat, Move]] = {}
        again = ANEW[draws.below(len(ANEW))]
        faces = placed(learnt, MANNERS[draws.below(len(MANNERS))], draws)
        self.other = Match(rigged(one.rules, learnt, faces, again, draws), one.seats, one.options, one.seed)
        self.learning = {id(match): Learning(match, viewer) for match in (self.one, self.other)}
        self._same_rows(-1)

    def compare(self) -> int:
        """Compares on the way to the moment, there, and after one further act; gives at how many moments.

        Raises Leak, or Divergence before the moment.
        """
        near = max(0, self.until - NEAR)
        for place in range(self.until):
            if place >= near:
                self._same_outputs(place, probes=6)
            self._follow(place)
        self._same_outputs(self.until)
        compared = self.until - near + 1
        if self.until == len(self.one.decisions) or any(map(_opens, self._effects(self.until))):
            return compared
        try:
            self._follow(self.until)
        except Divergence:
            return compared
        self._same_outputs(self.until + 1)
        return compared + 1

    # World B goes the way of world A

    def _follow(self, place: int) -> None:
        """Repeats in B what happened in A; makes hidden choices again until they lead to the same public events."""
        decision, mark = self.one.decisions[place], self.other.mark()
        sealed = self._is_sealed(decision)
        if sealed:
            assert decision.seat is not None and decision.prompt is not None and decision.move is not None
            self.answers.setdefault(decision.prompt, {})[decision.seat] = decision.move
        tries = TRIES if sealed or self._private(decision, place) else 1
        for left in reversed(range(tries)):
            try:
                self.other.decide(self._chosen(decision, place, sealed, WAYS.get(left, ANOTHER)))
                self._same_rows(place)
                if left and not self._can_follow(place):
                    raise Divergence("a card that the viewer sees later has gone another way")
                return
            except (RulesError, Divergence) as reason:
                if left == 0:
                    raise Divergence(f"{decision.kind} of seat {decision.seat}: {reason}") from reason
            self.other.back(mark)

    def _can_follow(self, place: int) -> bool:
        """Whether B can still go the way of A: what the viewer sees later lies where it has to."""
        needed = self.learnt.needs(self.one.steps[self.one.ends[place + 1] - 1].after)
        return fits(needed, self.other.state, self.one.game.sets)

    def _is_sealed(self, decision: Decision) -> bool:
        prompt = self.other.state.prompts.get(-1 if decision.prompt is None else decision.prompt)
        return decision.kind == "move" and prompt is not None and self.other.game.is_sealed(prompt)

    def _private(self, decision: Decision, place: int) -> tuple[str, ...]:
        """The arguments of another seat's move that the viewer does not receive."""
        rows = self.one.rows_of(place)
        return rows[0].outcome.private if rows and decision.kind == "move" and decision.seat != self.viewer else ()

    def _chosen(self, decision: Decision, place: int, sealed: bool, way: str) -> Decision:
        """The decision as it is taken in B; sealed answers that wait beside it may be made again with it."""
        if decision.kind != "move" or decision.move is None:
            return decision
        if sealed:
            held = self.other.sealed.get(decision.prompt or 0, {})
            held.update({seat: self._answer(decision, seat, place, way) for seat in held if seat != decision.seat})
            return decision._replace(move=self._answer(decision, decision.seat or 0, place, way))
        private = self._private(decision, place)
        if not private or way == SAME_CARDS:
            return decision
        return decision._replace(
            move=self._other_move(decision, private) if way == ANOTHER else self._by_face(decision.move, place)
        )

    def _answer(self, decision: Decision, seat: Seat, place: int, way: str) -> Move:
        """A seat's sealed answer in B. One that is not opened yet may be anything."""
        prompt, move = decision.prompt or 0, self.answers[decision.prompt or 0][seat]
        if way == ANOTHER and seat != self.viewer:
            if prompt not in self.opened:
                return self.other.legal(seat, prompt).sample(self.draws)
            move = self._other_move(Decision("move", seat, prompt, move), tuple(move.args))
        elif way == SAME_FACES:
            move = self._by_face(move, place)
        answer = self.other.game.validate(self.other.state, seat, prompt, move).move
        assert answer is not None
        return answer

    def _by_face(self, move: Move, place: int) -> Move:
        """A move with the cards of B that have the faces which those named in A have there."""
        alike: dict[CardId, CardId] = {}
        one, other = self.one.steps[self.one.ends[place] - 1].after, self.other.state
        for zone, cards in one.zones.items():
            if not sees(self.one.game, self.viewer, zone):
                _pair_off(cards, other.zones.get(zone, ()), one, other, alike)
        return Move(move.verb, _renamed(move.args, alike))

    def _other_move(self, decision: Decision, private: tuple[str, ...]) -> Move:
        """A move that differs from the one in A only where the viewer cannot see it; the same move if there is none."""
        move, prompt, seat = decision.move, decision.prompt, decision.seat
        assert move is not None and prompt is not None and seat is not None
        seen = set(view_of(self.other.state, self.viewer).faces)
        openly = {name: value for name, value in move.args.items() if name not in private}
        templates = [t for t in self.other.legal(seat, prompt).of(move.verb) if set(t.slots) == set(move.args)]
        fitting = [template for template in templates if _fits(template, openly)]
        for template in fitting * TRIES:
            found = Move(move.verb, {**openly, **template.filled(openly).sample(self.draws).args})
            if all(shape(found.args[name], seen) == shape(move.args[name], seen) for name in private):
                return found
        return move

    # What must be the same

    def _same_rows(self, place: int) -> None:
        """Compares the rows that came of a decision."""
        ones, others = self.one.rows_of(place), self.other.rows_of(place)
        for one, other in zip(ones, others, strict=False):
            self._same_row(one, other)
        if len(ones) != len(others):
            self._leak(place, "the number of rows", len(ones), len(others))

    def _effects(self, place: int) -> list[Effect]:
        return [effect for step in self.one.rows_of(place) for effect in step.outcome.effects]

    def _same_row(self, one: Step, other: Step) -> None:
        first, second = self._told(self.one, one), self._told(self.other, other)
        if first == second:
            return
        if one.by == "clock" and _choices(one) != _choices(other):
            raise Divergence("the clock answers from a hand that the viewer does not see")
        sight, seats = self.one.game.sights, self.one.seats
        effects = (redacted(s.outcome.effects, seats, sight, self.viewer) for s in (one, other))
        pairs_of_effects = zip(*effects, strict=False)
        parting = next(((a, b) for a, b in pairs_of_effects if a != b), None)
        is_ordered = bool(one.outcome.ordered)
        if parting is not None and (self._rightly(*parting, is_ordered) or any(map(self._is_compulsory, parting))):
            raise Divergence("a face differs that the viewer sees")
        self._leak(self.until, "a row", first, second)

    def _told(self, match: Match, step: Step) -> bytes:
        return canonical(self.outputs.row(match, step, self.viewer))

    def _rightly(self, one: Effect, other: Effect, is_ordered: bool) -> bool:
        """Whether two effects, as the viewer receives them, differ because of faces that the viewer may see.

        is_ordered: a player chose an order, so that it may differ, too; otherwise the cards of a set have none.
        """
        if isinstance(one, Moved) and isinstance(other, Moved):
            game, zones = self.one.game, ((one.src, one.dst), (other.src, other.dst))
            seen = all(sees(game, self.viewer, src) or sees(game, self.viewer, dst) for src, dst in zones)
            may_differ = is_ordered or one.draw is not None or self._differ(one.faces, other.faces, one.src)
            return seen and one.src == other.src and len(one.faces) == len(other.faces) and may_differ
        if isinstance(one, Shown) and isinstance(other, Shown):
            to_viewer = one.to is None or self.viewer in one.to or sees(self.one.game, self.viewer, one.zone)
            return to_viewer and _but_faces(one) == _but_faces(other) and self._differ(one.faces, other.faces, one.zone)
        return False

    def _differ(self, ones: Sequence[Face | None], others: Sequence[Face | None], src: Zone) -> bool:
        """Whether faces that were seen differ otherwise than in the order in which cards of a set are named."""
        return Counter(ones) != Counter(others) if src.name in self.one.game.sets else ones != others

    def _is_compulsory(self, effect: Effect) -> bool:
        """Whether a card is shown, or a seat prompted, because it has to be."""
        key = self.one.game.key
        if isinstance(effect, Prompted):
            return effect.prompt.phase in COMPULSORY_PHASES.get(key, frozenset())
        must = COMPULSORY_FACES.get(key, frozenset())
        return isinstance(effect, Moved) and sees(self.one.game, self.viewer, effect.dst) and must >= {*effect.faces}

    def _same_outputs(self, place: int, probes: int = 60) -> None:
        ones, others = (self._outputs(match, place, probes) for match in (self.one, self.other))
        for what, one in ones.items():
            if canonical(one) != canonical(others[what]):
                self._leak(place, what, canonical(one), canonical(others[what]))

    def _outputs(self, world: Match, place: int, probes: int) -> dict[str, Any]:
        """Everything that goes out to the viewer after so many decisions."""
        match, memory = world.at(place), self.learning[id(world)].until(place)
        seen = {"the view": self.outputs.view(match, self.viewer, memory)}
        if self.viewer is None or match.state.is_over:
            return seen
        tried = self._probes(place)[:probes]
        return {
            **seen,
            "legal moves": self.outputs.legal(match, self.viewer),
            "refusals": [self.outputs.refusal(match, self.viewer, prompt, move) for prompt, move in tried],
            "bots": [self.outputs.bot(match, self.viewer, name, memory) for name in bots_of(match.game)],
        }

    def _probes(self, place: int) -> list[tuple[int, Move]]:
        """Moves to try in both worlds: changed legal ones, with cards that the viewer does not see among the rest."""
        one = self.one.at(place)
        assert self.viewer is not None
        draws = policy_draws(b"probes", self.one.seed, place)
        moves: list[tuple[int, Move]] = [(-1, Move("pass"))]
        for prompt in one.game.prompts_for(one.state, self.viewer):
            for template in one.legal(self.viewer, prompt.id).templates[:6]:
                changed = list(mutations(template.sample(draws), one.state, draws))
                moves += [(prompt.id, move) for move in changed[draws.below(4) :: 4]]
        return moves[:60]

    def _leak(self, place: int, what: str, one: Any, other: Any) -> None:
        leak = Leak(f"{what} of viewer {self.viewer} differs after {place} decisions:\nA {_around(one, other)}")
        leak.add_note(reproduction(self.one))
        raise leak


def compare(
    game: Game, seats: int, options: Options, seed: int, pairs: int = 4, outputs: Outputs | None = None, most: int = 120
) -> Result:
    """Compares some viewers at some moments of one random match with other worlds; raises nothing, tells all."""
    one, players, draws = Match(game, seats, options, seed), Players.of_seed(seed), policy_draws(b"pairs", seed)
    length = 1 + draws.below(most)
    while not one.state.is_over and len(one.decisions) < length:
        one.decide(players.decision(one))
    result = Result()
    for _ in range(pairs):
        viewer = (None, *range(seats))[draws.below(seats + 1)]
        until = draws.below(len(one.decisions) + 1)
        result = result.plus(_compared(one, viewer, until, draws, outputs or Outputs()))
    return result


def _compared(one: Match, viewer: Seat | None, until: int, draws: Draws, outputs: Outputs) -> Result:
    try:
        return Result(1, 0, Pair(one, viewer, until, draws, outputs).compare())
    except Divergence:
        return Result(0, 1)
    except Leak as leak:
        return Result(1, 0, 0, "\n".join((str(leak), *leak.__notes__)))


def bots_of(game: Game) -> tuple[str, ...]:
    """The bots there are for a game."""
    return _bots_of(game.key)


@cache
def _bots_of(key: str) -> tuple[str, ...]:
    return tuple(name for name in POLICIES if name == "uniform" or find_spec(f"bots.policies.{name}.{key}"))


def shape(value: Any, seen: Container[Any] = ()) -> Any:
    """What of a hidden choice may show: how many unseen cards, never which; and which of those in sight (`seen`)."""
    if type(value) is int and value >= FIRST_ID:
        return value if value in seen else "card"
    if isinstance(value, dict) and all(type(number) is int for number in value.values()):
        return sum(value.values())
    if isinstance(value, list | tuple):
        return [shape(item, seen) for item in value]
    return value


def _pair_off(
    ones: Sequence[CardId | None],
    others: Sequence[CardId | None],
    one: State,
    other: State,
    alike: dict[CardId, CardId],
) -> None:
    """Pairs the cards of a zone of A with those of B: the same card if its face is the same, else one of its face."""
    there = [card or 0 for card in others]
    moved = []
    for card in ones:
        if card in there and one.faces[card] == other.faces[card]:
            there.remove(card)
        else:
            moved.append(card or 0)
    for card in sorted(moved, key=lambda card: one.faces[card] not in {other.faces[free] for free in there}):
        if there:
            free = next((free for free in there if other.faces[free] == one.faces[card]), there[0])
            there.remove(free)
            alike[card] = free


def _renamed(value: Any, alike: Mapping[CardId, CardId]) -> Any:
    """A value with other cards for those that it names."""
    if type(value) is int:
        return alike.get(value, value)
    if isinstance(value, Mapping):
        return {key: _renamed(item, alike) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(item, alike) for item in value]
    return value


def _fits(template: Template, args: dict[str, Any]) -> bool:
    return all(name in template.slots and value in template.slots[name] for name, value in args.items())


def _opens(effect: Effect) -> bool:
    return isinstance(effect, Answered) and effect.move is not None


def _choices(step: Step) -> Any:
    """What the clock answered, without what is hidden of it."""
    moves = [step.outcome.move, *(e.move for e in step.outcome.effects if isinstance(e, Answered))]
    return [move and (move.verb, {name: shape(value) for name, value in move.args.items()}) for move in moves]


def _but_faces(effect: Effect) -> bytes:
    return canonical({**effect.to_json(), "faces": None})


def _around(one: Any, other: Any) -> str:
    """The two outputs from a little before the place where they part."""
    if not isinstance(one, bytes):
        return f"{one!r}\nB {other!r}"
    place = next((i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    first = max(0, place - 200)
    parts = (text[first : place + 200].decode(errors="replace") for text in (one, other))
    return "…" + "\nB …".join(parts)
