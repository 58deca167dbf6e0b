"""How coins change hands; those that lie openly are paid first (ruling A11)."""

from __future__ import annotations

from games.kernel.dealer import Dealer
from games.kernel.state import Seat


def receive(dealer: Dealer, seat: Seat, number: int) -> None:
    """Coins are laid openly before a seat."""
    coins = list(dealer.state.public.coins)
    coins[seat] += number
    dealer.change(coins=coins)


def spend(dealer: Dealer, seat: Seat, number: int) -> None:
    """A seat gives up coins: first those that lie openly, then hidden ones."""
    openly = min(number, dealer.state.public.coins[seat])
    receive(dealer, seat, -openly)
    hide(dealer, seat, openly - number)


def hide(dealer: Dealer, seat: Seat, number: int) -> None:
    """More coins (fewer, if negative) are in a seat's hidden pile; where they come from is the caller's affair."""
    hidden = list(dealer.state.public.hidden_coins)
    hidden[seat] += number
    dealer.change(hidden_coins=hidden)


def pay(dealer: Dealer, payer: Seat, payee: Seat, number: int) -> None:
    """Coins go from one seat to another."""
    spend(dealer, payer, number)
    receive(dealer, payee, number)
