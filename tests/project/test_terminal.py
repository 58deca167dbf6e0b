"""The port that `manage.py up` holds for its web processes."""

import socket

import pytest

from project.terminal import Occupied, listening_socket


def test_who_connects_gets_each_answer_without_waiting_for_the_one_before_to_be_acknowledged() -> None:
    with listening_socket("127.0.0.1", 0) as held:
        held.listen()
        with socket.create_connection(held.getsockname()) as _, held.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_that_is_taken_is_told_at_once() -> None:
    with listening_socket("127.0.0.1", 0) as held:
        held.listen()
        with pytest.raises(Occupied, match="choose another with PORT="):
            listening_socket("127.0.0.1", held.getsockname()[1])
