"""The kernel that all games share: cards in zones, a public state, a tree of prompts, ten effects.

Read it in this order: `state` (a table), `effect` (the possible changes of a table), `slots` and `template` (moves),
`dealer` (the interface through which a rule changes the table), `phase` (the moves that a prompt allows), `game` (the
execution of the rules), `view` (the part that a seat sees), `memory` (the part that a seat has seen), `simulation`
(matches in memory), `meanings` and `speech` (the meaning of names, and sentences). The kernel contains no rules of a
particular game.
"""
