"""The files of nginx and PgBouncer for one machine: those of compose.yaml, with this machine's addresses."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from project.production.plan import Node

PROJECT = Path(__file__).resolve().parent.parent
ALL_ADDRESSES = "0.0.0.0"  # noqa: S104  # in a container; here replaced by the address of this machine
_MAIN = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.error.log warn;
worker_processes 2;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/proxy.conf;
}}
"""


def write_proxy(folder: Path, nodes: Iterable[Node], ports: tuple[int, int], real_ip_from: str = "unix:") -> None:
    """Writes nginx's files. ports: of HTTP and HTTPS; real_ip_from: whose X-Forwarded-For is trusted."""
    text = (PROJECT / "nginx.conf").read_text(encoding="utf-8")
    listening = [node for node in nodes if node.port is not None]

    def servers(block: re.Match[str]) -> str:
        of_service = [node for node in listening if node.service.name == block[1]]
        options = block[2].replace(" resolve", "")  # an address needs no look-up, and older versions know none
        return " ".join(f"server 127.0.0.1:{node.port}{options};" for node in of_service)

    text = re.sub(r"server (web|streams):8000([^;]*);", servers, text)
    text = text.replace("${COMPTOIR_REAL_IP_FROM}", real_ip_from)
    text = text.replace("access_log /dev/stdout without_tokens", "access_log off")
    text = text.replace("/dev/stderr", f"{folder}/nginx.error.log")
    http, https = ports
    certificate = f"ssl_certificate {folder}/certificate.pem; ssl_certificate_key {folder}/certificate.key;"
    text = text.replace("listen 80;", f"listen 127.0.0.1:{http};\n    listen 127.0.0.1:{https} ssl;\n    {certificate}")
    (folder / "proxy.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(_MAIN.format(folder=folder), encoding="utf-8")


def make_certificate(folder: Path) -> None:
    """Makes a certificate for localhost, which browsers have to be made to trust."""
    if (folder / "certificate.pem").exists():
        return
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "365", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", folder / "certificate.key", "-out", folder / "certificate.pem"],
        check=True, capture_output=True,
    )  # fmt: skip


def write_pooler(folder: Path, port: int, postgres: str, name: str, password: str) -> None:
    """Writes PgBouncer's files. postgres: its host and port; name: of the deployment."""
    host, _, postgres_port = postgres.rpartition(":")
    text = (PROJECT / "production" / "pgbouncer.ini").read_text(encoding="utf-8")
    text = text.replace("host=postgres port=5432", f"host={host} port={postgres_port}")
    text = text.replace("comptoir =", f"{name} =").replace("dbname=comptoir", f"dbname={name}")
    text = text.replace(ALL_ADDRESSES, "127.0.0.1").replace("listen_port = 6432", f"listen_port = {port}")
    text = text.replace("/etc/pgbouncer/", f"{folder}/")
    (folder / "pgbouncer.ini").write_text(text, encoding="utf-8")
    (folder / "userlist.txt").write_text(f'"{name}_app" "{password}"\n', encoding="utf-8")


def hand_over(folder: Path, user: str) -> None:
    """Gives the folder to a user, because PgBouncer refuses to run as root."""
    for path in (folder, *folder.iterdir()):
        shutil.chown(path, user)
