"""A player who delays a match as long as the rules allow, and the length of the delay by a simulated clock.

All other seats end the match as soon as possible: they are ready, agree to every vote, claim nothing in a rush and play
`enough` whenever they can. Time passes only while nobody but the delaying seat can act.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kernel.game import Game
from games.kernel.state import Move, Prompt
from tests.games.harness.simulate import Decision, Match

GRIEFER = 0
# The verbs of the other seats; each plays the first that is legal.
HELPFUL = ("ready", "agree", "hands_off", "enough", "resume", "release")
HASTE = 1


class Griefed:
    """One match that seat 0 delays; `now`: seconds since the match began.

    manner: `refuses` (refuses every vote and does nothing else), `at_once` (takes the pawn as soon as allowed),
    `last_second` (takes it just before a timer of the table ends).
    """

    def __init__(self, game: Game, seats: int, options: Mapping[str, Any], manner: str, seed: int) -> None:
        self.match = Match(game, seats, game.options.from_json(options, seats), seed)
        self.manner, self.now = manner, 0
        self.deadlines: dict[int, int] = {}
        self.rests_until = 0
        self._notice()

    def play(self) -> int:
        """Plays to the end; returns how many seconds the match lasts."""
        while not self.match.state.is_over:
            if not self._others_go_on():
                self._grief()
        return self.now

    def _others_go_on(self) -> bool:
        """Plays a helpful move of another seat; returns whether there was one."""
        for prompt in self.match.state.open_prompts:
            for seat in prompt.seats:
                if seat != GRIEFER and not self.match.is_answered(prompt, seat):
                    legal = self.match.legal(seat, prompt.id)
                    verb = next((verb for verb in HELPFUL if legal.of(verb)), None)
                    if verb is not None:
                        self._decide(Decision("move", seat, prompt.id, Move(verb)))
                        return True
        return False

    def _grief(self) -> None:
        move = self._hold_up()
        prompt, at = min(self.deadlines.items(), key=lambda item: item[1])
        if move is None:
            self._expire(prompt, at)
            return
        prompt_to_answer, chosen = move
        planned = self.now if self.manner == "at_once" else at - HASTE
        when = max(planned, self.rests_until, self.now)
        if when >= at:
            self._expire(prompt, at)
            return
        self.now = when
        self._decide(Decision("move", GRIEFER, prompt_to_answer.id, chosen))

    def _hold_up(self) -> tuple[Prompt, Move] | None:
        """Returns a move that delays the match; None if the seat waits."""
        for prompt in self.match.state.open_prompts:
            if GRIEFER not in prompt.seats or prompt.phase not in ("trade", "sales") or self.manner == "refuses":
                continue
            legal = self.match.legal(GRIEFER, prompt.id)
            for verb in ("grab", "seize"):
                if legal.of(verb):
                    return prompt, Move(verb)
        return None

    def _expire(self, prompt: int, at: int) -> None:
        phase = self.match.state.prompts[prompt].phase
        self.now = max(at, self.now)
        self._decide(Decision("clock", prompt=prompt))
        if phase in ("deal", "sale_deal", "rush"):
            self.rests_until = self.now + self.match.options.grab_cooldown  # type: ignore[attr-defined]

    def _decide(self, decision: Decision) -> None:
        self.match.decide(decision)
        self._notice()

    def _notice(self) -> None:
        prompts = self.match.state.prompts
        self.deadlines = {
            id: self.deadlines.get(id, self.now + prompt.after)
            for id, prompt in prompts.items()
            if prompt.after is not None
        }


MANNERS = ("refuses", "at_once", "last_second")


def longest(game: Game, options: Mapping[str, Any], manner: str, seeds: range = range(1)) -> int:
    """Returns the most seconds by which a manner delays a match of three."""
    return max(Griefed(game, 3, options, manner, seed).play() for seed in seeds)
