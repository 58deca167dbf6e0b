"""HTTP requests to addresses that players choose, only to public hosts and public IP addresses.

`checked` parses an address strictly. `addresses_of` accepts a name only if all of its IP addresses are public. `post`
connects to one of these IP addresses.
"""

from __future__ import annotations

import http.client
import io
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

SECONDS = 10.0  # the limit for a whole request
SECONDS_AFTER_FAILURE = 3.0  # for a request to an address that failed recently
LONGEST = 500
LONGEST_ENDPOINT = 1000  # the longest address of a push service, which the browser chooses

_NAME = re.compile(r"(?=.{1,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]", re.ASCII)
_LOCAL = (".localhost", ".local", ".internal", ".localdomain", ".home.arpa", ".onion", ".lan", ".intranet", ".corp")
_PORTS = range(1024, 65536)
_EMBEDDING = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))
"""IPv6 networks whose addresses contain IPv4 addresses that a gateway may connect to."""
_UNICAST = ipaddress.IPv6Network("2000::/3")
"""All IPv6 addresses of the public internet.

Site-local addresses and IPv4-mapped addresses are outside this network.
"""
_ISATAP = 0x00005EFE
"""Bits 64 to 95 of an IPv6 address that ends with an IPv4 address (RFC 5214). Two of the bits can also be set."""
_SPECIAL = ("192.0.0.0/24", "192.88.99.0/24", "100::/64", "3fff::/20", "5f00::/16")
_SPECIAL_NETWORKS = tuple(map(ipaddress.ip_network, _SPECIAL))
"""Networks with a special purpose that some versions of Python treat as global."""


class AddressRefused(Exception):
    """An error: the server does not send requests to this address."""


class RequestFailed(Exception):
    """An error: the request did not get a response. code: `address`, `timeout`, `tls` or `connection`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Target(NamedTuple):
    """The parts of an address. is_exempt: whether the operator allows its host with any IP address."""

    host: str
    port: int
    path: str
    is_secure: bool
    is_exempt: bool


def checked(url: str, exempt: Collection[str] = (), longest: int = LONGEST) -> Target:
    """Returns the parts of an https address of a public host. Raises AddressRefused."""
    scheme, target = _parts(url, longest)
    if f"{target.host}:{target.port}" in exempt and scheme in ("http", "https"):
        return target._replace(is_exempt=True)
    if scheme != "https" or (target.port != 443 and target.port not in _PORTS) or not _is_public_name(target.host):
        raise AddressRefused("expected an https address of a public host")
    return target


def trusted(url: str) -> Target:
    """Returns the parts of an address that the operator has chosen: it may have any host, with or without TLS.

    Raises AddressRefused.
    """
    scheme, target = _parts(url, LONGEST)
    if scheme not in ("http", "https") or not target.host:
        raise AddressRefused("expected an http or https address")
    return target._replace(is_exempt=True)


def _parts(url: str, longest: int) -> tuple[str, Target]:
    """Returns the scheme and the parts of an address. Raises AddressRefused."""
    if len(url) > longest or not url.isascii() or not url.isprintable() or set(url) & set(' "<>\\^`{|}#@'):
        raise AddressRefused("expected a plain https address")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise AddressRefused("expected a host and a port") from None
    is_secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, Target(host, port if port is not None else (443 if is_secure else 80), path, is_secure, False)


def _is_public_name(host: str) -> bool:
    """Returns whether a host is a name of the public DNS, or a public address in its usual spelling."""
    with suppress(ValueError):
        return is_public(host)
    return _NAME.fullmatch(host) is not None and not f".{host}".endswith(_LOCAL)


def is_public(address: str) -> bool:
    """Returns whether an IP address belongs to the public internet. Raises ValueError for any other text."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip not in _UNICAST or ip.scope_id or any(ip in network for network in _EMBEDDING):
            return False
        if int(ip) >> 32 & 0xFCFFFFFF == _ISATAP:
            return False
    if any(ip.version == network.version and ip in network for network in _SPECIAL_NETWORKS):
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def addresses_of(target: Target) -> list[str]:
    """Returns the IP addresses of a host. Raises RequestFailed if it has none, or if any of them is not public."""
    try:
        entries = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise RequestFailed("address") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
    if not addresses or not (target.is_exempt or all(map(is_public, addresses))):
        raise RequestFailed("address")
    return addresses


def post(target: Target, body: bytes, headers: Mapping[str, str], seconds: float = SECONDS) -> int:
    """Posts a body and returns the HTTP status; the response itself is not read. Raises RequestFailed.

    seconds: the time limit for everything together, including the name look-up. A slow stream of bytes does not extend
    it.
    """
    return exchange(target, body, headers, seconds, most=0)[0]


def exchange(target: Target, body: bytes, headers: Mapping[str, str], seconds: float, most: int) -> tuple[int, bytes]:
    """Posts a body, and returns the status and at most `most` bytes of the response. Raises RequestFailed."""
    until = time.monotonic() + seconds
    try:
        address = _in_time(lambda: addresses_of(target), until)[0]
        with _connected(target, address, until) as connection:
            connection.request("POST", target.path, body, dict(headers))
            response = connection.getresponse()
            return response.status, response.read(most) if most else b""
    except TimeoutError:
        raise RequestFailed("timeout") from None
    except ssl.SSLError:
        raise RequestFailed("tls") from None
    except (OSError, http.client.HTTPException, ValueError):  # ValueError: a length in the response is not a number
        raise RequestFailed("connection") from None


def _left(until: float) -> float:
    """Returns the seconds left. Raises TimeoutError if there are none."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _in_time(look_up: Callable[[], list[str]], until: float) -> list[str]:
    """Returns the result of a look-up. Raises TimeoutError if it takes too long; its thread then ends later."""
    looked_up = Future[list[str]]()

    def run() -> None:
        try:
            looked_up.set_result(look_up())
        except Exception as error:
            looked_up.set_exception(error)

    threading.Thread(target=run, name="look-up", daemon=True).start()
    return looked_up.result(_left(until))


@contextmanager
def _connected(target: Target, address: str, until: float) -> Iterator[http.client.HTTPConnection]:
    """Yields a connection to exactly this IP address. All its operations share the deadline `until`."""
    connection = http.client.HTTPConnection(target.host, target.port)
    connection.default_port = 443 if target.is_secure else 80  # leaves the default port out of `Host`
    with closing(socket.create_connection((address, target.port), _left(until))) as plain:
        plain.settimeout(_left(until))  # the limit for the whole handshake
        with closing(_tls().wrap_socket(plain, server_hostname=target.host) if target.is_secure else plain) as channel:
            connection.sock = _Hurried(channel, until)
            yield connection


@cache
def _tls() -> ssl.SSLContext:
    """Returns the TLS context that verifies receivers. It is cached, because loading all certificates is slow."""
    return ssl.create_default_context()


class _Hurried(io.RawIOBase):
    """A socket adapter for `http.client` with a deadline for the whole exchange."""

    def __init__(self, channel: socket.socket, until: float) -> None:
        self._channel, self._until = channel, until

    def sendall(self, content: bytes) -> None:
        """Sends all bytes before the deadline."""
        self._channel.settimeout(_left(self._until))
        self._channel.sendall(content)

    def makefile(self, mode: str) -> io.BufferedReader:
        """Returns the file object from which `http.client` reads the response."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """Returns True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Reads the bytes that have arrived."""
        self._channel.settimeout(_left(self._until))
        return self._channel.recv_into(buffer)
