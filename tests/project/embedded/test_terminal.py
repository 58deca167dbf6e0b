"""The port that `manage.py up` holds for its web processes."""

import socket

import pytest

from project.embedded.terminal import Occupied, listening_socket


def test_responses_do_not_wait_for_the_acknowledgement_of_earlier_ones() -> None:
    with listening_socket("127.0.0.1", 0) as listener:
        listener.listen()
        with socket.create_connection(listener.getsockname()) as _, listener.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_in_use_is_reported_at_once() -> None:
    with listening_socket("127.0.0.1", 0) as listener:
        listener.listen()
        with pytest.raises(Occupied, match="choose another with PORT="):
            listening_socket("127.0.0.1", listener.getsockname()[1])
