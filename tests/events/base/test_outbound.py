"""Webhooks reach public hosts alone: the forms of addresses that lead elsewhere, and names that resolve elsewhere."""

from __future__ import annotations

import socket
from typing import Any
from unittest.mock import patch

import pytest

from events.base import outbound
from events.base.outbound import Failed, Refused, addresses_of, checked, post
from tests.events.notices.receivers import Receiver

# Forms by which a request to a chosen address reaches what only the server can reach.
FORMS = [
    "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "//example.org/",
    "https://localhost/", "https://localhost./", "https://LOCALHOST/", "https://a.localhost/", "https://db/",
    "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/",
    "https://0/", "https://0.0.0.0/", "https://10.0.0.1/", "https://172.16.0.1/", "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data", "https://100.64.0.1/", "https://192.0.0.192/", "https://198.18.0.1/",
    "https://224.0.0.1/", "https://255.255.255.255/", "https://[::1]/", "https://[::]/", "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/", "https://[fec0::1]/", "https://[feff::1]/", "https://[2a00::5efe:a00:1]/",
    "https://[2a00::200:5efe:808:808]/", "https://[fc00::1]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:8.8.8.8]/",
    "https://[::127.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://[64:ff9b::808:808]/", "https://[2002:7f00:1::]/",
    "https://[2001::1]/", "https://[ff02::1]/", "https://metadata.google.internal/", "https://printer.local/",
    "https://good.example@127.0.0.1/", "https://127.0.0.1@good.example/", "https://good.example\\@127.0.0.1/",
    "https://①②⑦.⓪.⓪.①/", "https://127。0。0。1/", "https://good.example/\r\nHost: evil", "https://good .example/",
    "https://good.example:22/", "https://good.example:80/", "https://good.example:99999/", "https://good.example:x/",
    "https://", "https:///path", "", "good.example", "https://good.example/#x", "https://127.0.0.1.:443/",
    "https://good%2eexample/", "https://-a.example/", "https://a..example/", "https://" + "a" * 500 + ".example/",
]  # fmt: skip
PUBLIC = ["https://example.org", "https://example.org:8443/a?b=c", "https://8.8.8.8/", "https://[2606:4700::1111]/"]


@pytest.mark.parametrize("url", FORMS)
def test_an_address_that_is_not_plainly_a_public_one_is_refused(url: str):
    with pytest.raises(Refused):
        checked(url)


@pytest.mark.parametrize("url", PUBLIC)
def test_a_public_address_is_accepted(url: str):
    assert checked(url).is_secure


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], ["fe80::1%eth0"], ["::ffff:10.0.0.1"], ["64:ff9b::a00:1"], []],
    ids=str,
)
def test_a_name_that_resolves_to_anything_private_is_not_connected_to(addresses: list[str]):
    with resolving(addresses), patch.object(socket, "create_connection") as connect, pytest.raises(Failed) as failure:
        post(checked("https://rebinding.example/"), b"{}", {})

    assert failure.value.code == "address"
    assert not connect.called


def resolving(addresses: list[str]) -> Any:
    return patch.object(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (each, 443)) for each in addresses])


def test_the_connection_goes_to_the_address_that_was_checked():
    """A second resolution could give another address, so there is none."""
    refused = patch.object(socket, "create_connection", side_effect=OSError)
    with resolving(["8.8.8.8"]), refused as connect, pytest.raises(Failed):
        post(checked("https://rebinding.example/"), b"{}", {})

    assert connect.call_args.args[0] == ("8.8.8.8", 443)


def test_a_planted_check_that_lets_all_addresses_pass_is_found():
    """What the test of names above relies on: without the check of addresses, nothing else refuses them."""
    with patch.object(outbound, "is_public", lambda _: True), resolving(["10.0.0.1"]):
        assert addresses_of(checked("https://rebinding.example/")) == ["10.0.0.1"]


def test_a_host_that_the_operator_allows_may_be_private_and_without_tls():
    receiver = Receiver()
    try:
        target = checked(receiver.url, exempt=[receiver.host])
        assert post(target, b"{}", {}) == 204
        with pytest.raises(Refused):
            checked(receiver.url, exempt=["127.0.0.1:1"])
    finally:
        receiver.close()


def test_a_receiver_that_sends_a_byte_now_and_then_is_cut_off():
    listening = socket.create_server(("127.0.0.1", 0))
    host = f"127.0.0.1:{listening.getsockname()[1]}"

    with pytest.raises(Failed):
        post(checked(f"http://{host}/", exempt=[host]), b"{}", {}, seconds=0.2)

    listening.close()
