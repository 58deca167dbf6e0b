"""The tabletop that all games share: cards in zones, public numbers, a tree of prompts, ten effects.

Read it in this order: `state` (what a table is), `effect` (what can happen to it), `slots` and `template`
(which moves there are), `dealer` (how a rule speaks), `phase` (how a rule asks), `game` (how all of it is run),
`view` (what a seat may see), `memory` (what a seat has learnt). The kernel knows no game.
"""
