"""Single forgeries that an operator has signed again: both verifiers name the step, the event and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from events.verifier.verify import CORE, WAITING, Clock, fits, numbers, read, verify, verify_bytes
from games.kernel.timing.clock import Clock as TimesOfClock
from games.kernel.timing.clock import Times
from tests.events.verifier.agreement import by_javascript, verdict
from tests.events.verifier.damaged_bundles import Forgery
from tests.events.verifier.sealed_logs import SealedLog
from tests.events.verifier.test_seat_times import BANK, HOURS

Change = Callable[[Forgery], int]
LOG = SealedLog(1)
WHOLE, PLAYED, WEEKS = LOG.bundle(), json.loads(HOURS), json.loads(BANK)


def row(number: int, /, **members: Any) -> Change:
    """Changes members of an event."""

    def change(forgery: Forgery) -> int:
        forgery.cores[number].update(members)
        return number

    return change


def moved(**members: Any) -> Change:
    """Changes the last public movement of cards."""

    def change(forgery: Forgery) -> int:
        seq, effect = next(
            (core["seq"], effect)
            for core in reversed(forgery.cores)
            for effect in core["effects"]
            if effect["kind"] == "moved" and effect["cards"] and None not in effect["cards"]
        )
        effect.update({name: [value] * len(effect["cards"]) for name, value in members.items()})
        return seq

    return change


def shown(member: str, value: Any) -> Change:
    """Shows one card with a false face or place."""

    def change(forgery: Forgery) -> int:
        seq, place = next(
            (core["seq"], place)
            for core in forgery.cores
            for place, effect in enumerate(core["effects"])
            if effect["kind"] == "shown"
        )
        [part] = [part for part in forgery.rows[seq]["cells"] if part["path"] == f"effects/{place}/{member}"]
        part["value"] = [value] * len(part["value"])
        return seq

    return change


def after(size: int, /, **members: Any) -> Change:
    """Ends the log early and repeats its last event without effects, with other members."""

    def change(forgery: Forgery) -> int:
        forgery.cut(size)
        core = {name: value for name, value in forgery.cores[-1].items() if name in PLAIN}
        new = {**core, "seq": size, "effects": [], "cells": [], "move": None, "prompt": None, **members}
        forgery.rows.append({"core": new, "cells": [], "hash": None})
        return size

    return change


PLAIN = CORE | WAITING
NOBODY: dict[str, Any] = {"to_act": [], "may_act": [], "deadlines": []}
ASKED, DEADLINE = json.loads(LOG.rows[4]["core"]), json.loads(LOG.rows[4]["core"])["deadlines"][0]["at_ms"]
ABSENT = {"type": "match.void", "by": "clock", "actor": None, "reason": "absent", "seats": [0], **NOBODY}
JOINED = next(seq for seq, event in enumerate(WEEKS["events"]) if '"match.started"' in event["core"])
DAYS = json.loads(WEEKS["events"][0]["core"])["clock"]["vacation_days"] * 86_400_000
VACATION_FROM = json.loads(WEEKS["events"][JOINED - 1]["core"])["at_ms"]
VACATION = {"type": "seat.vacation", "by": "player", "actor": 0}
FORGERIES: dict[str, tuple[Any, Change, str, str]] = {
    "an unknown type": (WHOLE, row(5, type="other"), "1 form", "the type or author of the row is unknown"),
    "an unknown author": (WHOLE, row(5, by="other"), "1 form", "the type or author of the row is unknown"),
    "a member more": (WHOLE, row(5, more=1), "1 form", "the row has unknown members"),
    "a number that is true": (WHOLE, row(1, seq=True), "1 form", "expected seq 1, got True"),
    "another number": (WHOLE, row(5, seq=6), "1 form", "expected seq 5, got 6"),
    "seats in no list": (WHOLE, row(5, to_act="0"), "1 form", "the row has a wrong shape"),
    "a card that is not there": (PLAYED, moved(cards=9_999), "5 cards", "a card leaves a zone where it is not"),
    "a place that is not there": (PLAYED, moved(at=9_999), "5 cards", "a place does not exist"),
    "a card that is shown where it is not": (
        WHOLE,
        shown("cards", 9_999),
        "5 cards",
        "a card is shown in a zone where it is not",
    ),
    "a card that is shown as another": (WHOLE, shown("faces", "?"), "5 cards", "a card is shown with another face"),
    "other places": (WHOLE, row(48, standings=[[0, 1, 2]]), "5 cards", "the places differ from those of the rules"),
    "a seat twice among those who may act": (
        WHOLE,
        row(23, may_act=[1, 1, 2]),
        "8 clock",
        "whom the match waits for is not a list of seats in order",
    ),
    "seats that are to act in another order": (
        WHOLE,
        row(20, to_act=[0, 2, 1]),
        "8 clock",
        "whom the match waits for is not a list of seats in order",
    ),
    "a vacation in a match without any": (
        WHOLE,
        after(12, **VACATION, until_ms=ASKED["at_ms"]),
        "8 clock",
        "the match gives no vacations",
    ),
    "a vacation of a millisecond more than the days of the seat": (
        WEEKS,
        after(JOINED, **VACATION, until_ms=VACATION_FROM + DAYS + 1),
        "8 clock",
        "the vacation is longer than the seat has left",
    ),
    "an end because a seat is absent, too early": (
        WHOLE,
        after(5, **ABSENT, at_ms=DEADLINE - 1),
        "8 clock",
        "the clock acts before the deadline",
    ),
}
ALLOWED: dict[str, tuple[Any, Change]] = {
    "an end because a seat is absent": (WHOLE, after(5, **ABSENT, at_ms=DEADLINE)),
    "a vacation of all days of the seat": (WEEKS, after(JOINED, **VACATION, until_ms=VACATION_FROM + DAYS)),
}


def failure(lines: Any) -> tuple[str, str]:
    """Returns the first failed step, and its message."""
    return next((step, words) for status, step, words in lines if status == "FAILED")


def forged(name: str) -> tuple[bytes, int]:
    bundle, change = {**ALLOWED, **FORGERIES}[name][:2]
    forgery = Forgery(json.loads(json.dumps(bundle)))
    seq = change(forgery)
    return json.dumps(forgery.signed()).encode(), seq


@pytest.mark.parametrize("name", FORGERIES)
def test_the_verifier_names_the_row_and_the_reason(name: str):
    _, _, step, words = FORGERIES[name]
    text, seq = forged(name)

    assert failure(verify_bytes(text)) == (step, f"seq {seq}: {words}")


@pytest.mark.parametrize("name", ALLOWED)
def test_a_change_within_the_limits_passes(name: str):
    assert verdict(verify_bytes(forged(name)[0])) is None


def test_the_javascript_verifier_returns_the_same_verdicts():
    cases = {name: forged(name) for name in (*ALLOWED, *FORGERIES)}

    found = by_javascript([(text, None, None) for text, _ in cases.values()])

    assert {name: verdict(lines) for name, lines in zip(cases, found, strict=True)} == {
        name: (FORGERIES[name][2], f"seq {seq}") if name in FORGERIES else None for name, (_, seq) in cases.items()
    }


def test_a_wrong_hash_is_found_at_its_event():
    events = [dict(event) for event in WHOLE["events"]]
    events[5]["hash"] = "00" * 32

    assert failure(verify({**WHOLE, "events": events}))[0] == "2 chain"
    assert failure(verify({**WHOLE, "events": events}))[1].startswith("seq 5: ")


@pytest.mark.parametrize("name", ["events", "keys", "deck", "cards", "global_log"])
@pytest.mark.parametrize("odd", [{}, "x", [1, None]])
def test_a_bundle_with_a_member_of_a_wrong_shape_is_refused(name: str, odd: Any):
    assert verify({**WHOLE, name: odd}) == [("FAILED", "1 form", "the bundle has a wrong shape")]


@pytest.mark.parametrize("name", ["events", "keys", "deck"])
def test_a_bundle_without_events_keys_or_deck_is_refused(name: str):
    less = {member: value for member, value in WHOLE.items() if member != name}

    assert verify(less) == [("FAILED", "1 form", "the bundle has a wrong shape")]


@pytest.mark.parametrize("size", [0, -1, True, "1", None])
def test_a_receipt_with_an_invalid_size_is_refused(size: Any):
    lines = verify(WHOLE, [{**LOG.receipts[0], "size": size}])

    assert failure(lines) == ("3 receipts", "the data it needs has a wrong shape")


def test_a_card_is_proved_by_the_root_that_the_shuffle_committed_to():
    mine = LOG.bundle(1)
    first, *others = mine["cards"]

    found = failure(verify({**mine, "cards": [{**first, "root": "00" * 32}, *others]}))

    words = f"card {first['card']} has no valid proof for place {first['position']} of the shuffle"
    assert found == ("5 chance", f"seq {first['seq']}: {words}")


def test_the_server_seed_is_checked_only_for_viewers_who_may_see_it():
    log = SealedLog(1, reveal="seats")
    told = {viewer: dict(line[1:] for line in verify(log.bundle(viewer)))["4 seeds"] for viewer in ("all", 0, None)}

    assert "the server's seed matches its commitment" in told["all"]
    assert "the server's seed matches its commitment" in told[0]
    assert "this viewer may not see the server's seed" in told[None]


class Fixed(SealedLog):
    """A log whose seed is only the server's, as in exercises."""

    fairness = "fixed_seed"

    def _created(self) -> None:
        self.match_seed = self.server_seed
        super()._created()


def test_a_match_with_a_fixed_seed_is_verified_by_that_seed():
    lines = {step: (status, words) for status, step, words in verify(Fixed(1).bundle())}

    assert lines["4 seeds"][0] == lines["5 chance"][0] == "OK"
    assert "6 of 6 draws follow from the seed" in lines["5 chance"][1]


class Timed(SealedLog):
    """A log in which each answer has 20 seconds."""

    def write(self, type: str, *members: Any, **public: Any) -> None:
        if type == "match.created":
            self.times = Times(TimesOfClock(per_move=20))
            public["clock"] = {**public["clock"], "per_move": 20}
        super().write(type, *members, **public)


def test_a_shorter_time_limit_of_a_move_comes_before_the_time_limit_of_a_prompt():
    log = Timed(1)
    longer = log.rewritten({0: lambda core: core["clock"].update(per_move=21)})

    assert verdict(verify(log.bundle())) is None
    assert failure(verify(longer.bundle())) == (
        "8 clock",
        "seq 4: the deadlines are not those that follow from the log",
    )


CREATED = json.loads(WEEKS["events"][0]["core"])
OF_EACH_SEAT = {"a bank": {"bank": 60, "increment": 5}, "hours": {"play_window": True}, "days": {"vacation_days": 1}}


@pytest.mark.parametrize("clock", OF_EACH_SEAT.values(), ids=OF_EACH_SEAT)
def test_a_clock_with_a_bank_hours_or_vacations_counts_the_time_of_each_seat(clock: dict[str, Any]):
    assert Clock({**CREATED, "clock": {"per_move": 60, **clock}}).seats is not None
    assert Clock({**CREATED, "clock": {"per_move": 60}}).seats is None


NUMBERS = [("u", 0), ("u", 2**53 - 1), ("n", -(2**53) + 1), ("c", 65_535), ("d", 10**9), ("u?", None), ("[u]", [0, 1])]
NO_NUMBERS = [
    ("u", -1),
    ("u", 2**53),
    ("u", True),
    ("u", "1"),
    ("u", None),
    ("n", -(2**53)),
    ("c", 65_536),
    ("d", 10**9 + 1),
    ("u?", -1),
    ("[u]", [0, -1]),
    ("[u]", None),
]


def test_numbers_fit_up_to_the_limit_of_their_kind():
    assert [case for case in NUMBERS if not fits(case[1], case[0])] == []
    assert [case for case in NO_NUMBERS if fits(case[1], case[0])] == []


def test_values_may_be_many_but_are_nested_at_most_64_levels_deep():
    many, deep = "[" + ",".join(["[]"] * 100) + "]", "[" * 64 + "]" * 64

    assert len(read(many)) == 100
    assert read(deep)
    for deeper in (f"[{deep}]", '{"a":' * 65 + "0" + "}" * 65):
        with pytest.raises(ValueError, match="fewer values within values"):
            read(deeper)


@pytest.mark.parametrize("label", ["", "x" * 65])
def test_a_label_has_1_to_64_signs(label: str):
    for good in ("x", "x" * 64):
        assert numbers(bytes(32), 0, good)(6) in range(6)
    with pytest.raises(ValueError, match="a label of 1 to 64 signs"):
        numbers(bytes(32), 0, label)


def test_a_random_word_that_would_favour_small_numbers_is_rejected():
    """With a limit above 2^31, the first rejected word is the limit itself: 2^32 − (2^32 mod limit) = limit."""
    words = numbers(bytes(32), 0, "y")
    first, second = words(2**32), words(2**32)
    assert first > 2**31

    assert numbers(bytes(32), 0, "y")(first) == second % first


def test_messages_about_an_unaltered_log_state_the_number_of_parts_and_cards():
    mine = LOG.bundle(0)
    whole = {step: (status, words) for status, step, words in verify(WHOLE)}
    seen = {step: (status, words) for status, step, words in verify(mine)}

    for bundle, found in ((WHOLE, whole), (mine, seen)):
        opened = sum(len(event["cells"]) for event in bundle["events"])
        cards = len(bundle["cards"])
        assert found["7 redaction"] == (
            "OK",
            f"{opened} opened parts are valid, and none was opened to a seat that may not read it",
        )
        words = sum(cell["path"] == "text" for event in bundle["events"] for cell in event["cells"])
        assert found["9 contents"][1].startswith(
            f"{opened - words} parts for this viewer are opened and {cards} cards proved, none is missing; "
        )
        assert f"{cards} cards" in found["5 chance"][1]
    assert whole["6 rules"][0] == seen["6 rules"][0] == "SKIPPED"
