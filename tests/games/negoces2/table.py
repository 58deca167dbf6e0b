"""The table of the dossier: A, B, C, D hold two goods each, fifteen coins lie before everybody; A won the auction."""

from __future__ import annotations

from typing import Any

from games.negoces2 import GAME
from games.negoces2.board import hand
from games.negoces2.fair import Fair
from games.negoces2.sale import Place, Sale
from tests.games.scenario import Scenario, lay

A, B, C, D = range(4)
START = {
    A: "wine*4 spices*4 contraband",
    B: "tea*4 silk*4",
    C: "coffee*4 jewels*4",
    D: "perfume*4 jade*4",
}


def placing(hands: dict[int, str] | None = None, coins: tuple[int, ...] = (15,) * 4, **given: Any) -> Scenario:
    """The seller, A, is prompted for a card. `public`: parts of the public state; all other arguments are options."""
    public = {"seller": A, "coins": coins, "sold": (A,), **given.pop("public", {})}
    zones = {hand(seat): faces for seat, faces in {**START, **(hands or {})}.items()}
    table = lay(GAME, 4, given, zones, public)
    fair = table.prompt(Fair)
    sale = table.prompt(Sale, within=fair)
    table.prompt(Place, A, within=sale)
    return table


def haggling(lot: str = "wine", face: str = "up", hands: dict[int, str] | None = None, **given: Any) -> Scenario:
    """A has put a card on the market, everybody may speak."""
    table = placing(hands, **given)
    table.play(A, "place", card=lot, face=face)
    return table


def sold_to(table: Scenario, buyer: int, **terms: Any) -> Scenario:
    """A buyer offers, and the seller takes it."""
    table.play(buyer, "offer", **terms)
    accept(table, buyer)
    return table


def accept(table: Scenario, buyer: int) -> None:
    """The seller accepts what a buyer offers now."""
    offer = offer_of(table, buyer)
    table.play(table.public.seller, "accept", offer=offer["id"], version=offer["version"])


def retract(table: Scenario, buyer: int) -> None:
    """A buyer withdraws the open offer."""
    offer = offer_of(table, buyer)
    table.play(buyer, "retract", offer=offer["id"], version=offer["version"])


def offer_of(table: Scenario, seat: int) -> Any:
    """A seat's offer as it stands on show."""
    return next(offer for offer in table.public.offers if offer["owner"] == seat)


def everybody(table: Scenario, **answers: str) -> None:
    """All four answer the question at the end of a sale; who is not named plays on."""
    for seat, name in enumerate("abcd"):
        table.play(seat, answers.get(name, "play_on"))


def asked(table: Scenario) -> set[str]:
    """The phases of the prompts that ask somebody."""
    return {prompt.phase for prompt in table.state.open_prompts if prompt.seats}
