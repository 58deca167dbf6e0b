"""Webhooks reach only public hosts: forms of addresses that lead elsewhere, and names that resolve elsewhere."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from events.base import outbound
from events.base.outbound import AddressRefused, RequestFailed, addresses_of, checked, post
from tests.events.notifications.receivers import Receiver

PATIENCE = 5.0  # seconds, which only a failing test waits

# Forms of addresses by which a request could reach a service that only the server can reach.
FORMS = [
    "http://example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org/",
    "//example.org/",
    "https://localhost/",
    "https://localhost./",
    "https://LOCALHOST/",
    "https://a.localhost/",
    "https://db/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://192.0.0.192/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fec0::1]/",
    "https://[feff::1]/",
    "https://[2a00::5efe:a00:1]/",
    "https://[2a00::200:5efe:808:808]/",
    "https://[fc00::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b::808:808]/",
    "https://[2002:7f00:1::]/",
    "https://[2001::1]/",
    "https://[ff02::1]/",
    "https://metadata.google.internal/",
    "https://printer.local/",
    "https://good.example@127.0.0.1/",
    "https://127.0.0.1@good.example/",
    "https://good.example\\@127.0.0.1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127。0。0。1/",
    "https://good.example/\r\nHost: evil",
    "https://good .example/",
    "https://good.example:22/",
    "https://good.example:80/",
    "https://good.example:99999/",
    "https://good.example:x/",
    "https://",
    "https:///path",
    "",
    "good.example",
    "https://good.example/#x",
    "https://127.0.0.1.:443/",
    "https://good%2eexample/",
    "https://-a.example/",
    "https://a..example/",
    "https://" + "a" * 500 + ".example/",
]
PUBLIC = ["https://example.org", "https://example.org:8443/a?b=c", "https://8.8.8.8/", "https://[2606:4700::1111]/"]


@pytest.mark.parametrize("url", FORMS)
def test_an_address_that_is_not_clearly_public_is_refused(url: str):
    with pytest.raises(AddressRefused):
        checked(url)


@pytest.mark.parametrize("url", PUBLIC)
def test_a_public_address_is_accepted(url: str):
    assert checked(url).is_secure


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], ["fe80::1%eth0"], ["::ffff:10.0.0.1"], ["64:ff9b::a00:1"], []],
    ids=str,
)
def test_the_server_does_not_connect_to_a_name_with_a_private_address(addresses: list[str]):
    with (
        resolving(addresses),
        patch.object(socket, "create_connection") as connect,
        pytest.raises(RequestFailed) as failure,
    ):
        post(checked("https://rebinding.example/"), b"{}", {})

    assert failure.value.code == "address"
    assert not connect.called


def resolving(addresses: list[str]) -> Any:
    return patch.object(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (each, 443)) for each in addresses])


def test_the_connection_goes_to_the_address_that_was_checked():
    """The server resolves a name only once, because a second resolution could give another address."""
    refused = patch.object(socket, "create_connection", side_effect=OSError)
    with resolving(["8.8.8.8"]), refused as connect, pytest.raises(RequestFailed):
        post(checked("https://rebinding.example/"), b"{}", {})

    assert connect.call_args.args[0] == ("8.8.8.8", 443)


def test_a_planted_check_that_lets_all_addresses_pass_is_found():
    """Planted fault: without the check of addresses, the names of the test above are accepted."""
    with patch.object(outbound, "is_public", lambda _: True), resolving(["10.0.0.1"]):
        assert addresses_of(checked("https://rebinding.example/")) == ["10.0.0.1"]


def test_a_host_that_the_operator_allows_may_be_private_and_without_tls():
    receiver = Receiver()
    try:
        target = checked(receiver.url, exempt=[receiver.host])
        assert post(target, b"{}", {}) == 204
        with pytest.raises(AddressRefused):
            checked(receiver.url, exempt=["127.0.0.1:1"])
    finally:
        receiver.close()


def test_a_response_that_arrives_byte_by_byte_times_out():
    """Each byte arrives within the limit of one step, so only the limit of all steps together ends the request."""
    with slow_receiver() as host, pytest.raises(RequestFailed) as failure:
        post(checked(f"http://{host}/", exempt=[host]), b"{}", {}, seconds=0.5)

    assert failure.value.code == "timeout"


@contextmanager
def slow_receiver() -> Iterator[str]:
    """Yields a receiver that sends one byte of its response every 20 ms, until the caller disconnects."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        caller, _ = listening.accept()
        with caller, suppress(OSError):
            caller.sendall(b"HTTP/1.1 200 ")
            while True:
                caller.sendall(b"O")
                time.sleep(0.02)

    answering = threading.Thread(target=answer)
    answering.start()
    with listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        answering.join()


def test_a_silent_name_server_delays_a_request_no_longer_than_its_timeout():
    given_up = threading.Event()

    def resolve(*_: Any, **__: Any) -> list[Any]:
        given_up.wait(PATIENCE)
        return [(0, 0, 0, "", ("8.8.8.8", 443))]

    refused = patch.object(socket, "create_connection", side_effect=OSError)
    with patch.object(socket, "getaddrinfo", resolve), refused, pytest.raises(RequestFailed) as failure:
        post(checked("https://slow.example/"), b"{}", {}, seconds=0.2)
    given_up.set()

    assert failure.value.code == "timeout"


def test_each_step_of_a_request_has_only_the_remaining_time():
    """By the test's clock, the resolution uses all the time, and none remains for the connection."""
    now = [0.0]

    def resolve(*_: Any, **__: Any) -> list[Any]:
        now[0] = 10.0
        return [(0, 0, 0, "", ("8.8.8.8", 443))]

    with (
        patch.object(outbound, "time", SimpleNamespace(monotonic=lambda: now[0])),
        patch.object(socket, "getaddrinfo", resolve),
        patch.object(socket, "create_connection", side_effect=OSError) as connect,
        pytest.raises(RequestFailed) as failure,
    ):
        post(checked("https://slow.example/"), b"{}", {}, seconds=10)

    assert (failure.value.code, connect.called) == ("timeout", False)


# TLS


def certificate(folder: Path, host: str) -> Path:
    """Writes the key and the self-signed certificate of a host; returns the path."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1)
    builder = builder.not_valid_before(datetime(2020, 1, 1)).not_valid_after(datetime(2120, 1, 1))
    signed = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), False).sign(key, hashes.SHA256())
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "host.pem").write_bytes(private + signed.public_bytes(Encoding.PEM))
    return folder / "host.pem"


@pytest.mark.parametrize(("known", "outcome"), [("good.example", 204), ("other.example", "tls"), (None, "tls")])
def test_a_receiver_is_recognised_by_the_certificate_of_its_name(known: str | None, outcome: Any, tmp_path: Path):
    """known: the name in a trusted certificate; None: the certificate is not trusted."""
    pem = certificate(tmp_path, known or "good.example")
    ours, theirs = ssl.create_default_context(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(pem)
    if known is not None:
        ours.load_verify_locations(pem)
    receiver = Receiver(tls=theirs)
    target = checked(f"https://good.example:{receiver.port}/")
    here = patch.object(outbound, "addresses_of", lambda _: ["127.0.0.1"])
    with patch.object(outbound, "_tls", lambda: ours), here:
        try:
            found: Any = post(target, b"{}", {})
        except RequestFailed as failure:
            found = failure.code
        finally:
            receiver.close()

    assert found == outcome
