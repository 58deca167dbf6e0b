"""Paired worlds: a viewer receives the same data in two worlds that differ only in what the viewer cannot know.

World A is a random match. World B has the same public past, but at each shuffle the cards that the viewer does not know
yet are dealt again, and hidden choices of other seats are made again where possible. Cards that the viewer sees only as
they leave a hidden set arrived in another order, at another time or from another hand (`placed`). At the compared
moment, at the last few before it (`NEAR`) and after one further act, everything sent to the viewer must be equal byte
for byte. A pair is discarded, and counted as such, only if a face that the viewer may see differs (the order of faces
that leave a set never may), or if a public choice of another seat is not legal in B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from bots import policies
from events.base.policies import ALWAYS
from games import registry
from games.kernel.codec import view_json
from games.kernel.deck import CardId, Face
from games.kernel.effect import Answered, Effect, Moved, Prompted, Shown, redacted
from games.kernel.errors import IllegalMove, RulesError
from games.kernel.foresight import foreseen
from games.kernel.game import Game
from games.kernel.knowledge.memory import Memory
from games.kernel.options import Options
from games.kernel.record import merged, record
from games.kernel.rng import Draws, policy_draws
from games.kernel.state import Move, Seat, State, Zone
from games.kernel.template import Template
from games.kernel.view import view_of
from games.kernel.words.speech import Speaker
from tests.games.harness.arrival_order import arrived_otherwise, decided, renamed_move
from tests.games.harness.card_knowledge import (
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
from tests.games.harness.checked_match import reproduction
from tests.games.harness.checks import mutations
from tests.games.harness.simulate import FIRST_ID, Decision, Match, Players, Step, canonical

TRIES = 6
NEAR = 8  # the number of moments before the last one that are compared too; between them the viewer learns little
# Acts that the rules of Dale of Merchants force, and that therefore reveal part of a hand: faces that are shown as soon
# as a rule counts them, because their passive text has no "may"; and prompts that exist only if there is an answer. For
# example, a Seeing Doubles drawn by Charm must be built if any card in hand fits.
COMPULSORY_FACES = {"dale_of_merchants": frozenset({"cookies"})}
COMPULSORY_PHASES = {"dale_of_merchants": frozenset({"charm"})}
REDEALT_CARDS = (0, 3, 4, 6, 10)
MANNERS = (STAYING, DEALT_OTHERWISE, DEALT_OTHERWISE, DEALT_OTHERWISE, IN_ANOTHER_ORDER, EXCHANGED)
# How B makes a hidden choice: at random; with the cards that A names, even if their faces differ; with the faces of A.
ANOTHER, SAME_CARDS, SAME_FACES = "another", "same_cards", "same_faces"
WAYS = {1: SAME_CARDS, 0: SAME_FACES}


class Leak(AssertionError):
    """Error for an output that depends on something that its viewer cannot know."""


class Result(NamedTuple):
    """Results: the pairs that were compared and discarded, the number of compared moments, and the pair of a leak."""

    pairs: int = 0
    rejected: int = 0
    moments: int = 0
    leak: str | None = None

    def plus(self, other: Result) -> Result:
        """Returns the sum of two results."""
        leak = self.leak or other.leak
        return Result(self.pairs + other.pairs, self.rejected + other.rejected, self.moments + other.moments, leak)


class Outputs:
    """Everything that is sent to a viewer, as the service computes it. Planted leaks override one of these methods."""

    def row(self, match: Match, step: Step, viewer: Seat | None) -> Any:
        """Returns an event as the viewer receives it, with the paths (not the values) of parts hidden from them."""
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
        """Returns the view, with the viewer's known cards and the seats that the table waits for."""
        return view_json(match.game, view_of(match.state, viewer, memory.known))

    def legal(self, match: Match, viewer: Seat) -> Any:
        """Returns the legal moves of all prompts that the viewer may answer."""
        view = view_of(match.state, viewer)
        prompts = match.game.prompts_for(view, viewer)
        moves = [(p.id, match.game.legal_moves(view, p.id)) for p in prompts]
        return [[prompt, legal.to_json(), str(legal.count())] for prompt, legal in moves]

    def refusal(self, match: Match, viewer: Seat, prompt: int, move: Move) -> Any:
        """Returns the response to a move that may be illegal."""
        try:
            match.game.validate(match.state, viewer, prompt, move)
        except RulesError as refused:
            return [refused.code, refused.detail, [list(error) for error in refused.errors]]
        return "accepted"

    def outcome(self, match: Match, viewer: Seat, prompt: int, move: Move, memory: Memory) -> Any:
        """Returns the predicted outcome of a legal move, with its effects."""
        view = view_of(match.state, viewer, memory.known)
        try:
            future = foreseen(match.rules, view, prompt, move)
        except IllegalMove:
            return None
        effects = [effect.to_json() for effect in future.seen]
        has_sentences = match.rules.key in registry.GAMES  # the toy has none
        said = Speaker(match.rules.package, "en", view).outcome(future, view) if has_sentences else []
        return [effects, future.is_complete, said]

    def bot(self, match: Match, viewer: Seat, name: str, memory: Memory) -> Any:
        """Returns the move of a bot in the viewer's seat, with the same random numbers in both worlds."""
        view = view_of(match.state, viewer, memory.known)
        if (legal := match.game.legal_moves(view)) and view.prompts:
            return policies.get(match.game.key, name)(view, legal, policy_draws(b"bot", match.seed, viewer))
        return None


class Learning:
    """The knowledge of a viewer of a world, updated event by event."""

    def __init__(self, world: Match, viewer: Seat | None) -> None:
        self.world, self.viewer, self.memory, self.rows = world, viewer, Memory(viewer, world.game.sights), 0

    def until(self, place: int) -> Memory:
        """Returns the viewer's knowledge after `place` decisions; to be called in the order of the places."""
        sights, end = self.world.game.sights, self.world.ends[place]
        for step in self.world.steps[self.rows : end]:
            self.memory.learn(redacted(step.outcome.effects, self.world.seats, sights, self.viewer))
        self.rows = end
        return self.memory


class Pair:
    """World A up to one of its decisions (`until`) for one viewer, and a world B that looks the same to them."""

    def __init__(self, one: Match, viewer: Seat | None, until: int, draws: Draws, outputs: Outputs) -> None:
        self.one, self.viewer, self.until, self.draws, self.outputs = one, viewer, until, draws, outputs
        learnt, past = Knowledge(one.game, viewer), one.steps[: one.ends[until]]
        for step in past:
            learnt.follow(step)
        self.learnt = learnt
        self.opened = {effect.prompt for step in past for effect in step.outcome.effects if _opens(effect)}
        self.answers: dict[int, dict[Seat, Move]] = {}
        again = REDEALT_CARDS[draws.below(len(REDEALT_CARDS))]
        faces = placed(learnt, MANNERS[draws.below(len(MANNERS))], draws)
        self.other = Match(rigged(one.rules, learnt, faces, again, draws), one.seats, one.options, one.seed)
        self.learning = {id(match): Learning(match, viewer) for match in (self.one, self.other)}
        self._same_rows(-1)

    def compare(self) -> int:
        """Compares before the moment, at it, and after one further act; returns the number of compared moments.

        Raises Leak, or Divergence before the moment.
        """
        near = max(0, self.until - NEAR)
        for place in range(self.until):
            if place >= near:
                self._same_outputs(place, probes=6)
                self._same_arrived_otherwise(place)
            self._follow(place)
        self._same_outputs(self.until)
        compared = self.until - near + 1
        if self.until == len(self.one.decisions) or any(map(_opens, self._effects(self.until))):
            return compared
        self._same_arrived_otherwise(self.until)
        try:
            self._follow(self.until)
        except Divergence:
            return compared
        self._same_outputs(self.until + 1)
        return compared + 1

    # World B follows world A

    def _follow(self, place: int) -> None:
        """Repeats a decision of A in B; makes hidden choices again until they lead to the same public events."""
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
        """Returns whether B can still follow A: the cards that the viewer sees later are where they have to be."""
        needed = self.learnt.needs(self.one.steps[self.one.ends[place + 1] - 1].after)
        return fits(needed, self.other.state, self.one.game.sets)

    def _is_sealed(self, decision: Decision) -> bool:
        prompt = self.other.state.prompts.get(-1 if decision.prompt is None else decision.prompt)
        return decision.kind == "move" and prompt is not None and self.other.game.is_sealed(prompt)

    def _private(self, decision: Decision, place: int) -> tuple[str, ...]:
        """Returns the arguments of another seat's move that the viewer does not receive."""
        rows = self.one.rows_of(place)
        return rows[0].outcome.private if rows and decision.kind == "move" and decision.seat != self.viewer else ()

    def _chosen(self, decision: Decision, place: int, sealed: bool, way: str) -> Decision:
        """Returns the decision of B; may also choose other sealed answers to the same prompt again."""
        if decision.kind != "move" or decision.move is None:
            return decision
        if sealed:
            answers = self.other.sealed.get(decision.prompt or 0, {})
            answers.update(
                {seat: self._answer(decision, seat, place, way) for seat in answers if seat != decision.seat}
            )
            return decision._replace(move=self._answer(decision, decision.seat or 0, place, way))
        private = self._private(decision, place)
        if not private or way == SAME_CARDS:
            return decision
        return decision._replace(
            move=self._other_move(decision, private) if way == ANOTHER else self._by_face(decision.move, place)
        )

    def _answer(self, decision: Decision, seat: Seat, place: int, way: str) -> Move:
        """Returns a seat's sealed answer in B, which may be any legal answer until the prompt is opened."""
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
        """Returns a move of A with cards of B that have the same faces."""
        counterparts: dict[CardId, CardId] = {}
        one, other = self.one.steps[self.one.ends[place] - 1].after, self.other.state
        for zone, cards in one.zones.items():
            if not sees(self.one.game, self.viewer, zone):
                _pair_off(cards, other.zones.get(zone, ()), one, other, counterparts)
        return renamed_move(move, counterparts)

    def _other_move(self, decision: Decision, private: tuple[str, ...]) -> Move:
        """Returns a move that differs from A's only where the viewer cannot see it; the same move if there is none."""
        move, prompt, seat = decision.move, decision.prompt, decision.seat
        assert move is not None and prompt is not None and seat is not None
        visible_cards = set(view_of(self.other.state, self.viewer).faces)
        openly = {name: value for name, value in move.args.items() if name not in private}
        templates = [t for t in self.other.legal(seat, prompt).of(move.verb) if set(t.slots) == set(move.args)]
        fitting = [template for template in templates if _fits(template, openly)]
        for template in fitting * TRIES:
            hidden = {name: slot.sample(self.draws) for name, slot in template.slots.items() if name not in openly}
            candidate = Move(move.verb, {**openly, **hidden})
            if all(
                shape(candidate.args[name], visible_cards) == shape(move.args[name], visible_cards) for name in private
            ):
                return candidate
        return move

    # Compared outputs

    def _same_rows(self, place: int) -> None:
        """Compares the events of a decision."""
        ones, others = self.one.rows_of(place), self.other.rows_of(place)
        for one, other in zip(ones, others, strict=False):
            self._same_row(one, other)
        if len(ones) != len(others):
            self._leak(place, "the number of rows", len(ones), len(others))

    def _effects(self, place: int) -> list[Effect]:
        return [effect for step in self.one.rows_of(place) for effect in step.outcome.effects]

    def _same_row(self, one: Step, other: Step) -> None:
        first, second = self._received(self.one, one), self._received(self.other, other)
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

    def _same_arrived_otherwise(self, place: int) -> None:
        """Repeats a decision of A after permuting the arrival order of the cards in unseen sets."""
        draws = policy_draws(b"arrival", self.one.seed, place)
        third, counterparts = arrived_otherwise(self.one.at(place), self.viewer, draws)
        try:
            if decided(third, self.one.decisions[place], counterparts) is None:
                return
        except RulesError as refused:
            self._leak(place, "whether a move is legal after another order of arrival", "it is", str(refused))
        ones, others = ([self._received(match, row) for row in match.rows_of(place)] for match in (self.one, third))
        if ones != others:
            self._leak(place, "what happens after another order of arrival", b"".join(ones), b"".join(others))
        memory = self.learning[id(self.one)].until(place + 1)
        after = self.one.at(place + 1)
        one, other = (canonical(self.outputs.view(match, self.viewer, memory)) for match in (after, third))
        if one != other:
            self._leak(place, "the view after another order of arrival", one, other)

    def _received(self, match: Match, step: Step) -> bytes:
        return canonical(self.outputs.row(match, step, self.viewer))

    def _rightly(self, one: Effect, other: Effect, is_ordered: bool) -> bool:
        """Returns whether two effects differ for the viewer because of faces that the viewer may see.

        is_ordered: a player chose the order of the cards, so it may differ; otherwise the cards of a set have no order.
        """
        if isinstance(one, Moved) and isinstance(other, Moved):
            game, zones = self.one.game, ((one.src, one.dst), (other.src, other.dst))
            is_visible = all(sees(game, self.viewer, src) or sees(game, self.viewer, dst) for src, dst in zones)
            may_differ = is_ordered or one.draw is not None or self._differ(one.faces, other.faces, one.src)
            return is_visible and one.src == other.src and len(one.faces) == len(other.faces) and may_differ
        if isinstance(one, Shown) and isinstance(other, Shown):
            to_viewer = one.to is None or self.viewer in one.to or sees(self.one.game, self.viewer, one.zone)
            return to_viewer and _but_faces(one) == _but_faces(other) and self._differ(one.faces, other.faces, one.zone)
        return False

    def _differ(self, ones: Sequence[Face | None], others: Sequence[Face | None], src: Zone) -> bool:
        """Returns whether visible faces differ in more than the order of cards of a set."""
        return Counter(ones) != Counter(others) if src.name in self.one.game.sets else ones != others

    def _is_compulsory(self, effect: Effect) -> bool:
        """Returns whether the rules force an effect that shows a card or prompts a seat."""
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
        """Returns everything that is sent to the viewer after `place` decisions."""
        match, memory = world.at(place), self.learning[id(world)].until(place)
        outputs = {"the view": self.outputs.view(match, self.viewer, memory)}
        if self.viewer is None or match.state.is_over:
            return outputs
        tried, legal = self._probes(place)[:probes], self._legal(place)[:probes]
        return {
            **outputs,
            "legal moves": self.outputs.legal(match, self.viewer),
            "refusals": [self.outputs.refusal(match, self.viewer, prompt, move) for prompt, move in tried],
            "outcomes": [self.outputs.outcome(match, self.viewer, prompt, move, memory) for prompt, move in legal],
            "bots": [self.outputs.bot(match, self.viewer, name, memory) for name in bots_of(match.game)],
        }

    def _legal(self, place: int) -> list[tuple[int, Move]]:
        """Returns the first legal move of each template in world A, to be tried in both worlds."""
        match, viewer = self.one.at(place), self.viewer
        assert viewer is not None, "a spectator has no moves"
        view = view_of(match.state, viewer)
        prompts = match.game.prompts_for(view, viewer)
        templates = [(p.id, t) for p in prompts for t in match.game.legal_moves(view, p.id).templates]
        return [(prompt, next(iter(template))) for prompt, template in templates]

    def _probes(self, place: int) -> list[tuple[int, Move]]:
        """Returns moves to try in both worlds: mutated legal moves, some with cards that the viewer does not see."""
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
    """Compares some viewers at some moments of one random match with other worlds; returns leaks instead of raising."""
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
    """Returns the policies of a game."""
    return _bots_of(game.key)


@cache
def _bots_of(key: str) -> tuple[str, ...]:
    return tuple(name for name in ALWAYS if name == "uniform" or find_spec(f"bots.policies.{name}.{key}"))


def shape(value: Any, visible_cards: Container[Any] = ()) -> Any:
    """Returns the public part of a hidden choice: the number of unseen cards, and the visible cards."""
    if type(value) is int and value >= FIRST_ID:
        return value if value in visible_cards else "card"
    if isinstance(value, dict) and all(type(number) is int for number in value.values()):
        return sum(value.values())
    if isinstance(value, list | tuple):
        return [shape(item, visible_cards) for item in value]
    return value


def _pair_off(
    ones: Sequence[CardId | None],
    others: Sequence[CardId | None],
    one: State,
    other: State,
    counterparts: dict[CardId, CardId],
) -> None:
    """Pairs the cards of a zone in A and B: the same card if its face is the same, else another card of that face."""
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
            counterparts[card] = free


def _fits(template: Template, args: dict[str, Any]) -> bool:
    return all(name in template.slots and value in template.slots[name] for name, value in args.items())


def _opens(effect: Effect) -> bool:
    return isinstance(effect, Answered) and effect.move is not None


def _choices(step: Step) -> Any:
    """Returns the timeout answers of a step without their hidden parts."""
    moves = [step.outcome.move, *(e.move for e in step.outcome.effects if isinstance(e, Answered))]
    return [move and (move.verb, {name: shape(value) for name, value in move.args.items()}) for move in moves]


def _but_faces(effect: Effect) -> bytes:
    return canonical({**effect.to_json(), "faces": None})


def _around(one: Any, other: Any) -> str:
    """Returns both outputs around their first difference."""
    if not isinstance(one, bytes):
        return f"{one!r}\nB {other!r}"
    place = next((i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    first = max(0, place - 200)
    parts = (text[first : place + 200].decode(errors="replace") for text in (one, other))
    return "…" + "\nB …".join(parts)
