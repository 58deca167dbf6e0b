"""Payments; open coins are paid before hidden ones (ruling A11)."""

from __future__ import annotations

from games.kernel.dealer import Dealer
from games.kernel.state import Seat


def receive(dealer: Dealer, seat: Seat, number: int) -> None:
    """Adds coins to a seat's open coins."""
    coins = list(dealer.state.public.coins)
    coins[seat] += number
    dealer.change(coins=coins)


def spend(dealer: Dealer, seat: Seat, number: int) -> None:
    """Takes coins from a seat: first open coins, then hidden coins."""
    openly = min(number, dealer.state.public.coins[seat])
    receive(dealer, seat, -openly)
    hide(dealer, seat, openly - number)


def hide(dealer: Dealer, seat: Seat, number: int) -> None:
    """Adds coins to a seat's hidden coins, or removes them if negative; the caller makes the matching change."""
    hidden = list(dealer.state.public.hidden_coins)
    hidden[seat] += number
    dealer.change(hidden_coins=hidden)


def pay(dealer: Dealer, payer: Seat, payee: Seat, number: int) -> None:
    """Moves coins from one seat to another."""
    spend(dealer, payer, number)
    receive(dealer, payee, number)
