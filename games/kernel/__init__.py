"""The kernel that all games share: cards in zones, a public state, a tree of prompts, ten effects.

Read it in this order: `state` (a table), `effect` (what can happen to it), `slots` and `template` (moves), `dealer`
(how a rule changes the table), `phase` (what a prompt allows), `game` (how these run), `view` (what a seat sees),
`memory` (what a seat has seen), `simulation` (matches in memory), `meanings` and `speech` (the meaning of names, and
sentences). The kernel knows no game.
"""
