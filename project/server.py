"""`python -m project.server`: uvicorn with the settings of `make run` and of the part of production that waits.

COMPTOIR_PROXIES alone decides whether X-Forwarded-* is believed, so uvicorn does not read it. The system closes a
connection whose reader takes nothing for a while.
"""

import argparse
import resource
import socket

import uvicorn

from events.hub import hub

WRITE_SECONDS = 20  # in which a reader has to take something
STOP_SECONDS = 3
OPTIONS = {
    "proxy_headers": False,
    "server_header": False,
    "access_log": False,
    "lifespan": "off",
    "ws": "none",
    "log_level": "warning",
    "timeout_graceful_shutdown": STOP_SECONDS,
}


class Server(uvicorn.Server):
    """A server that ends its waits before it stops."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what waits, then stop as uvicorn does."""
        await hub.close()
        await super().shutdown(sockets)


def main() -> None:
    """Serve on a socket that is handed to us, or on an address."""
    parser = argparse.ArgumentParser(prog="python -m project.server", description=__doc__)
    parser.add_argument("--fd", type=int, help="a listening socket that this process inherits")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    wanted = parser.parse_args()
    listening = socket.socket(fileno=wanted.fd) if wanted.fd is not None else bound(wanted.host, wanted.port)
    limit_writing(listening)
    allow_many_files()
    Server(uvicorn.Config("project.asgi:application", **OPTIONS)).run(sockets=[listening])


def bound(host: str, port: int) -> socket.socket:
    """A socket at the address."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind((host, port))
    return made


def limit_writing(listening: socket.socket, seconds: float = WRITE_SECONDS) -> None:
    """Have connections that it accepts closed when what was written to them is not taken for so long (tcp(7)).

    Elsewhere than on Linux such a connection only costs memory: no thread writes to it.
    """
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(seconds * 1000))


def allow_many_files() -> None:
    """A wait is an open file; the system's default of 1,024 would be the limit of all of them together."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if most == resource.RLIM_INFINITY else most
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


if __name__ == "__main__":
    main()
