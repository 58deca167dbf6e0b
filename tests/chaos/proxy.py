"""A small proxy in front of the server that can drop responses or close all connections."""

from __future__ import annotations

import random
import socket
import struct
import threading
from contextlib import suppress

RESET_AT_CLOSE = struct.pack("ii", 1, 0)


class DroppingProxy:
    """Forwards connections on 127.0.0.1; drops that share of the responses while `drops` is above 0."""

    def __init__(self, target: int, seed: int) -> None:
        self.target, self.drops, self.dropped = target, 0.0, 0
        self._chance, self._socket = random.Random(seed), socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self.port = int(self._socket.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def reset(self) -> int:
        """Closes all client connections, even during a response; returns how many."""
        cut = list(self._open)
        for client in cut:
            with suppress(OSError):
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_AT_CLOSE)
                client.shutdown(socket.SHUT_RDWR)
        return len(cut)

    def close(self) -> None:
        """Stops listening."""
        self._socket.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._open.add(client)
            try:
                with socket.create_connection(("127.0.0.1", self.target), timeout=60) as server:
                    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    threading.Thread(target=_pump, args=(client, server), daemon=True).start()
                    self._answers(server, client)
            finally:
                self._open.discard(client)
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)  # wakes the pump

    def _answers(self, server: socket.socket, client: socket.socket) -> None:
        while answer := server.recv(65536):
            if self.drops and self._chance.random() < self.drops:
                self.dropped += 1
                return
            client.sendall(answer)


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while chunk := source.recv(65536):
            target.sendall(chunk)
        target.shutdown(socket.SHUT_RDWR)  # the client has disconnected
