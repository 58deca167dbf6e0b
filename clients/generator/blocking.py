"""The blocking modules: the awaiting ones, word by word."""

from __future__ import annotations

import re

WORDS = (
    (
        r"The client for programs that await\.",
        "The client for programs that do one thing at a time. Generated from asynchronous.py.",
    ),
    (r", for programs that await\.", ". Generated from async_signin.py."),
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
    """Returns the text of the blocking module. Raises AssertionError if a word that awaits is left."""
    for pattern, word in WORDS:
        source = re.sub(pattern, word, source, flags=re.MULTILINE)
    left = re.findall(r"\b(?:async|await|asyncio|Async\w*)\b", source)
    assert not left, f"expected nothing that awaits, got {left}"
    return source
