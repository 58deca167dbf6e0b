"""Permissions, computed only from the log. Services check them before they act, and the audit checks them again."""

from __future__ import annotations

from events.tournaments.state import Core, TournamentState

AGREED = frozenset(
    {
        "game",
        "options",
        "seats",
        "format",
        "deals_per_round",
        "duplicate",
        "scoring",
        "tie_breaks",
        "clock",
        "rated",
        "late_entry",
        "substitutes",
        "replays",
        "team_size",
        "round_minutes",
    }
)
"""The settings that entrants agree to by entering."""
VANISHED_MS = 7 * 86_400_000  # entrants may vote after this time without an act of an organiser


def may_enter(state: TournamentState) -> bool:
    """Returns whether a further entry is allowed: before the start, or before the draw of the round `late_entry`."""
    if state.status == "running":
        return len(state.rounds) < (state.settings.get("late_entry") or 0)
    return state.status == "open"


def may_be_taken(state: TournamentState, entry: int) -> bool:
    """Returns whether a substitute may take over an entry: its player has withdrawn, and rounds remain.

    In a knock-out, an entry can be taken over only before the first round, because later places in the bracket are won
    by playing.
    """
    if not state.settings.get("substitutes") or state.status != "running":
        return False
    last = 1 if state.settings["format"] == "knock_out" else state.last_round
    return entry in state.people & state.withdrawn & {*state.starters} and len(state.rounds) < last


def may_change_team(state: TournamentState, entry: int, board: int, kind: str) -> bool:
    """Returns whether a player may join a team at a board, or leave it (`kind` is `entry.left`).

    Changes are possible before the start, at all boards except the first.
    """
    if state.status != "open" or entry not in {*state.entered} & state.people or not 2 <= board <= state.team_size:
        return False
    return (board in state.boards[entry]) == (kind == "entry.left")


def check_in_ms(state: TournamentState) -> int | None:
    """Returns the time when the check-in opens; None if there is none."""
    minutes, starts_ms = state.settings.get("check_in"), state.settings.get("starts_ms")
    return None if minutes is None or starts_ms is None else int(starts_ms) - 60_000 * int(minutes)


def may_check_in(state: TournamentState, entry: int, at_ms: int) -> bool:
    """Returns whether an entrant may check in now."""
    opens_ms = check_in_ms(state)
    return opens_ms is not None and state.status == "open" and at_ms >= opens_ms and entry in voters(state)


def absent_entries(state: TournamentState) -> set[int]:
    """Returns the entries that would not be drawn if the tournament started now: players who have not checked in."""
    return voters(state) - state.checked_in if check_in_ms(state) is not None else set()


def may_vote(state: TournamentState, entry: int, at_ms: int) -> bool:
    """Returns whether an entrant may vote to cancel: the organisers have not acted for a week."""
    return entry in voters(state) and at_ms - state.organiser_ms >= VANISHED_MS


def voters(state: TournamentState) -> set[int]:
    """Returns the entries of players who take part."""
    return state.people & {*state.present}


def votes_needed(state: TournamentState) -> int:
    """Returns how many votes cancel the tournament: more than half."""
    return len(voters(state)) // 2 + 1


def is_voted_down(state: TournamentState) -> bool:
    """Returns whether more than half of the entrants have voted to cancel."""
    return bool(voters(state)) and len(state.votes & voters(state)) >= votes_needed(state)


def fault_of(state: TournamentState, core: Core) -> str | None:
    """Returns the reason why an event in the log was not permitted; None if it was permitted.

    state: the state before the event.
    """
    kind = core["type"]
    if kind == "tournament.changed":
        return _fault_of_change(state, core)
    if kind == "entry.registered" and not may_enter(state):
        return f"entry {core['entry']} came too late"
    if kind == "entry.taken" and not may_be_taken(state, core["entry"]):
        return f"entry {core['entry']} was taken over when it could not be"
    if kind == "tournament.started" and (core["entries"] != state.present or absent_entries(state)):
        return "others started than those who had entered and checked in"
    if kind == "entry.checked_in" and not may_check_in(state, core["entry"], core["at_ms"]):
        return f"entry {core['entry']} checked in when it could not"
    if kind == "round.timed_out" and not _is_time_up(state, core):
        return f"the time of round {core['round']} was not up"
    if kind in ("entry.joined", "entry.left") and not may_change_team(state, core["entry"], core["board"], kind):
        return f"the team of entry {core['entry']} was changed when it could not be"
    if kind == "cancel.voted" and (core["entry"] in state.votes or not may_vote(state, core["entry"], core["at_ms"])):
        return f"entry {core['entry']} voted when it could not"
    if kind == "tournament.cancelled" and core["by"] == "entrants" and not is_voted_down(state):
        return "the tournament was cancelled without the votes"
    return None


def _is_time_up(state: TournamentState, core: Core) -> bool:
    """Returns whether the time limit of a round has passed and the ended matches belong to that round."""
    minutes = state.settings.get("round_minutes")
    is_last = core["round"] == len(state.rounds) and core["round"] not in state.timed_out
    theirs = all(state.pairings[match].round == core["round"] for match in core["matches"])
    return bool(minutes) and is_last and theirs and core["at_ms"] >= state.round_ms + 60_000 * int(minutes or 0)


def _fault_of_change(state: TournamentState, core: Core) -> str | None:
    if state.status != "open":
        return "the tournament was changed after its start"
    if AGREED & {*core["changed"], *core["settings"]} and len(state.entered) > 1:
        return "what entrants had agreed to was changed"
    if "deal_commits" in core["settings"] and state.entered:
        return "the server committed to deals after somebody had entered"
    return None
