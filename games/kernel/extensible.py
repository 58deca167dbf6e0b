"""The metaclass of classes that games and tests extend.

The compiled build (`make compiled`) turns classes into C structures; only compiled classes can extend these. A class
with this metaclass stays an ordinary Python class in the build, with compiled methods.
"""

from __future__ import annotations


class Extensible(type):
    """The metaclass of `Game`, `Options`, `Phase` and `Public`."""
