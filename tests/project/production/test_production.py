"""compose.yaml, the Dockerfile and `make prod-local` start the same processes with the same settings."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
import yaml

from project.production import files, plan
from project.production.local import Production, environment_of, local_words
from project.production.places import from_environment, load_secrets
from tests.stack import ROOT, free_port

SERVERS = ("postgres", "rabbitmq")  # existing programs with their images, which prod-local finds on the machine
SECONDS = {"type": "string", "pattern": r"^\d+s$"}
SHAPE = {  # of a compose file, as far as ours goes: an unknown key is a mistake
    "type": "object",
    "required": ["services", "volumes"],
    "additionalProperties": False,
    "patternProperties": {"^x-": {}},
    "properties": {
        "volumes": {"type": "object"},
        "configs": {"type": "object", "additionalProperties": {"required": ["content"]}},
        "services": {
            "additionalProperties": {
                "type": "object",
                "anyOf": [{"required": ["image"]}, {"required": ["build"]}],
                "additionalProperties": False,
                "properties": {
                    "image": {"type": "string", "pattern": r"^[a-z]+:\d+(\.\d+)?$"},
                    "build": {"type": ["string", "object"]},
                    "restart": {"enum": ["no", "unless-stopped"]},
                    "command": {"type": "array", "items": {"type": "string"}},
                    "environment": {"type": "object", "additionalProperties": {"type": "string"}},
                    "depends_on": {"type": ["array", "object"]},
                    "deploy": {"properties": {"replicas": {"type": "integer"}}, "additionalProperties": False},
                    "healthcheck": {"type": "object", "required": ["test"]},
                    "stop_grace_period": SECONDS,
                    "hostname": {"type": "string"},
                    "ports": {"type": "array"},
                    "read_only": {"type": "boolean"},
                    "tmpfs": {"type": "array"},
                    "volumes": {"type": "array"},
                    "configs": {"type": "array"},
                },
            }
        },
    },
}


def compose() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return document


def image_command(dockerfile: str) -> tuple[str, ...]:
    """The command of the image."""
    found = re.search(r"^CMD (\[.*\])", dockerfile.replace("\\\n", ""), re.MULTILINE)
    assert found is not None
    return tuple(json.loads(found[1]))


def bare(value: str) -> str:
    """A value without what compose does when a variable is missing, if it is what the list says."""
    known = plan.defaults()

    def name(found: re.Match[str]) -> str:
        default = known.get(found[1])
        return f"${{{found[1]}}}" if found[2] == ("?" if default is None else f"-{default}") else found[0]

    return re.sub(r"\$\{(\w+):([^}]*)\}", name, value)


def differences(document: dict[str, Any], dockerfile: str) -> Iterator[str]:
    """What a compose file says otherwise than the list."""
    expected, present = plan.services(), document["services"]
    yield from (f"{name} is only in one of them" for name in expected.keys() ^ (present.keys() - set(SERVERS)))
    for name in expected.keys() & present.keys():
        service, entry = expected[name], present[name]
        facts = {
            "command": (service.command, tuple(entry.get("command") or image_command(dockerfile))),
            "nodes": (service.nodes, entry.get("deploy", {}).get("replicas", 1)),
            "environment": (
                service.environment,
                {key: bare(value) for key, value in entry.get("environment", {}).items()},
            ),
            "stop": (f"{service.stop_seconds}s", entry.get("stop_grace_period", "10s")),
            "once": (service.once, entry.get("restart") == "no"),
            "health": (service.health is not None, "healthcheck" in entry),
        }
        yield from (
            f"{name}: {what}: {ours} is not {theirs}" for what, (ours, theirs) in facts.items() if ours != theirs
        )
        if service.health is not None and f":{service.port}{service.health}'" not in str(entry.get("healthcheck")):
            yield f"{name}: the health check does not ask {service.health}"


def dependencies(document: dict[str, Any]) -> Iterator[str]:
    """Services that are waited for but do not exist, and checks of health that do not exist."""
    services = document["services"]
    for name, entry in services.items():
        waited = entry.get("depends_on", {})
        yield from (f"{name} waits for {other}" for other in waited if other not in services)
        for other, how in waited.items() if isinstance(waited, dict) else ():
            if how["condition"] == "service_healthy" and "healthcheck" not in services[other]:
                yield f"{name} waits for the health of {other}"


def test_compose_starts_what_the_list_says() -> None:
    assert list(differences(compose(), (ROOT / "Dockerfile").read_text())) == []
    assert list(dependencies(compose())) == []


def test_compose_has_the_shape_of_a_compose_file() -> None:
    jsonschema.validate(compose(), SHAPE)


def _planted(path: str, value: Any) -> dict[str, Any]:
    document = compose()
    *folders, last = path.split(".")
    place = document["services"]
    for folder in folders:
        place = place[folder]
    place[last] = value
    return document


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("worker.command", ["celery", "-A", "project", "worker"]),
        ("web.deploy.replicas", 1),
        ("sweeper.environment.HTTPS", "false"),
        ("streams.healthcheck.test", ["CMD", "true"]),
        ("worker.stop_grace_period", "1s"),
        ("mail", {"image": "mail:1"}),
        ("sweeper.environment.EMAIL_FROM", "${EMAIL_FROM:-nobody@localhost}"),
        ("sweeper.environment.SECRET_KEY", "${SECRET_KEY:-}"),
    ],
)
def test_a_difference_between_compose_and_the_list_is_found(path: str, value: Any) -> None:
    assert len(list(differences(_planted(path, value), (ROOT / "Dockerfile").read_text()))) >= 1


def test_a_difference_between_the_image_and_the_list_is_found() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text().replace('"8000"]', '"8001"]')

    assert any(line.startswith("web: command") for line in differences(compose(), dockerfile))


@pytest.mark.parametrize(
    ("path", "value"),
    [("web.comand", ["python"]), ("sweeper.environment.COMPTOIR_PROXIES", 1), ("proxy.image", "nginx")],
)
def test_a_compose_file_with_a_mistake_is_found(path: str, value: Any) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(_planted(path, value), SHAPE)


def test_each_node_has_its_own_port_and_runs_the_command_of_the_list() -> None:
    nodes = {node.name: node for node in plan.nodes(8100)}

    ports = [node.port for node in nodes.values() if node.port is not None]
    assert len(set(ports)) == len(ports)
    assert nodes["proxy"].port == 8100
    for name in ("web-4", "streams-2"):
        assert local_words(nodes[name])[-3:] == ["127.0.0.1", "--port", str(nodes[name].port)]


def test_the_proxy_knows_every_node(tmp_path: Path) -> None:
    nodes = list(plan.nodes(8100))
    web = [node.port for node in nodes if node.service.name == "web"]

    files.write_proxy(tmp_path, nodes, (8100, 9100))

    text = (tmp_path / "proxy.conf").read_text()
    servers = " ".join(f"server 127.0.0.1:{port} max_fails=0;" for port in web)
    assert len(web) == 4 and f"upstream web {{ zone web 64k; {servers} }}" in text
    assert "web:8000" not in text
    assert "streams:8000" not in text


def test_the_proxy_of_compose_looks_names_up_again_and_knows_whose_word_about_clients_to_take() -> None:
    """A container has another address after each start; nginx keeps those of its own start without `resolve`."""
    text = (ROOT / "project" / "nginx.conf").read_text()
    proxy = compose()["services"]["proxy"]

    servers = re.findall(r"server (?:web|streams):8000([^;]*);", text)
    assert len(servers) == 3
    assert all(" resolve" in options for options in servers)
    assert text.count("zone ") == 1 + len(re.findall(r"^upstream ", text, re.MULTILINE))
    assert "resolver 127.0.0.11 " in text
    assert tuple(map(int, proxy["image"].removeprefix("nginx:").split("."))) >= (1, 28)  # open source since 1.27.3
    assert set(re.findall(r"\$\{(\w+)\}", text)) <= proxy["environment"].keys()
    assert proxy["volumes"] == ["./project/nginx.conf:/etc/nginx/templates/default.conf.template:ro"]


class Echo(BaseHTTPRequestHandler):
    """Answers with the address that the proxy reports."""

    def do_GET(self) -> None:
        body = self.headers["X-Forwarded-For"].encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
@pytest.mark.parametrize(
    ("real_ip_from", "seen"),
    [("unix:", "127.0.0.1"), ("127.0.0.0/8", "198.51.100.7"), ("10.0.0.0/8", "127.0.0.1")],
    ids=["no proxy", "our proxy", "another's proxy"],
)
def test_behind_a_proxy_that_ends_tls_each_client_keeps_its_address(
    tmp_path: Path, real_ip_from: str, seen: str
) -> None:
    listed, port = plan.services(), free_port()
    upstream = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=upstream.serve_forever, daemon=True).start()
    nodes = [plan.Node(f"{name}-1", listed[name], upstream.server_port) for name in ("web", "streams")]
    files.make_certificate(tmp_path)
    files.write_proxy(tmp_path, nodes, (port, free_port()), real_ip_from)
    nginx = subprocess.Popen(["nginx", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")])
    try:
        _wait_until(lambda: _is_open(port))
        headers = {"X-Forwarded-For": "6.6.6.6, 198.51.100.7"}
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/", headers=headers)
        with urllib.request.urlopen(asked, timeout=20) as answer:
            assert answer.read().decode() == seen
    finally:
        nginx.terminate()
        nginx.wait(20)
        upstream.shutdown()


def test_the_pooler_shares_connections_by_transaction_and_reaches_this_machines_database(tmp_path: Path) -> None:
    files.write_pooler(tmp_path, 6543, "127.0.0.1:5433", "comptoir", "word")

    text = (tmp_path / "pgbouncer.ini").read_text()
    assert "pool_mode = transaction" in text
    assert "comptoir = host=127.0.0.1 port=5433 dbname=comptoir" in text
    assert f"auth_file = {tmp_path}/userlist.txt" in text


class Watching(Production):
    """A deployment that starts nothing and only chooses its primary."""

    def __init__(self, primary: str) -> None:
        self.primary, self.pointed = primary, list[str]()

    def point_pooler(self, primary: str) -> None:
        self.primary = primary
        self.pointed.append(primary)


@pytest.mark.parametrize(
    ("found", "pointed"),
    [(["a:1"], []), (["b:2"], ["b:2"]), ([], []), (["a:1", "b:2"], [])],
    ids=["the same primary", "the standby was promoted", "none answers", "two primaries"],
)
def test_the_pooler_follows_a_promotion_and_refuses_two_primaries(found: list[str], pointed: list[str]) -> None:
    watching = Watching("a:1")
    watching.where = SimpleNamespace(primaries=lambda: found)

    watching.follow_primary()

    assert watching.pointed == pointed


def test_a_deployment_with_another_name_has_a_database_and_roles_of_its_own(tmp_path: Path) -> None:
    where = from_environment({"PROD_NAME": "staging", "PROD_DATA": str(tmp_path), "PROD_PORT": "8100"})
    values = load_secrets(tmp_path)
    app, owner = values["APP_PASSWORD"], values["OWNER_PASSWORD"]

    named = environment_of(plan.services()["prepare"], where, plan.defaults() | values | {"ALLOWED_HOSTS": "localhost"})
    files.write_pooler(tmp_path, 6543, "127.0.0.1:5432", where.name, app)

    assert named["DATABASE_URL"] == f"postgresql://staging_app:{app}@127.0.0.1:8101/staging"
    assert named["LISTEN_DATABASE_URL"] == f"postgresql://staging_app:{app}@127.0.0.1:5432/staging"
    assert named["DATABASE_OWNER_URL"] == f"postgresql://staging_owner:{owner}@127.0.0.1:5432/staging"
    assert "staging = host=127.0.0.1 port=5432 dbname=staging" in (tmp_path / "pgbouncer.ini").read_text()
    assert (tmp_path / "userlist.txt").read_text() == f'"staging_app" "{app}"\n'


def test_the_servers_of_a_primary_and_its_standbys_are_named_in_one_address() -> None:
    where = from_environment({"PROD_POSTGRES_URL": "postgresql://postgres@10.0.0.1:5433,10.0.0.2/postgres"})

    assert where.servers == ["10.0.0.1:5433", "10.0.0.2:5432"]


def test_nothing_is_delayed_through_the_broker_so_no_queues_for_it_are_declared() -> None:
    from project.celery import Consumer

    assert any("Tasks" in str(step) for step in Consumer.Blueprint.default_steps)
    assert not any("DelayedDelivery" in str(step) for step in Consumer.Blueprint.default_steps)


SLOW_PROGRAM = """
import pathlib, time
pathlib.Path("loading").touch()
while not pathlib.Path("go").exists():
    time.sleep(0.01)
application = None
"""
SLOW_SERVER = """
import sys
sys.path.append({root!r})
import {module} as server
server.APPLICATION = "slow:application"
server.Server = lambda config, kind: server.uvicorn.Server(config)
server.main()
"""


def test_a_web_node_opens_its_port_when_its_program_is_loaded(tmp_path: Path) -> None:
    node = next(node for node in plan.nodes(free_port()) if node.name == "web-1")
    (tmp_path / "slow.py").write_text(SLOW_PROGRAM)
    module, *options = local_words(node)[1:]
    words = [sys.executable, "-c", SLOW_SERVER.format(root=str(ROOT), module=module), *options]
    process = subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.DEVNULL)
    try:
        _wait_until((tmp_path / "loading").exists)
        assert not _is_open(node.port)
        (tmp_path / "go").touch()
        _wait_until(lambda: _is_open(node.port))
    finally:
        process.terminate()
        process.wait(20)


def _is_open(port: int | None) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait_until(holds: Any) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until, "expected it within a minute"
        time.sleep(0.02)
