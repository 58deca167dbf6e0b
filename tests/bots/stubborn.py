"""Negotiators against unfair players: one that demands much and gives little, and one that never negotiates."""

from __future__ import annotations

from collections import Counter

from bots import policies
from bots.arena.match import ArenaMatch, MatchEnding
from bots.arena.results import Estimate, by_deal, played
from bots.policies.greedy import dealmaker, negoces2
from bots.policy import Policy
from games import registry
from games.dealmaker.board import hand, options_of, present
from games.dealmaker.goods import GOODS, by_rank
from games.kernel import offers
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

NEGOTIATED = ("dealmaker", "negoces2")


def dealmaker_milker(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Offers a cheap good for an expensive one, again and again; accepts only deals worth more than they cost."""
    for offer in offers.offers(view):
        accepted = Move("accept", {"offer": offer.id, "version": offer.version})
        on_offer = Counter(view.face(card) for card in offers.goods(view, offer))
        if accepted in moves and dealmaker.value(by_rank(on_offer)) > dealmaker.value(by_rank(offer.want)):
            return accepted
    if moves.of("offer") and len(offers.offers_of(view, view.me)) < dealmaker.MOST_STANDING:
        mine = [good for good in GOODS if any(view.face(card) == good for card in view.cards(*hand(view.me)))]
        dear = [good for good in GOODS if options_of(view).goods_counts[good]][-3:]
        wanted = dear[draws.below(len(dear))]
        if mine and mine[0] != wanted:
            audience = [seat for seat in present(view) if seat != view.me]
            offered = Move("offer", {"audience": audience, "give": {mine[0]: 1}, "want": {wanted: 1}})
            if offered in moves:
                return offered
    return dealmaker.choose(view, moves, draws)


def negoces2_milker(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Buys for one coin, after any number of refusals, and sells for the highest offer, after any waiting time."""
    if moves.of("offer") and not offers.offers_of(view, view.me):
        offered = Move("offer", {"coins": 1})
        return offered if offered in moves else None
    if moves.of("seek") and view.public.acts[view.me] < 6:
        return next(iter(moves.of("seek")[0]))
    return negoces2.choose(view, moves, draws)


MILKERS: dict[str, Policy] = {"dealmaker": dealmaker_milker, "negoces2": negoces2_milker}


def waiter(key: str) -> Policy:
    """Returns a policy that never negotiates, and plays the default if it must answer."""
    game = registry.get(key)

    def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        prompt = next(prompt for prompt in game.prompts_for(view, view.me) if moves_fit(key, view, prompt.id, moves))
        phase = game.phases[prompt.phase]
        if prompt.mode == "open" and view.me not in phase.required_seats(view, prompt):
            return None
        return phase.default(view, prompt) if prompt.mode == "once" else next(iter(moves))

    return choose


def moves_fit(key: str, view: View, prompt: int, moves: LegalMoves) -> bool:
    """Returns whether these are the legal moves of a prompt."""
    return registry.get(key).legal_moves(view, prompt).to_json() == moves.to_json()


def match(key: str, policy: Policy, deal: int, seat: int = 0, against: str = "greedy") -> MatchEnding:
    """Plays a match of one policy among bots."""
    game = registry.get(key)
    seats = game.seats.start
    others = policies.get(key, against)
    sides = [policy if number == seat else others for number in range(seats)]
    return ArenaMatch(game, game.options.from_json({}, seats), sides, deal).played()


def place(key: str, policy: Policy, deals: range) -> Estimate:
    """Returns the mean place of a policy among greedy bots, in a seat that changes from deal to deal."""
    seats = registry.get(key).seats.start
    results = [(deal, deal % seats, match(key, policy, deal, deal % seats)) for deal in deals]
    return by_deal([played(*result) for result in results], lambda one: one.place)
