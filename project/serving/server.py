"""`python -m project.serving.server`: uvicorn in one process, as in `make run` and in production.

uvicorn ignores X-Forwarded-*, because COMPTOIR_PROXIES determines whether these headers are trusted. The operating
system closes a connection whose client stops reading.
"""

import argparse
import asyncio
import resource
import socket
import sys
from typing import Any

import uvicorn

from events.base.hub import hub

WRITE_SECONDS = 20  # the time after which a client that reads nothing is disconnected
SWITCH_SECONDS = 0.001  # the time after which a computing thread yields to other threads
APPLICATION = "project.asgi:application"
STOP_SECONDS = 7  # the time for running requests to finish; a supervisor waits a little longer
OPTIONS: dict[str, Any] = {
    "proxy_headers": False,
    "server_header": False,
    "access_log": False,
    "lifespan": "off",
    "ws": "none",
    "log_level": "warning",
    "timeout_graceful_shutdown": STOP_SECONDS,
}


class Server(uvicorn.Server):
    """A server with a heartbeat that ends its streams before it stops. kind: the task of the process."""

    def __init__(self, config: uvicorn.Config, kind: str) -> None:
        super().__init__(config)
        self.kind = kind

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen. The program is loaded at this time."""
        from events.processes import heartbeat
        from project.observability import request_lines

        request_lines.begin()
        await super().startup(sockets)
        self.heartbeat = heartbeat.begin(self.kind)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the streams, then stops as uvicorn does."""
        await hub.close()
        await super().shutdown(sockets)
        await asyncio.to_thread(self.heartbeat.end)


def main() -> None:
    """Serves on an inherited socket, or on an address."""
    parser = argparse.ArgumentParser(prog="python -m project.serving.server", description=__doc__)
    parser.add_argument("--kind", default="web", help="the name in the list of processes")
    parser.add_argument("--fd", type=int, help="a listening socket that this process inherits")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    serve(
        socket.socket(fileno=arguments.fd) if arguments.fd is not None else bind(arguments.host, arguments.port),
        arguments.kind,
    )


def serve(listening: socket.socket, kind: str) -> None:
    """Serves on a socket until a signal arrives. kind: the name of this process in the list of processes."""
    limit_writing(listening)
    allow_many_files()
    sys.setswitchinterval(SWITCH_SECONDS)
    Server(uvicorn.Config(APPLICATION, **OPTIONS), kind).run(sockets=[listening])


def bind(host: str, port: int) -> socket.socket:
    """Returns a socket bound to the address."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    return listening


def limit_writing(listening: socket.socket, seconds: float = WRITE_SECONDS) -> None:
    """Makes the operating system close accepted connections whose data stays unread for a time (tcp(7)).

    On systems other than Linux, such a connection costs only memory, because no thread writes to it.
    """
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(seconds * 1000))


def allow_many_files() -> None:
    """Raises the limit of open files, because each stream is an open file and the usual default is 1,024."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft_limit = 65_536 if hard_limit == resource.RLIM_INFINITY else hard_limit
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft_limit, hard_limit))


if __name__ == "__main__":
    main()
