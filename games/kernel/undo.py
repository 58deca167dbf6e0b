"""Takes back a move that revealed nothing, by further effects that restore the previous table.

The log is not rewritten. Cards that return and prompts that open again get new ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.effect import Answered, Changed, Closed, Effect, Moved, Prompted, fold
from games.kernel.errors import RulesError
from games.kernel.game import Game, Outcome
from games.kernel.rng import Rng
from games.kernel.state import Json, Sight, State, plain

REVERSIBLE = (Moved, Changed, Prompted, Answered, Closed)


class NotUndoable(RulesError):
    """Error for a move that revealed hidden information, or for a table that cannot be restored."""


def undo(game: Game, before: State, effects: Sequence[Effect]) -> Outcome:
    """Returns the outcome that takes back a move with these effects. Raises NotUndoable."""
    steps = list(_steps(before, effects))
    now = steps[-1][1] if steps else before
    if not effects or now.is_over or not all(_reveals_nothing(before, effect) for effect in effects):
        raise NotUndoable("expected a move that revealed nothing")
    dealer = Dealer(now, Rng(b""))
    _move_back(dealer, [(table, effect) for (table, _), effect in zip(steps, effects, strict=True)])
    dealer.change(**{name: getattr(before.public, name) for name in vars(before.public)})
    _reopen(game, dealer, before)
    if not _is_as(dealer.state, before):
        raise NotUndoable("expected a table that can be led back")
    return Outcome(None, None, None, tuple(dealer.effects), state=dealer.state)


def _steps(before: State, effects: Sequence[Effect]) -> Iterator[tuple[State, State]]:
    """Yields the table before and after each effect."""
    table = before
    for effect in effects:
        after = fold(table, (effect,))
        assert isinstance(after, State), "a state folds to a state"
        yield table, after
        table = after


def _reveals_nothing(before: State, effect: Effect) -> bool:
    """Returns whether an effect shows no new card to any seat, and involves no chance."""
    if not isinstance(effect, Moved):
        return isinstance(effect, REVERSIBLE)
    src, dst = before.sight[effect.src.name], before.sight[effect.dst.name]
    is_seen = src is Sight.ALL or dst is Sight.NOBODY
    is_own = src is Sight.OWNER and dst is Sight.OWNER and effect.src.seat == effect.dst.seat
    return effect.draw is None and (is_seen or is_own) and not (src is Sight.ALL and _is_named(before, effect))


def _is_named(before: State, effect: Moved) -> bool:
    """Returns whether the public state or a prompt names one of the moved cards, whose ids would change."""
    numbers = set(_numbers([plain(vars(before.public)), [plain(prompt.data) for prompt in before.prompts.values()]]))
    return not numbers.isdisjoint(effect.cards)


def _numbers(value: Json) -> Iterator[int]:
    """Yields all integers in a value, including keys."""
    if isinstance(value, dict):
        yield from (int(key) for key in value if str(key).isdecimal())
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, int):
        yield value


def _move_back(dealer: Dealer, steps: Sequence[tuple[State, Effect]]) -> None:
    """Moves the cards back to their former zones, the last cards first."""
    now: dict[CardId | None, CardId] = {}
    for table, effect in reversed(steps):
        if not isinstance(effect, Moved):
            continue
        ids = [now.get(card, card) for card in effect.to]
        lying = table.zones[effect.src]
        place = None if effect.src.name in table.sets else min(map(lying.index, effect.cards))
        order = sorted(range(len(ids)), key=lambda at: lying.index(effect.cards[at]))
        moved = dealer.move([ids[at] for at in order], effect.dst, effect.src, place)  # type: ignore[misc]
        now.update({effect.cards[at]: card for at, card in zip(order, moved, strict=True)})


def _reopen(game: Game, dealer: Dealer, before: State) -> None:
    """Closes the prompts that the move opened, and reopens the prompts that it closed."""
    for prompt in [p for p in dealer.state.prompts.values() if before.prompts.get(p.id) != p]:
        dealer.close(prompt.id)
    again: dict[int | None, int] = {}
    for prompt in sorted(before.prompts.values()):
        if prompt.id not in dealer.state.prompts:
            if game.is_sealed(prompt):
                raise NotUndoable("expected no sealed answers to be taken back")
            again[prompt.id] = dealer.reopen(prompt, again.get(prompt.parent, prompt.parent))


def _is_as(table: State, before: State) -> bool:
    """Returns whether two tables are equal except for the ids of cards and prompts."""

    def faces(state: State) -> dict[str, list[str]]:
        return {repr(zone): [state.faces[card] for card in cards] for zone, cards in state.zones.items() if cards}  # type: ignore[index]

    def prompts(state: State) -> list[Json]:
        order = sorted(state.prompts)
        places = {number: place for place, number in enumerate(order)}
        known = [state.prompts[number] for number in order]
        return [
            plain(p._replace(id=places[p.id], parent=None if p.parent is None else places[p.parent])._asdict())
            for p in known
        ]

    same = table.public == before.public and table.draws == before.draws and table.standings == before.standings
    return same and faces(table) == faces(before) and prompts(table) == prompts(before)
