"""A program that relies on the types of the wheel. `mypy --strict` checks it; it never runs."""

from comptoir_client import AsyncClient, Client, Draft, News, Start, fold, types


def describe(event: types.Event) -> str:
    """Reads members that only some events have."""
    if event["type"] == "match.created":
        return f"{event['game']} for {event['seats'] + 1}, {event['fairness']}"
    if event["type"] == "seat.joined":
        return event["policy"] or "a player"
    if event["type"] == "match.over":
        return ", ".join(str(seat) for place in event["standings"] or () for seat in place)
    move = event["move"]
    return move["verb"] if move else ", ".join(change(effect) for effect in event["effects"])


def change(effect: types.Effect) -> str:
    """Reads members that only some effects have."""
    if effect["kind"] == "moved":
        return f"{len(effect['cards'])} from {effect['src']['name']} to {effect['dst']['name']}"
    return effect["kind"]


def choices(draft: Draft) -> int:
    """Reads members that only some slots have."""
    return sum(len(slot["options"]) for slot in draft.slots.values() if slot["slot"] == "one_of")


def rows(client: Client, match: str) -> int:
    """Reads a stream, a list page by page, and a fold by hand."""
    table, first = client.matches_view(match), client.matches_events_list(match)["items"][0]
    start = Start.of(first, client.matches_view(match, at=0))
    for streamed in client.matches_stream(match, after=table["seq"], legal=4):
        if streamed.name == "event":
            table = fold(table, streamed.data, start)
        else:
            print([prompt["id"] for prompt in streamed.data["prompts"]])
    return table["seq"]


async def last(client: AsyncClient, match: str) -> News:
    """Reads a match with the asynchronous client."""
    news = [news async for news in client.follow(match)]
    await client.matches_moves_create(match, {"prompt": 1, "verb": "pass", "args": {}}, view=1, if_match="tag")
    return news[-1]
