"""Checks a month of open data: `python check_dump.py comptoir-2026-10.ndjson`, after `pip install openskill`.

Nobody has to be trusted: every shuffle, place and rating is computed again. `verify.py` (events/verifier) lies beside.
The first line of the file that is wrong is named, and what is wrong in it; the exit status is 0 only if nothing is.
"""

import hashlib
import json
import sys
from pathlib import Path

import verify
from openskill.models import PlackettLuce

MODEL = PlackettLuce()
BASE, SCALE = 1000, 40


def check(path):
    """Returns what is wrong, and in which line; None if nothing is."""
    known, lines, derived, given = {}, 0, 0, 0
    with open(path, "rb") as file:
        for number, line in enumerate(file, start=1):
            entry = json.loads(line)
            found, trusted = derived_ratings(entry, known)
            wrong = [*wrong_bundle(entry), *wrong_places(entry)]
            if found != entry["ratings"]:
                wrong.append("the ratings do not follow from the places and skills")
            if wrong:
                return f"line {number}, match {entry['match']}: {wrong[0]}"
            lines, derived, given = lines + 1, derived + len(found), given + trusted
    print(f"{lines} matches: every shuffle, place and rating follows.")
    print(f"Of {derived} changes of ratings, {given} begin with a skill from before this file: check the month before.")
    return None


def wrong_bundle(entry):
    """The steps of the offline verifier that fail."""
    bundle = entry["bundle"]
    if (bundle["match"], bundle["game"]) != (entry["match"], entry["game"]):
        yield "the bundle is of another match"
    yield from (f"{step}: {words}" for status, step, words in verify.verify(bundle) if status == "FAILED")


def wrong_places(entry):
    """Whether the log has no end, or ranks the seats otherwise."""
    events = [json.loads(event["core"]) for event in entry["bundle"]["events"]]
    over = [core for core in events if core["type"] == "match.over"]
    replaced = {core["actor"] for core in events if core["type"] == "seat.replaced"}
    if not over:
        yield "the match is not over"
    elif not {seat["seat"] for seat in entry["seats"] if seat["left"]} <= replaced:
        yield "nobody has left that seat"
    elif entry["rated"] and places(over[0]["standings"], entry["seats"]) != [at["place"] for at in entry["ratings"]]:
        yield "the places are not those of the log"


def places(standings, seats):
    """The place of each seat: as the log ranks it; who left the seat to another shares a place behind all."""
    ranks = {seat: place for place, ranked in enumerate(standings, start=1) for seat in ranked}
    last = len(standings)
    return [last + 2 if seat["left"] else ranks.get(seat["seat"], last + 1) for seat in seats]


def derived_ratings(entry, known):
    """The changes of ratings, computed again; and how many skills have to be taken from the file."""
    if not entry["rated"]:
        return [], 0
    people = {seat["seat"]: seat["person"] for seat in entry["seats"]}
    lines, trusted, before = {line["seat"]: line for line in entry["ratings"]}, 0, {}
    for seat, person in people.items():
        skill = known.get((entry["game"], person)) if person is not None else MODEL.rating()
        if skill is None:
            skill = MODEL.rating(**lines[seat]["before"])
            trusted += (skill.mu, skill.sigma) != (MODEL.rating().mu, MODEL.rating().sigma)
        before[seat] = skill
    after = MODEL.rate([[skill] for skill in before.values()], ranks=[float(lines[seat]["place"]) for seat in before])
    found = []
    for (seat, old), [new] in zip(before.items(), after):
        if people[seat] is not None:
            known[entry["game"], people[seat]] = new
        rating, earlier = (round(BASE + SCALE * skill.ordinal()) for skill in (new, old))
        found.append(
            {
                "seat": seat,
                "place": lines[seat]["place"],
                "before": {"mu": old.mu, "sigma": old.sigma},
                "after": {"mu": new.mu, "sigma": new.sigma},
                "rating": rating,
                "change": rating - earlier,
            }
        )
    return found, trusted


def wrong_hash(path):
    """Whether the file is not the one that its `.sha256` names."""
    named = Path(f"{path}.sha256")
    if named.exists() and hashlib.sha256(Path(path).read_bytes()).hexdigest() != named.read_text().split()[0]:
        return "the file is not the one whose SHA-256 was published"
    return None


if __name__ == "__main__":
    fault = wrong_hash(sys.argv[1]) or check(sys.argv[1])
    sys.exit(f"FAILED: {fault}" if fault else 0)
