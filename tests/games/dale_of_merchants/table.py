"""Tables of Dale of Merchants laid by hand.

    table = given(hand0="swift_broker junk*4", deck0="cookies*3", market="cookies - spyglass")
    table.play(0, "build", cards="nostalgic_item @junk seeing_doubles=acorn")

`@junk` is a card of the discard, `seeing_doubles=acorn` a chameleon used as an Acorn; `-` is an empty place.
"""

from __future__ import annotations

from typing import Any

from games.dale_of_merchants import GAME
from games.dale_of_merchants.pick import Choice, Pick
from games.dale_of_merchants.turn import MarketDay, Turn
from games.kernel.game import Game
from games.kernel.state import Seat, State, Zone
from tests.games.scenario import Scenario, lay, words

PICKS = ("buy", "buy_discarded", "build", "ask_help", "help")


class Dale:
    """A laid table, with the words of this game."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def play(self, seat: Seat, verb: str, **args: Any) -> Any:
        """A seat moves; cards by face."""
        return self.scenario.play(seat, verb, **self._args(seat, verb, args))

    def refusal(self, seat: Seat, verb: str, **args: Any) -> str | None:
        """Why a move is refused; None if it is legal."""
        return self.scenario.refusal(seat, verb, **self._args(seat, verb, args))

    def _args(self, seat: Seat, verb: str, args: dict[str, Any]) -> dict[str, Any]:
        if verb in PICKS:
            args = {**args, "cards": self._items(seat, verb, args["cards"])}
        return args

    def _items(self, seat: Seat, verb: str, text: str) -> list[dict[str, Any]]:
        slots = [slot for t in self.scenario.legal(seat).of(verb) for slot in t.slots.values()]
        choices = [choice for slot in slots if isinstance(slot, Pick) for choice in slot.choices]
        taken: list[int] = []
        return [self._item(seat, word, choices, taken) for word in words(text)]

    def _item(self, seat: Seat, word: str, choices: list[Choice], taken: list[int]) -> dict[str, Any]:
        face, _, copy = word.lstrip("@").partition("=")
        held = [Zone("discard", seat)] if word.startswith("@") else [Zone("shown", seat), Zone("hand", seat)]
        cards = [c for zone in held for c in self.state.cards(*zone) if self.state.face(c) == face and c not in taken]
        assert cards, f"there is no {word!r}"
        taken.append(cards[0])
        keys = [choice.meaning for choice in choices if choice.card == cards[0]]
        return {"card": cards[0], "as": copy or (keys[0] if len(keys) == 1 else face)}

    # Then

    @property
    def state(self) -> State:
        return self.scenario.state

    @property
    def public(self) -> Any:
        return self.scenario.public

    def hand(self, seat: Seat) -> str:
        """All cards of a hand, those that lie open included, in printed order."""
        faces = [self.state.face(card) for name in ("hand", "shown") for card in self.state.cards(name, seat)]
        return " ".join(sorted(faces, key=list(self.scenario.game.deck.attributes).index))

    def discard(self, seat: Seat) -> str:
        """A discard, top card last."""
        return self.scenario.faces("discard", seat, in_order=True)

    def deck(self, seat: Seat) -> str:
        """A deck, top card last."""
        return self.scenario.faces("deck", seat)

    def stall(self, seat: Seat) -> list[str]:
        """A stall's stacks, the first one first."""
        numbers = self.state.numbers("stall", seat)
        return [self.scenario.faces("stall", seat, number, in_order=True) for number in numbers]

    def market(self) -> str:
        """The market from the cheapest place on."""
        return " ".join(self.scenario.faces("market", None, place) or "-" for place in range(5))

    def pile(self, name: str) -> str:
        """A zone of the table, top card last."""
        return self.scenario.faces(name, in_order=True)

    def question(self) -> str:
        """The phase that is open."""
        return self.state.open_prompts[0].phase

    def plays(self, seat: Seat) -> set[str]:
        """The faces as which techniques may be played now."""
        faces = self.state.faces
        found = set()
        for template in self.scenario.legal(seat).of("play"):
            slots = template.slots
            named = slots.get("copy") or slots["card"]
            found |= {option if isinstance(option, str) else faces[option] for option in named}
        return found

    def announced(self, what: str) -> list[dict[str, Any]]:
        """What was announced under a word, in order."""
        effects = [effect.to_json() for outcome in self.scenario.acts for effect in outcome.effects]
        return [e["details"] for e in effects if e["kind"] == "announced" and e["what"] == what]


def given(
    seats: int = 2,
    options: dict[str, Any] | None = None,
    public: dict[str, Any] | None = None,
    market: str = "",
    seed: int = 0,
    game: Game = GAME,
    **zones: Any,
) -> Dale:
    """A table at the beginning of seat 0's turn: `hand0`, `deck1`, `stall0=["junk", ...]`, `market_deck`, ..."""
    laid_out = {_zone(name): faces for name, faces in zones.items() if isinstance(faces, str)}
    for name, piles in zones.items():
        if not isinstance(piles, str):
            laid_out |= {Zone("stall", int(name[-1]), number): pile for number, pile in enumerate(piles, 1)}
    laid_out |= {Zone("market", None, place): face for place, face in enumerate(words(market)) if face != "-"}
    table = lay(game, seats, options, laid_out, public, seed=seed)
    day = table.prompt(MarketDay)
    table.prompt(Turn, table.public.turn, within=day)
    return Dale(table)


def _zone(name: str) -> Zone:
    return Zone(name[:-1], int(name[-1])) if name[-1].isdigit() else Zone(name)
