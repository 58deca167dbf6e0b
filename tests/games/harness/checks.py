"""The promises that every match of every game keeps, one class for each; random matches run under all of them.

A check receives each step of one match (`step`) and its end (`over`), and raises AssertionError if its promise is
broken. `tests/games/harness/planted_faults.py` has a fault for each check.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games import compiled
from games.kernel.audit import audit
from games.kernel.codec import public_json, view_from, view_json
from games.kernel.effect import Answered, Effect, Moved, Shown, effect_from, fold, move_from, redacted
from games.kernel.errors import AuditError, IllegalMove, StaleOffer
from games.kernel.foresight import foreseen
from games.kernel.game import Outcome
from games.kernel.knowledge.memory import Memory
from games.kernel.record import Event, merged, record
from games.kernel.rng import Draws, Rng
from games.kernel.state import Json, Prompt, Seat, State, Table, Zone
from games.kernel.template import LegalMoves
from games.kernel.view import View, Window, sample_world, view_of
from tests.games.harness.simulate import FIRST_ID, Match, Step, canonical, replayed, row_json

KEY = re.compile(r"[a-z0-9_]+\Z")
ID = re.compile(r"(?<!\d)\d{10,}(?!\d)")
FEW = 300


class Check:
    """Check of one match. draws: the source of random samples."""

    def __init__(self, match: Match, draws: Draws) -> None:
        self.match, self.draws, self.game = match, draws, match.game
        self.viewers: tuple[Seat | None, ...] = (None, *range(match.seats))
        self.begin()

    def begin(self) -> None:
        """Prepares the state of the check."""

    def step(self, step: Step) -> None:
        """Checks one event of the log."""

    def over(self) -> None:
        """Checks the match when it is over."""

    def now_and_then(self, often: int) -> bool:
        return self.draws.below(often) == 0

    def viewer(self) -> Seat | None:
        """Returns one of the viewers, at random."""
        return self.viewers[self.draws.below(len(self.viewers))]

    def open_prompts(self, state: State) -> Iterator[tuple[Prompt, Seat]]:
        """Yields every open prompt with each seat that can answer it."""
        for prompt in state.open_prompts:
            yield from ((prompt, seat) for seat in self.game.phases[prompt.phase].seats_able_to_answer(state, prompt))

    def waited_for(self, state: State) -> Iterator[tuple[Prompt, Seat]]:
        """Yields every prompt with each seat whose answer it waits for."""
        for prompt in state.open_prompts:
            yield from ((prompt, seat) for seat in self.game.phases[prompt.phase].required_seats(state, prompt))

    def some_asked(self, state: State) -> tuple[Prompt, Seat, LegalMoves] | None:
        """Returns a random prompt that is waited for, its seat, and the legal moves; None if there is none."""
        pairs = list(self.open_prompts(state))
        if not pairs:
            return None
        prompt, seat = pairs[self.draws.below(len(pairs))]
        return prompt, seat, self.game.legal_moves(Window(state, seat), prompt.id)


class TheLogIsTheTruth(Check):
    """Folding the effects gives the dealer's own table, and nothing else has changed."""

    def begin(self) -> None:
        self.fingerprint_before = fingerprint(self.match.steps[0].before)

    def step(self, step: Step) -> None:
        assert not self.fingerprint_before or self.fingerprint_before == fingerprint(step.before), (
            "the table before a move was changed in place"
        )
        assert step.after == step.dealt, "the effects do not give the table the dealer had"
        self.fingerprint_before = fingerprint(step.after) if self.now_and_then(4) else ""


class TheAuditAgrees(Check):
    """Replaying the stored events under the rules gives the same effects."""

    def begin(self) -> None:
        self.rows: list[Event] = []

    def step(self, step: Step) -> None:
        outcome = stored(step, self.match)
        self.rows.append(
            Event(len(self.rows), step.type, step.by, outcome.seat, outcome.prompt, outcome.move, outcome.effects)
        )

    def over(self) -> None:
        rng = Rng(self.match.seed.to_bytes(32, "big"))
        try:
            state = audit(self.game, self.match.seats, self.match.options, rng, self.rows)
        except AuditError as error:
            raise AssertionError(f"the audit refuses {error}") from error
        assert state == self.match.state, "the audited table differs from the one played"


class CardsAreConserved(Check):
    """All zones together hold the cards of the box, each once, and each id is used once."""

    def begin(self) -> None:
        self.box = Counter(self.match.rules.box(self.match.seats, self.match.options))

    def step(self, step: Step) -> None:
        state = step.after
        lying = [card for cards in state.zones.values() for card in cards if card is not None]
        assert len(lying) == len(set(lying)), "a card lies in two places"
        assert set(lying) == set(state.faces), "cards and faces do not belong together"
        assert Counter(state.faces.values()) == self.box, "cards were lost, created or changed"
        assert all(card < state.next_card for card in lying), "a card has an id that was not assigned"


class SomebodyCanGoOn(Check):
    """Until its end, the table waits for a seat with a prompt and a legal move; seats that may act can act."""

    def is_about_to_open(self, prompt: Prompt, state: State) -> bool:
        """Returns whether all answers to a sealed prompt have arrived, so that the next event opens it."""
        stayed = {*prompt.seats} - {*state.public.left}
        return self.game.is_sealed(prompt) and stayed <= {*prompt.arrived}

    def step(self, step: Step) -> None:
        state = step.after
        if state.is_over:
            return
        is_going_on = any(p.after is not None or self.is_about_to_open(p, state) for p in state.open_prompts)
        assert self.game.to_act(state) or is_going_on, "no seat is required, and no prompt has a time (`after=`)"
        for prompt, seat in self.waited_for(state):
            legal = self.game.legal_moves(Window(state, seat), prompt.id)
            assert legal, f"seat {seat} is prompted for {prompt.phase} and has no move"
            assert all(t.count() > 0 for t in legal.templates), "a template is empty"
        for seat in self.game.may_act(state):
            if self.now_and_then(4):
                prompts = self.game.prompts_for(state, seat)
                able = any(self.game.legal_moves(Window(state, seat), prompt.id) for prompt in prompts)
                assert able, f"seat {seat} may act and has no move"


class TheMatchEnds(Check):
    """The match ends within its bound, every seat has one place, and seats that resigned come last."""

    def step(self, step: Step) -> None:
        bound = self.match.rules.bound(self.match.seats, self.match.options)
        assert self.match.acts <= bound, f"{self.match.acts} acts, the bound is {bound}"

    def over(self) -> None:
        state = self.match.state
        places = [seat for place in state.standings or () for seat in place]
        assert sorted(places) == list(range(self.match.seats)), f"standings {state.standings}"
        left = state.public.left
        assert not left or set(places[-len(left) :]) == set(left), f"left {left}, standings {state.standings}"
        assert state.scores is None or len(state.scores) == self.match.seats, f"scores {state.scores}"
        assert not state.prompts, "prompts are open after the end"


class LegalMovesAreLegal(Check):
    """Listed and sampled moves are accepted, all others are refused, and a refusal changes nothing."""

    def step(self, step: Step) -> None:
        if step.after.is_over or not self.now_and_then(3):
            return
        if (choice := self.some_asked(step.after)) is not None:
            self.compare(step.after, *choice)

    def compare(self, state: State, prompt: Prompt, seat: Seat, legal: LegalMoves) -> None:
        listed = listing(legal)
        before = fingerprint(state)
        move = legal.sample(self.draws)
        for other in (move, *mutations(move, state, self.draws)):
            if other in legal:
                self.accepted(state, prompt, seat, other)
                normal = legal.matching(other).normal(other)
                assert listed is None or meaning(normal) in listed, f"{other} is legal, yet not listed"
            else:
                self.refused(state, prompt, seat, other)
        assert move in legal, f"{move} was sampled, yet is not legal"
        assert fingerprint(state) == before, "a refusal or a legality check changed the table"

    def accepted(self, state: State, prompt: Prompt, seat: Seat, move: Any) -> None:
        if self.game.is_sealed(prompt):
            self.game.validate(state, seat, prompt.id, move)
        else:
            self.game.play(state, seat, prompt.id, move, Rng(bytes(32)))

    def refused(self, state: State, prompt: Prompt, seat: Seat, move: Any) -> None:
        try:
            self.game.validate(state, seat, prompt.id, move)
        except IllegalMove as refusal:
            assert refusal.errors, f"{move} is refused without a reason"
            return
        except StaleOffer as refusal:
            offer_version = (move.args["offer"], move.args["version"])
            assert offer_version not in {(offer["id"], offer["version"]) for offer in state.public.offers}, "it stands"
            assert refusal.offer == offer_version[0], f"{move} is refused for another offer"
            return
        raise AssertionError(f"{move} is accepted, though not legal")


class OutcomesComeTrue(Check):
    """A move begins with the outcome that was predicted from the view of its seat alone."""

    def step(self, step: Step) -> None:
        outcome = step.outcome
        if step.type != "move" or outcome.move is None or outcome.seat is None or outcome.prompt is None:
            return
        view = view_of(step.before, outcome.seat)
        future = foreseen(self.match.rules, view, outcome.prompt, outcome.move)
        came = list(redacted(outcome.effects, self.match.seats, self.game.sights, outcome.seat))
        assert len(future.seen) == len(came) or not future.is_complete, "an effect comes that was not foretold"
        for expected, real in zip(future.seen, came, strict=False):
            assert foretold(expected) == foretold(real, expected), f"{expected} was foretold, and {real} came"


def foretold(effect: Effect, expected: Effect | None = None) -> Any:
    """Returns an effect as it can be foretold, as in `expected`.

    Leaves out faces that only the draw will show, and the order of the cards, because it depends on these faces.
    """
    value, like = effect.to_json(), effect if expected is None else expected
    faces = getattr(like, "faces", None)
    if faces is None or None not in faces or not isinstance(effect, Moved | Shown):
        return value
    to = len(effect.to) if isinstance(effect, Moved) else effect.to
    return {**value, "cards": len(effect.cards), "to": to, "faces": len(effect.faces)}


class CountsAreExact(Check):
    """Templates are disjoint, and the count of a prompt is its number of moves."""

    def step(self, step: Step) -> None:
        if step.after.is_over or (choice := self.some_asked(step.after)) is None:
            return
        legal = choice[2]
        if legal.count() <= FEW:
            moves = [meaning(t.normal(move)) for t in legal.templates for move in t]
            assert len(moves) == len(set(moves)), "a move is listed twice"
            assert len(moves) == legal.count(), f"{len(moves)} moves, {legal.count()} counted"
        move = legal.sample(self.draws)
        assert sum(move in t for t in legal.templates) == 1, f"{move} matches several templates"


class ViewsFollowTheLog(Check):
    """Folding and redacting commute: folding redacted effects gives the redacted view."""

    def begin(self) -> None:
        self.views = {viewer: view_of(self.match.steps[0].before, viewer) for viewer in self.viewers}

    def step(self, step: Step) -> None:
        state = step.before
        effect_by_effect = self.now_and_then(4)
        for place, effect in enumerate(step.outcome.effects):
            state = fold(state, [effect])  # type: ignore[assignment]
            last = place == len(step.outcome.effects) - 1
            for viewer in self.viewers:
                self.views[viewer] = fold(self.views[viewer], [self.redacted_for(effect, viewer)])  # type: ignore[assignment]
                if last or effect_by_effect:
                    expected = view_of(state, viewer)
                    assert self.views[viewer] == expected, f"after {effect} viewer {viewer} sees something else"

    def redacted_for(self, effect: Effect, viewer: Seat | None) -> Effect:
        return effect.redact(self.match.seats, self.game.sights, viewer)


class Memories:
    """A mixin for checks that need the memory of every viewer."""

    def begin(self: Any) -> None:
        self.memories = {viewer: Memory(viewer, self.game.sights) for viewer in self.viewers}

    def learn(self: Any, step: Step) -> None:
        for viewer, memory in self.memories.items():
            memory.learn(redacted(step.outcome.effects, self.match.seats, self.game.sights, viewer))


class UnseenCardsDoNotMatter(Memories, Check):
    """Redealing unseen cards, or reading the view from JSON, changes neither the view nor the legal moves."""

    def step(self, step: Step) -> None:
        self.learn(step)
        if self.now_and_then(3):
            self.compare(step.after, self.viewer())

    def compare(self, state: State, viewer: Seat | None) -> None:
        view = view_of(state, viewer, self.memories[viewer].known)
        box = self.match.rules.box(self.match.seats, self.match.options)
        world = sample_world(view, box, self.draws, self.game.backs)
        again = view_of(world, viewer, view.known)
        assert again == view, f"a sampled world looks different to {viewer}"
        self.keeps_backs(state, world)
        if viewer is None or state.is_over:
            return
        read = view_from(self.game, json.loads(canonical(view_json(self.game, view))))
        for prompt in self.game.prompts_for(state, viewer):
            legal = self.moves(view, prompt)
            assert legal == self.moves(Window(state, viewer), prompt), "a window and a view give different moves"
            assert legal == self.moves(again, prompt), f"{prompt.phase}: the moves of {viewer} depend on unseen cards"
            assert legal == self.moves(Window(world, viewer), prompt), f"{prompt.phase}: moves depend on unseen cards"
            assert legal == self.moves(read, prompt), f"{prompt.phase}: a view read from JSON gives other moves"

    def keeps_backs(self, state: State, world: State) -> None:
        """Checks that every zone has the same number of cards of each back in both states: everybody sees the backs."""
        for zone, cards in state.zones.items():
            backs = Counter(self.game.backs.of_face(state.faces[card]) for card in cards)  # type: ignore[index]
            dealt = Counter(self.game.backs.of_face(world.faces[card]) for card in world.zones[zone])  # type: ignore[index]
            assert dealt == backs, f"a sampled world has other backs in {zone}"

    def moves(self, view: View, prompt: Prompt) -> bytes:
        return canonical(self.game.legal_moves(view, prompt.id).to_json())


class MemoryNeverLies(Memories, Check):
    """Claims of a view about unseen cards are true, and never about more cards than there are."""

    def step(self, step: Step) -> None:
        self.learn(step)
        for viewer, memory in self.memories.items():
            self.compare(step.after, viewer, memory)

    def compare(self, state: State, viewer: Seat | None, memory: Memory) -> None:
        known: dict[Any, Counter[str]] = {}
        for entry in memory.known:
            faces = [state.faces[card] for card in state.zones[entry.zone] if card is not None]
            assert not state.sees(viewer, entry.zone), f"{entry} is in sight of {viewer}"
            assert entry.position is None or faces[entry.position] == entry.face, f"{entry} is not so: {faces}"
            known.setdefault(entry.zone, Counter())[entry.face] += 1
            assert known[entry.zone] <= Counter(faces), f"{viewer} knows {known[entry.zone]} in {faces}"


class NoUnseenIdIsSent(Check):
    """Everything sent to a viewer names only card ids that the viewer sees or has seen (one viewer per event)."""

    def begin(self) -> None:
        self.seen_ids: dict[Seat | None, set[int]] = {viewer: set() for viewer in self.viewers}
        opening = self.match.steps[0].before
        self.learn(opening, opening.zones)

    def learn(self, state: State, zones: Iterable[Zone]) -> None:
        """Records the ids in these zones for every viewer that sees the zone."""
        for zone in zones:
            cards = [card for card in state.zones.get(zone, ()) if card is not None]
            for viewer in self.viewers:
                if state.sees(viewer, zone):
                    self.seen_ids[viewer].update(cards)

    def step(self, step: Step) -> None:
        state = step.before
        for effect in step.outcome.effects:
            state = fold(state, [effect])  # type: ignore[assignment]
            self.learn(state, [effect.dst] if isinstance(effect, Moved) else [])
        viewer = self.viewer()
        public_part = record(step.outcome, self.match.seats, self.game.sights)
        parts = {s.path: s.value for s in public_part.hidden_parts if viewer in s.readers}
        self.compare(viewer, merged(public_part.move, public_part.effects, parts), "the log")
        self.compare(viewer, view_json(self.game, view_of(step.after, viewer)), "the view")
        for prompt, seat in self.open_prompts(step.after):
            legal = self.game.legal_moves(Window(step.after, seat), prompt.id)
            self.compare(seat, legal.to_json(), f"the legal moves of {prompt.phase}")

    def compare(self, viewer: Seat | None, value: Any, what: str) -> None:
        drawn = {int(number) for number in ID.findall(json.dumps(value))}
        unseen = {number for number in drawn if number >= FIRST_ID} - self.seen_ids[viewer]
        assert not unseen, f"{what} reveals unseen cards {sorted(unseen)} to viewer {viewer}"


class IdsCannotBeFollowed(Check):
    """An id lasts for one stay in one zone; it never appears elsewhere or again."""

    def begin(self) -> None:
        self.where: dict[Any, Any] = {}
        self.gone: set[Any] = set()

    def step(self, step: Step) -> None:
        state = step.before
        for effect in step.outcome.effects:
            state = fold(state, [effect])  # type: ignore[assignment]
            lying = {card: zone for zone, cards in state.zones.items() for card in cards}
            self.gone |= {card for card, zone in self.where.items() if lying.get(card) != zone}
            assert not self.gone & set(lying), f"after {effect} cards {sorted(self.gone & set(lying))} are there again"
            if isinstance(effect, Moved):
                assert list(effect.to) == sorted(effect.to), (
                    f"{effect} numbers its cards in another order than they come"
                )
            self.where = lying


class JsonRoundTrips(Check):
    """Effects and events are unchanged by canonical JSON, both complete and as each viewer receives them."""

    def step(self, step: Step) -> None:
        outcome = stored(step, self.match)
        assert outcome.effects == step.outcome.effects, "a row differs after JSON"
        check_json(row_json(step.outcome, self.match.seats, self.game)["effects"])
        public_part = record(step.outcome, self.match.seats, self.game.sights)
        for viewer in self.viewers:
            parts = {s.path: s.value for s in public_part.hidden_parts if viewer in s.readers}
            rows = json.loads(canonical(merged(public_part.move, public_part.effects, parts)[1]))
            drawn = tuple(redacted(step.outcome.effects, self.match.seats, self.game.sights, viewer))
            assert tuple(effect_from(row) for row in rows) == drawn, (
                f"viewer {viewer} receives something else from the log"
            )

    def over(self) -> None:
        options = self.match.options
        stored = json.loads(canonical(options.to_json()))
        assert type(options).from_json(stored, self.match.seats) == options, "the options differ after JSON"


class DefaultsAreLegal(Check):
    """The default move of a seat is legal at every prompt of the mode `once`."""

    def step(self, step: Step) -> None:
        for prompt, seat in self.open_prompts(step.after):
            if prompt.mode == "once":
                move = self.game.default(step.after, seat, prompt.id)
                legal = self.game.legal_moves(Window(step.after, seat), prompt.id)
                assert move in legal, f"the default {move} of {prompt.phase} is not legal"


class TheSameAgain(Check):
    """Equal decisions and seeds give equal logs, byte for byte."""

    def over(self) -> None:
        assert replayed(self.match).log == self.match.log, "played again, the log differs"


class EveryDrawIsDisclosed(Check):
    """Each draw leaves one effect with its number and label; the numbers have no gap."""

    def begin(self) -> None:
        self.past = 0

    def step(self, step: Step) -> None:
        drawn = [draw for effect in step.outcome.effects if (draw := getattr(effect, "draw", None)) is not None]
        numbers = [draw["k"] for draw in drawn]
        assert numbers == list(range(step.before.draws, step.after.draws)), f"draws {numbers} leave a gap"
        requests = self.match.rng.requests[self.past : self.past + len(drawn)]
        assert requests == [(draw["k"], draw["label"]) for draw in drawn], f"requested {requests}, disclosed {drawn}"
        self.past += len(drawn)

    def over(self) -> None:
        assert len(self.match.rng.requests) == self.past, "there were more draws than the log shows"


class VerbsAreMethods(Check):
    """Every verb on offer is a documented method of its phase, except in sealed phases, which resolve all at once."""

    def step(self, step: Step) -> None:
        for prompt, seat in self.open_prompts(step.after):
            phase = self.game.phases[prompt.phase]
            for verb in {t.verb for t in self.game.legal_moves(Window(step.after, seat), prompt.id).templates}:
                name = phase.verbs.get(verb, verb)
                method = getattr(type(phase), "resolve" if phase.sealed else name, None)
                assert method is not None, f"{prompt.phase} offers {verb!r}, which is no method of it"
                has_docstring = compiled.is_in_use() or (method.__doc__ or "").strip()  # compiled methods have none
                assert phase.sealed or has_docstring, f"{prompt.phase}.{verb} has no docstring"
                assert verb not in ("templates", "default", "resumed", "expire", "answer", "run"), f"{verb!r} is taken"


class NumbersAreJson(Check):
    """Public state, announcements and prompt data are canonical JSON: no floats, plain keys."""

    def step(self, step: Step) -> None:
        check_json(public_json(step.after.public))
        for prompt in step.after.prompts.values():
            check_json(json.loads(json.dumps(prompt.data)))
            assert all(KEY.match(key) for key in prompt.data), f"{prompt.phase} has the keys {sorted(prompt.data)}"


class AnswersStayBlank(Check):
    """An event shows private arguments and sealed answers to nobody but their seat."""

    def step(self, step: Step) -> None:
        public_part = record(step.outcome, self.match.seats, self.game.sights)
        for name in step.outcome.private:
            assert public_part.move["args"][name] is None, f"the row shows {name}"
        for place, effect in enumerate(step.outcome.effects):
            if isinstance(effect, Answered) and effect.move is not None:
                readers = [s.readers for s in public_part.hidden_parts if s.path == f"effects/{place}/move"]
                assert readers == [(effect.seat,)], f"{effect} is readable by {readers}"


CHECKS: Mapping[str, type[Check]] = {check.__name__: check for check in Check.__subclasses__()}


def fingerprint(table: Table) -> str:
    """Returns a table as text, so that any change to it shows."""
    return repr([getattr(table, name) for name in Table.data_fields])


def outcome_from(seat: Seat | None, prompt: int | None, move: Json, effects: Iterable[Mapping[str, Json]]) -> Outcome:
    """Returns an outcome read from an event, whole or as a seat received it."""
    chosen = None if move is None else move_from(move)
    return Outcome(seat, prompt, chosen, tuple(effect_from(effect) for effect in effects))


def stored(step: Step, match: Match) -> Any:
    """Returns the outcome of a step as the log restores it, with its hidden parts."""
    public_part = json.loads(canonical(row_json(step.outcome, match.seats, match.game)))
    parts = {secret["path"]: secret["value"] for secret in public_part["secrets"]}
    return outcome_from(
        step.outcome.seat, step.outcome.prompt, *merged(public_part["move"], public_part["effects"], parts)
    )


def meaning(move: Any) -> bytes:
    """Returns a move as canonical JSON."""
    return canonical({"verb": move.verb, "args": move.args})


def listing(legal: LegalMoves) -> set[bytes] | None:
    """Returns all moves by their meaning if they are few and can be listed (free text cannot); else None."""
    if legal.count() > FEW or any(slot.kind == "text" for t in legal.templates for slot in t.slots.values()):
        return None
    return {meaning(t.normal(move)) for t in legal.templates for move in t}


def check_json(value: Any) -> None:
    """Raises AssertionError for values that canonical JSON does not have."""
    if isinstance(value, dict):
        for key, item in value.items():
            assert isinstance(key, str) and KEY.match(key), f"the key {key!r} is not plain"
            check_json(item)
    elif isinstance(value, list | tuple):
        for item in value:
            check_json(item)
    else:
        assert value is None or isinstance(value, str | bool | int), f"{value!r} has no place in JSON"
        assert not isinstance(value, int) or abs(value) < 2**53, f"{value} is too large for JSON"


def mutations(move: Any, state: State, draws: Draws) -> Iterator[Any]:
    """Yields a move with one change: another verb, an argument less or more, a value of another type, another card."""
    yield move._replace(verb="no_such_verb")
    yield move._replace(args={**move.args, "nonsense": 1})
    cards = sorted(state.faces)
    strange = [None, True, 1.0, -1, 10**30, "", "x", [], {}, [[]], cards[draws.below(len(cards))], state.next_card]
    for name, value in move.args.items():
        yield move._replace(args={key: public_part for key, public_part in move.args.items() if key != name})
        for other in (*strange, *near(value, cards, draws)):
            yield move._replace(args={**move.args, name: other})


def near(value: Any, cards: list[int], draws: Draws) -> Iterator[Any]:
    """Yields variations of a value, with one item changed, doubled or missing."""
    other = cards[draws.below(len(cards))]
    if isinstance(value, list):
        yield from (value + [other], value[1:], value + value[:1], [*value[1:], other], value[::-1], {"0": value})
    elif isinstance(value, dict):
        yield from ({**value, "x": 1}, dict(list(value.items())[1:]), {k: 99 for k in value}, {k: True for k in value})
    elif isinstance(value, bool):
        yield from (int(value), not value)
    elif isinstance(value, int):
        yield from (value + 1, value - 1, float(value), str(value))
