"""Random matches of Dealmaker, and what must be true of the table after every event."""

from __future__ import annotations

from games.dealmaker import GAME
from games.dealmaker.board import options_of
from games.dealmaker.goods import GOODS
from games.kernel.offers import goods, offers
from games.kernel.rng import policy_draws
from games.kernel.state import State
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import Match, Players, played

GOODS_PLACES = {"stock", "discard", "hand", "offer_open"}
TILE_PLACES = {"tiles", "box_tiles", "won", "won_open", "cancelled"}


def random_match(seed: int) -> Match:
    """Plays a match of three to five players to its end, under options that depend on the seed."""
    seats = GAME.seats[seed % len(GAME.seats)]
    varied = covering_options(GAME, seats, policy_draws(b"dealmaker", seats))
    return played(GAME, seats, varied[seed % len(varied)], seed)


def played_on(match: Match, world: State, seed: int) -> Match:
    """Plays a copy of a match to its end, from another state of its table."""
    copy = match.at(len(match.decisions))
    copy.sealed = {prompt: dict(answers) for prompt, answers in match.sealed.items()}
    copy.state = world
    players = Players.of_seed(seed)
    while not copy.state.is_over:
        copy.decide(players.decision(copy))
    return copy


def check_cards(state: State) -> None:
    """Checks S71: all goods (66 by default) and 24 tiles are in zones of their kind, or in an open offer."""
    lying = [(zone, state.face(card)) for zone, cards in state.zones.items() for card in cards if card is not None]
    in_goods = [face for zone, face in lying if zone.name in GOODS_PLACES]
    in_tiles = [face for zone, face in lying if zone.name in TILE_PLACES]
    assert len(in_goods) == sum(options_of(state).goods_counts.values()) and set(in_goods) <= set(GOODS), (
        f"{len(in_goods)} goods"
    )
    assert len(in_tiles) == 24 and not set(in_tiles) & set(GOODS), f"{len(in_tiles)} tiles"
    on_offer = sum(len(goods(state, offer)) for offer in offers(state))
    assert on_offer == sum(zone.name == "offer_open" for zone, _ in lying), "goods lie on offer without an offer"
    assert all(goods(state, offer) for offer in offers(state)), "an offer is not covered"


def check_pawn(state: State) -> None:
    """Checks that `holders` are the seats prompted to conclude a deal, and `seized` says whether a rush is open."""
    prompts = state.prompts.values()
    holders = sorted(seat for prompt in prompts if prompt.phase in ("deal", "sale_deal") for seat in prompt.seats)
    holders = [] if state.is_over else holders
    assert sorted(state.public.holders) == holders, f"holders {state.public.holders}, prompted {holders}"
    rush = any(prompt.phase == "rush" for prompt in prompts) and not state.is_over
    assert state.public.seized == rush, f"seized {state.public.seized}, rush {rush}"
