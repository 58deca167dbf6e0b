"""The files of Patroni and HAProxy, for an automatic failover."""

from __future__ import annotations

import copy
import shutil
import subprocess
from typing import Any

import pytest
import yaml

from tests.stack import ROOT

FILES = ROOT / "project" / "production"
DOCS = (ROOT / "docs" / "failover.md").read_text()


def settings_of_patroni() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((FILES / "patroni.yml").read_text())
    return document


def weaknesses(document: dict[str, Any]) -> set[str]:
    """Returns settings that could lose an acknowledged move, or let an old primary run beside its successor."""
    shared = document["bootstrap"]["dcs"]
    found = {
        "a commit waits for nobody": not (shared["synchronous_mode"] and shared["synchronous_mode_strict"]),
        "a commit is not on disk": shared["postgresql"]["parameters"]["synchronous_commit"] != "on",
        "its key ends before it has tried twice": shared["ttl"] < shared["loop_wait"] + 2 * shared["retry_timeout"],
        "nothing is rewound": not shared["postgresql"]["use_pg_rewind"],
        "a connection without a password": any(
            not line.endswith("scram-sha-256") for line in document["postgresql"]["pg_hba"]
        ),
    }
    return {words for words, is_so in found.items() if is_so}


def test_the_settings_of_patroni_lose_no_commits() -> None:
    assert weaknesses(settings_of_patroni()) == set()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("bootstrap", "dcs", "synchronous_mode_strict"), False),
        (("bootstrap", "dcs", "postgresql", "parameters", "synchronous_commit"), "local"),
        (("bootstrap", "dcs", "ttl"), 10),
        (("bootstrap", "dcs", "postgresql", "use_pg_rewind"), False),
        (("postgresql", "pg_hba"), ["host all all all trust"]),
    ],
)
def test_a_setting_that_loses_commits_is_found(path: tuple[str, ...], value: object) -> None:
    document = copy.deepcopy(settings_of_patroni())
    inner = document
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value

    assert len(weaknesses(document)) == 1


def test_haproxy_accepts_its_configuration() -> None:
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if program is None:
        pytest.skip("HAProxy is not installed")
    named = {"PRIMARY_LISTEN": "127.0.0.1:5000"} | {f"POSTGRES_{name}": "127.0.0.1:5432" for name in "ABC"}

    checked = subprocess.run([program, "-c", "-f", FILES / "haproxy.cfg"], env=named, capture_output=True, text=True)

    assert checked.returncode == 0, checked.stderr
    assert all(name in DOCS for name in named), "the page names its variables"
