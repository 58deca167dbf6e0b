"""The blocking modules, made word by word from the asynchronous ones."""

from __future__ import annotations

import re

WORDS = (
    (r"The asynchronous client\.", "The blocking client. Generated from asynchronous.py."),
    (r", for asynchronous programs\.", ". Generated from async_signin.py."),
    (r"\basynchronous_methods\b", "blocking_methods"),
    (r"\b(_?)Async(Client|Methods|BaseTransport|Server)\b", r"\1\2"),
    (r"\bawait asyncio\.to_thread\(([\w.]+), ", r"\1("),
    (r"AsyncGenerator\[(\w+), None\]", r"Generator[\1, None, None]"),
    (r"\bAsyncGenerator\b", "Generator"),
    (r"\basync (def|with|for) ", r"\1 "),
    (r"\bawait asyncio\.sleep\b", "time.sleep"),
    (r"\bawait ", ""),
    (r"^import asyncio$", "import time"),
    (r"\baclosing\b", "closing"),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
    (r"\ba(close|read|iter_bytes)\b", r"\1"),
)


def blocking(source: str) -> str:
    """Returns the text of the blocking module. Raises AssertionError if an asynchronous word is left."""
    for pattern, word in WORDS:
        source = re.sub(pattern, word, source, flags=re.MULTILINE)
    left = re.findall(r"\b(?:async|await|asyncio|Async\w*)\b", source)
    assert not left, f"expected no asynchronous word, got {left}"
    return source
