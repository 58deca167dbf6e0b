"""The tabletop that all games share: cards in zones, public numbers, a tree of prompts, ten effects.

Read it in this order: `state` (what a table is), `effect` (what can happen to it), `slots` and `template` (which moves
there are), `dealer` (how a rule changes the table), `phase` (what a prompt allows), `game` (how all of it runs), `view`
(what a seat sees), `memory` (what a seat has seen), `simulation` (matches in memory), `meanings` and `speech` (what
names mean, and sentences). The kernel knows no game.
"""
