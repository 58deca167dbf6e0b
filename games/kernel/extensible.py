"""The metaclass of the classes that games and tests extend.

The compiled build (`make compiled`) turns classes into C structures. Only compiled classes can extend those, and
nothing can be added to them. A class with this metaclass stays an ordinary class there, with compiled methods.
"""

from __future__ import annotations


class Extensible(type):
    """The metaclass of `Game`, `Options`, `Phase` and `Public`."""
