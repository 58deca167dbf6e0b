"""The port that `manage.py up` holds for its web processes."""

import socket

import pytest

from project.embedded.terminal import AlreadyInUse, listening_socket
from project.embedded.up import own_address


def test_responses_do_not_wait_for_the_acknowledgement_of_earlier_ones() -> None:
    with listening_socket("127.0.0.1", 0) as listener:
        listener.listen()
        with socket.create_connection(listener.getsockname()) as _, listener.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_in_use_is_reported_at_once() -> None:
    with listening_socket("127.0.0.1", 0) as listener:
        listener.listen()
        with pytest.raises(AlreadyInUse, match="choose another with PORT="):
            listening_socket("127.0.0.1", listener.getsockname()[1])


def test_links_in_mails_lead_to_the_port_of_the_run_and_the_log_keeps_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPTOIR_URL", raising=False)
    monkeypatch.delenv("COMPTOIR_LOG_ORIGIN", raising=False)
    assert own_address(8280) == {"COMPTOIR_URL": "http://localhost:8280", "COMPTOIR_LOG_ORIGIN": "localhost:8000/log"}

    monkeypatch.setenv("COMPTOIR_LOG_ORIGIN", "games.example/log")
    assert own_address(8280)["COMPTOIR_LOG_ORIGIN"] == "games.example/log"
    monkeypatch.setenv("COMPTOIR_URL", "https://games.example")
    assert own_address(8280) == {}
