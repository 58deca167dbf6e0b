"""Both verifiers reach the same verdict on damaged bundles, and a planted difference is detected."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from events.base.canonical_json import canonical_json
from events.verifier import verify
from tests.events.verifier.agreement import VERIFIER, Files, by_javascript, patched, verdict
from tests.events.verifier.damaged_bundles import Forgery, outcomes, written
from tests.events.verifier.sealed_logs import SealedLog
from tests.games.harness.time_budget import SECONDS, SEED

SAMPLE = 240 if SECONDS else 80
PLANTED_SEED = 7
PLANTED = {  # a fault of verify.js, and the number of a damaged bundle that reveals it
    "the time may decrease": ('  if (part(core, "at_ms") < last)', "  if (false)", 22),
    "draws may be left out": ('      if (part(effect.draw, "k") !== bundle.draws)', "      if (false)", 691),
    "deadlines may differ": ("    if (write(core.deadlines) !== write(known))", "    if (false)", 29),
    "any signature holds": ("  if (!signatureHolds(", "  if (false && !signatureHolds(", 196),
    "any salt is one": ("      if (text !== hex(hmac(saltKey", "      if (false && text !== hex(hmac(saltKey", 26),
    "a missing member is undefined": ("inner(value[name]) : !isNeeded)", "inner(value[name]) : true)", 64),
}
Verdict = tuple[str, str | None] | None


def test_both_verifiers_agree_on_damaged_bundles():
    differing = [str(each) for each in outcomes(SEED, range(SAMPLE)) if not each.agrees]

    assert not differing, f"seed {SEED}: {differing}"


@pytest.mark.parametrize(("old", "new", "number"), PLANTED.values(), ids=PLANTED)
def test_a_fault_planted_in_the_javascript_verifier_is_found(old: str, new: str, number: int):
    with patched(old, new) as verifier:
        [outcome] = outcomes(PLANTED_SEED, [number], verifier)

    assert not outcome.agrees


def test_a_fault_planted_in_the_python_verifier_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(verify, "signature_holds", lambda *each: True)

    [outcome] = outcomes(PLANTED_SEED, [PLANTED["any signature holds"][2]])

    assert not outcome.agrees


def test_both_verifiers_have_one_table_of_shapes():
    [stated] = re.findall(r"const SHAPES = `(.*?)`;", VERIFIER.read_text(encoding="utf-8"), re.DOTALL)

    assert stated == verify.SHAPES


def a_game_that_is_no_text(forgery: Forgery) -> Verdict:
    forgery.raw["game"] = forgery.cores[0]["game"] = {}
    return "1 form", "seq 0"


def without(name: str) -> Callable[[Forgery], Verdict]:
    def drop(forgery: Forgery) -> Verdict:
        del forgery.cores[0][name]
        return "1 form", "seq 0"

    return drop


def a_hidden_move_where_there_is_none(forgery: Forgery) -> Verdict:
    seq = next(seq for seq, core in enumerate(forgery.cores) if core["type"] == "seat.joined")
    forgery.cores[seq]["cells"].append({"path": "move", "to": None, "c": "00" * 32})
    return "7 redaction", f"seq {seq}"


def one_list_too_many(forgery: Forgery) -> Verdict:
    value: Any = []
    for _ in range(verify.DEEPEST - 1):
        value = [value]
    forgery.cores[0]["options"] = value
    return "1 form", "seq 0"


def a_random_effect_of_an_unknown_kind(forgery: Forgery) -> Verdict:
    effects = [effect for core in forgery.cores for effect in core["effects"]]
    draws = sum(effect.get("draw") is not None for effect in effects)
    seq = max(seq for seq, core in enumerate(forgery.cores) if core["effects"])
    src = next(effect["src"] for effect in effects if effect["kind"] == "moved")
    odd = {"kind": "odd", "draw": {"k": draws, "label": "odd"}, "cards": {}, "src": src}
    forgery.cores[seq]["effects"].append(odd)
    return "5 cards", f"seq {seq}"


def a_die_without_sides(forgery: Forgery) -> Verdict:
    rolled = [seq for seq, core in enumerate(forgery.cores) if '"rolled"' in written(core)]
    for effect in forgery.cores[rolled[0]]["effects"]:
        effect.update({"sides": 0} if effect["kind"] == "rolled" else {})
    return "5 cards", f"seq {rolled[0]}"


def a_shuffle_that_shows_no_cards(forgery: Forgery) -> Verdict:
    seq, place = next(
        (seq, place)
        for seq, core in enumerate(forgery.cores)
        for place, effect in enumerate(core["effects"])
        if effect["kind"] == "shuffled"
    )
    forgery.cut(seq + 1)
    row, shown = forgery.rows[seq], (f"effects/{place}/order", f"effects/{place}/faces")
    del row["core"]["effects"][place + 1 :]
    for cells in (row["core"]["cells"], row["cells"]):
        cells[:] = [cell for cell in cells if cell["path"] in shown]
        for cell in cells:
            cell.update({name: {"size": 0}.get(name, []) for name in ("size", "salts", "value") if name in cell})
    return "5 cards", f"seq {seq}"


def faces_that_texts_and_code_units_order_differently(forgery: Forgery) -> Verdict:
    faces = sorted(set(forgery.raw["deck"]))
    low = len(faces) // 2
    names = {face: "\uffff\U0001f0cf"[place >= low] + face for place, face in enumerate(faces)}

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(item) for item in value]
        if isinstance(value, dict):
            return {name: renamed(item) for name, item in value.items()}
        return names.get(value, value) if isinstance(value, str) else value

    forgery.raw["deck"] = renamed(forgery.raw["deck"])
    for row in forgery.rows:
        row.update({name: renamed(row[name]) for name in ("core", "cells")})
    forgery.cores[0]["deck_hash"] = hashlib.sha256(canonical_json(forgery.raw["deck"])).hexdigest()
    return None


def a_key_used_until_its_last_millisecond(forgery: Forgery) -> Verdict:
    forgery.cores[-1]["at_ms"] = 70_045_154_754_400
    forgery.raw["keys"][0]["not_after"] = "4189-08-22T19:25:54.400Z"
    return None


def a_key_that_expired_less_than_a_millisecond_before(forgery: Forgery) -> Verdict:
    forgery.cores[-1]["at_ms"] = 70_045_154_754_401
    forgery.raw["keys"][0]["not_after"] = "4189-08-22T19:25:54.400999Z"
    return "3 head", f"seq {len(forgery.rows) - 1}"


def an_answer_by_the_clock_in_the_year_1970(forgery: Forgery) -> Verdict:
    size = next(seq for seq, core in enumerate(forgery.cores) if core["type"] == "match.started") + 1
    forgery.cut(size)
    open_prompts: dict[int, Any] = {}
    for core in forgery.cores:
        core["at_ms"] = 0
        for effect in core["effects"]:
            if effect["kind"] == "prompted":
                effect["prompt"]["after"] = 0
                open_prompts[effect["prompt"]["id"]] = effect["prompt"]
        core["deadlines"] = [
            {"prompt": number, "seats": prompt["seats"], "at_ms": 0} for number, prompt in open_prompts.items()
        ]
    last = forgery.cores[-1]
    [seat, *_] = last["to_act"]
    resigned = {**last, "seq": size, "type": "seat.resigned", "by": "clock", "actor": seat, "effects": [], "cells": []}
    forgery.rows.append({"core": resigned, "cells": [], "hash": None})
    return None


def fork(zones: Callable[[list[Any]], list[Any]]) -> Callable[[Forgery], Verdict]:
    """Returns a fork whose position has other zones; without a change it is honest."""

    def forked(forgery: Forgery) -> Verdict:
        bundle = verify.Bundle(forgery.raw)
        verify.check_form(bundle)
        table, prompts = verify.Table(forgery.raw["deck"], bundle.created["sets"]), []
        for event in bundle.events:
            for place, effect in enumerate(event.effects()):
                table.apply(event.seq, place, effect)
                prompts += [effect["prompt"]] if effect["kind"] == "prompted" else []
            if event.core["type"] == "match.started":
                break
        lying = [
            {"name": name, "seat": seat, "number": number, "faces": [table.faces[card] for card in cards]}
            for (name, seat, number), cards in table.zones.items()
            if cards
        ]
        position = {"zones": zones(lying), "prompts": prompts}
        created = forgery.rows[0]
        created["core"]["forked_from"] = {"match": forgery.raw["match"], "seq": 1, "mode": "exact"}
        created["core"]["cells"].append({"path": "position", "to": None, "c": ""})
        created["cells"].append({"path": "position", "c": "", "salt": "00" * 32, "value": position})
        return None if written(zones(lying)) == written(lying) else ("5 cards", f"seq {event.seq}")

    return forked


def a_truth_for_a_number(zones: list[Any]) -> list[Any]:
    return [{**zone, "seat": bool(zone["seat"]) if zone["seat"] in (0, 1) else zone["seat"]} for zone in zones]


CASES: dict[str, Callable[[Forgery], Verdict]] = {
    "the members that a match needs: clock": without("clock"),
    "the members that a match needs: seats": without("seats"),
    "the members that a match needs: deck_hash": without("deck_hash"),
    "an honest fork": fork(lambda zones: zones),
    "a fork with a zone twice": fork(lambda zones: [{**zones[0], "faces": []}, *zones]),
    "a fork with a seat that is true": fork(a_truth_for_a_number),
    **{
        case.__name__.replace("_", " "): case
        for case in (
            a_game_that_is_no_text,
            a_hidden_move_where_there_is_none,
            one_list_too_many,
            a_random_effect_of_an_unknown_kind,
            a_die_without_sides,
            a_shuffle_that_shows_no_cards,
            faces_that_texts_and_code_units_order_differently,
            a_key_used_until_its_last_millisecond,
            a_key_that_expired_less_than_a_millisecond_before,
            an_answer_by_the_clock_in_the_year_1970,
        )
    },
}


def files(bundle: Any, receipts: Any = None, global_log: Any = None) -> Files:
    texts = [None if value is None else json.dumps(value).encode() for value in (bundle, receipts, global_log)]
    return texts[0] or b"", texts[1], texts[2]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_both_verifiers_agree_on_forgeries_on_which_they_once_differed(case: Callable[[Forgery], Verdict]):
    forgery = Forgery(SealedLog(1).bundle())
    expected = case(forgery)
    forged = files(forgery.signed())

    assert verdict(verify.verify_bytes(*forged)) == expected
    [lines] = by_javascript([forged])
    assert verdict(lines) == expected
