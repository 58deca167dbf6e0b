"""What the MCP server tells of games and matches beside the text of a table: plain lines, in both languages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from comptoir_client.problems import Problem

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "moves": "Moves", "questions": "What may be asked", "cards": "Cards", "options": "Options of a match",
        "players": "Players: {low} to {high}; about {minutes} minutes among people.", "default": "default {default}",
        "yours": "Matches in which you play", "invited": "Matches that keep a seat for you: join", "none": "None.",
        "free": "free", "match": "Match {match}: {game}, {status}. Seats: {seats}.", "you": "you", "bot": "bot",
        "nothing": "Nothing is asked of you.", "at": "at: {at}", "left": "You have left the match.",
        "person": "The token is a person's. Programs play as bots, so that people can see it: create one with "
                  "POST /bots, as its owner, and give its token.",
        "no_token": "There is no token. Give the token of a bot account.",
        "cannot_create": "A bot account creates no matches. Its owner invites it, with {{\"kind\": \"bot\", "
                         "\"player\": \"{name}\"}} among the seats of POST /matches; or give this server the owner's "
                         "token as well.",
        "unreachable": "The server does not answer.", "no_seat": "You have no seat at that match.",
    },
    "fr": {
        "moves": "Coups", "questions": "Ce qui peut être demandé", "cards": "Cartes", "options": "Options d’une partie",
        "players": "Joueurs\u00a0: {low} à {high}\u202f; environ {minutes} minutes entre personnes.",
        "default": "par défaut {default}", "yours": "Parties où vous jouez",
        "invited": "Parties qui vous gardent une place\u00a0: join", "none": "Aucune.", "free": "libre",
        "match": "Partie {match}\u00a0: {game}, {status}. Places\u00a0: {seats}.", "you": "vous", "bot": "bot",
        "nothing": "Rien ne vous est demandé.", "at": "at: {at}", "left": "Vous avez quitté la partie.",
        "person": "Ce jeton est celui d’une personne. Les programmes jouent comme bots, pour que chacun le voie\u00a0: "
                  "créez un compte de bot avec POST /bots, puis donnez son jeton.",
        "no_token": "Il manque un jeton\u00a0: donnez celui d’un compte de bot.",
        "cannot_create": "Un compte de bot ne crée pas de partie. Son propriétaire l’invite, avec {{\"kind\": "
                         "\"bot\", \"player\": \"{name}\"}} parmi les places de POST /matches\u202f; ou donnez aussi "
                         "le jeton du propriétaire.",
        "unreachable": "Le serveur ne répond pas.", "no_seat": "Vous n’avez pas de place dans cette partie.",
    },
}  # fmt: skip
Words = Mapping[str, str]


def table(body: Mapping[str, Any], words: Words) -> str:
    """The text of a table, its numbered answers, and what an answer refers to. Places are numbered otherwise."""
    choices = [f"[{choice['number']}] {choice['words']}" for choice in body["choices"]]
    last = words["at"].format(at=body["at"])
    return "\n\n".join([str(body["text"]), "\n".join(choices) or words["nothing"], last])


def refusal(problem: Problem) -> str:
    """The words of a refusal, with what is wrong at which place, and its code."""
    faults = [f"{fault.get('pointer', '')}: {fault.get('detail', '')}" for fault in problem.errors]
    later = [f"Retry after {problem.retry_after:g} s."] if problem.retry_after else []
    said = str(problem.body.get("detail") or problem.body.get("title") or problem)
    return " ".join([said, *faults, *later, f"({problem.code})"])


def rules(game: Mapping[str, Any], words: Words) -> str:
    """What a game is about, its moves, questions, cards and options."""
    about, seats = game["about"], game["seats"]
    minutes = game["length"]["minutes"] if game["length"] else "?"
    blocks = [
        [f"{game['title']}. {game['summary']}"],
        [about["goal"], about["turn"], about["end"]],
        [words["players"].format(low=seats["min"], high=seats["max"], minutes=minutes)],
        [words["moves"], *_meanings(game["verbs"])],
        [words["questions"], *_meanings(game["phases"])],
        [words["cards"], *_meanings(game["faces"])],
        [words["options"], *_options(game["options"]["properties"], words)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if len(block) > 1 or block[0] not in words.values())


def _meanings(meanings: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """A line for each thing that has a help."""
    told = {f"- {each['title']}: {each['help']}" for each in meanings.values() if each.get("help")}
    yield from sorted(told)


def _options(options: Mapping[str, Mapping[str, Any]], words: Words) -> Iterator[str]:
    for name, option in options.items():
        default = words["default"].format(default=json.dumps(option.get("default"), ensure_ascii=False))
        values = f" {json.dumps(option['enum'], ensure_ascii=False)}" if "enum" in option else ""
        described = " ".join(filter(None, [option.get("title", name), option.get("description", "")]))
        yield f"- {name}{values}, {default}: {described}"


def match(head: Mapping[str, Any], words: Words, name: str) -> str:
    """A match in a line: its id, its game, its stage and who sits where. name: of the player."""
    seats = ", ".join(_occupant(seat, words, name) for seat in head["seats"])
    return words["match"].format(match=head["id"], game=head["game"], status=head["status"], seats=seats)


def _occupant(seat: Mapping[str, Any], words: Words, name: str) -> str:
    player = seat["player"]
    called = player.get("name") if isinstance(player, Mapping) else player
    if called:
        return words["you"] if called == name else str(called)
    return words["bot"] if seat.get("policy") else words["free"]
