"""The MCP server's texts about games and matches: plain lines, in both languages. The game server sends table texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from comptoir_client.problems import Problem

MARKS = "⟦⟧"

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "moves": "Moves",
        "questions": "What may be asked",
        "cards": "Cards",
        "notes": "From the rule sheet",
        "options": "Options of a match",
        "players": "Players: {low} to {high}; about {minutes} minutes among people.",
        "default": "default {default}",
        "yours": "Matches in which you play",
        "invited": "Matches that keep a seat for you: join",
        "none": "None.",
        "free": "free",
        "match": "Match {match}: {game}, {status}. Seats: {seats}.",
        "you": "you",
        "bot": "bot",
        "nothing": "Nothing is asked of you.",
        "answered": "You have answered: {sentence}. Nothing else is asked of you: wait. These would replace it:",
        "at": "at: {at}",
        "left": "You have left the match.",
        "person": "The token is a person's. Programs play as bots, so that people can see it: create one with "
        "POST /bots, as its owner, and give its token.",
        "no_token": "There is no token. Give the token of a bot account.",
        "cannot_create": 'A bot account creates no matches. Its owner invites it, with {{"kind": "bot", '
        '"player": "{name}"}} among the seats of POST /matches; or give this server the owner\'s '
        "token as well.",
        "unreachable": "The server does not answer.",
        "no_seat": "You have no seat at that match.",
    },
    "fr": {
        "moves": "Coups",
        "questions": "Ce qui peut être demandé",
        "cards": "Cartes",
        "notes": "Dans la règle",
        "options": "Options d’une partie",
        "players": "Joueurs\u00a0: {low} à {high}\u202f; environ {minutes} minutes entre personnes.",
        "default": "par défaut {default}",
        "yours": "Parties où vous jouez",
        "invited": "Parties qui vous gardent une place\u00a0: join",
        "none": "Aucune.",
        "free": "libre",
        "match": "Partie {match}\u00a0: {game}, {status}. Places\u00a0: {seats}.",
        "you": "vous",
        "bot": "bot",
        "nothing": "Rien ne vous est demandé.",
        "answered": "Vous avez répondu\u00a0: {sentence}. Rien d’autre ne vous est demandé\u00a0: attendez. Ceci "
        "remplacerait votre réponse\u00a0:",
        "at": "at: {at}",
        "left": "Vous avez quitté la partie.",
        "person": "Ce jeton est celui d’une personne. Les programmes jouent comme bots, pour que chacun le voie\u00a0: "
        "créez un compte de bot avec POST /bots, puis donnez son jeton.",
        "no_token": "Il manque un jeton\u00a0: donnez celui d’un compte de bot.",
        "cannot_create": 'Un compte de bot ne crée pas de partie. Son propriétaire l’invite, avec {{"kind": '
        '"bot", "player": "{name}"}} parmi les places de POST /matches\u202f; ou donnez aussi '
        "le jeton du propriétaire.",
        "unreachable": "Le serveur ne répond pas.",
        "no_seat": "Vous n’avez pas de place dans cette partie.",
    },
}
Words = Mapping[str, str]


def is_asked(body: Mapping[str, Any]) -> bool:
    """Returns whether an answer is required; a sealed answer may be replaced, but this is not required."""
    return bool(body["choices"]) and not body["answered"]


def table(body: Mapping[str, Any], words: Words, names: Sequence[str]) -> str:
    """Returns the text of a table, its numbered answers, and `at`. names: the names that other players chose."""
    choices = [f"[{choice['number']}] {choice['words']}" for choice in body["choices"]]
    if body["answered"]:
        choices.insert(0, words["answered"].format(sentence=body["answered"]))
    last = words["at"].format(at=body["at"])
    said = "\n\n".join([str(body["text"]), "\n".join(choices) or words["nothing"]])
    return f"{_with_marked(said, names)}\n\n{last}"


def names_of_others(head: Mapping[str, Any], name: str) -> list[str]:
    """Returns the names at a match that other players chose. name: the player's own name."""
    called = [seat["player"]["name"] for seat in head["seats"] if seat["player"]]
    return [each for each in called if each and each != name]


def _with_marked(text: str, names: Sequence[str]) -> str:
    """Returns a text with marks around names, also if a name begins a sentence with a capital letter."""
    forms = {form for name in names for form in (name, name[:1].upper() + name[1:])}
    if not forms:
        return text
    longest_first = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{longest_first})(?!\w)", lambda found: _marked(found[0]), _unmarked(text))


def _marked(words: str) -> str:
    """Returns a player's text between marks that the text cannot contain."""
    return f"{MARKS[0]}{_unmarked(words)}{MARKS[1]}"


def _unmarked(text: str) -> str:
    return "".join(sign for sign in text if sign not in MARKS)


def delimited(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns an event of a log, with marks around a player's text."""
    if not isinstance(row.get("text"), str):
        return row
    cells = [
        {**cell, "value": _marked(cell["value"])} if isinstance(cell.get("value"), str) else cell
        for cell in row.get("cells", ())
    ]
    return {**row, "text": _marked(row["text"]), "cells": cells}


def refusal(problem: Problem) -> str:
    """Returns the text of a refusal, its errors by pointer, and its code."""
    faults = [f"{fault.get('pointer', '')}: {fault.get('detail', '')}" for fault in problem.errors]
    later = [f"Retry after {problem.retry_after:g} s."] if problem.retry_after else []
    said = str(problem.body.get("detail") or problem.body.get("title") or problem)
    return " ".join([said, *faults, *later, f"({problem.code})"])


def rules(game: Mapping[str, Any], words: Words) -> str:
    """Returns a description of a game, its moves, questions, cards and options."""
    about, seats = game["about"], game["seats"]
    minutes = game["length"]["minutes"] if game["length"] else "?"
    blocks = [
        [f"{game['title']}. {game['summary']}"],
        [about["goal"], about["setup"], about["turn"], about["end"]],
        [words["players"].format(low=seats["min"], high=seats["max"], minutes=minutes)],
        [words["moves"], *_meanings(game["verbs"])],
        [words["questions"], *_meanings(game["phases"])],
        [words["cards"], *_meanings(game["faces"])],
        [words["notes"], *_meanings(game["notes"])],
        [words["options"], *_options(game["options"]["properties"], words)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if len(block) > 1 or block[0] not in words.values())


def _meanings(meanings: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yields a line for each entry that has a help text."""
    told = {f"- {each['title']}: {each['help']}" for each in meanings.values() if each.get("help")}
    yield from sorted(told)


def _options(options: Mapping[str, Mapping[str, Any]], words: Words) -> Iterator[str]:
    for name, option in options.items():
        default = words["default"].format(default=json.dumps(option.get("default"), ensure_ascii=False))
        values = f" {json.dumps(option['enum'], ensure_ascii=False)}" if "enum" in option else ""
        described = ". ".join(filter(None, [option.get("title", name), option.get("description", "")]))
        yield f"- {name}{values}, {default}: {described}"


def match(head: Mapping[str, Any], words: Words, name: str) -> str:
    """Returns a line about a match: its id, game, stage and players by seat. name: the player's own name."""
    seats = ", ".join(_occupant(seat, words, name) for seat in head["seats"])
    return words["match"].format(match=head["id"], game=head["game"], status=head["status"], seats=seats)


def _occupant(seat: Mapping[str, Any], words: Words, name: str) -> str:
    player = seat["player"]
    called = player.get("name") if isinstance(player, Mapping) else player
    if called:
        return words["you"] if called == name else _marked(str(called))
    return words["bot"] if seat.get("policy") else words["free"]
