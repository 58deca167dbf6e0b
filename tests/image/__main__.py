"""`python -m tests.image`, as root: runs the Dockerfile step by step in root folders, and deploys the result.

There is no builder here: a base image is this machine's /usr, read-only, with its Python 3.11 and its Node. Everything
else is as the Dockerfile says. The deployment runs as the image's user, on a read-only root with /tmp and the volume
writable; its PostgreSQL is outside. A match is played to its end in it, and its bundle verified.

Mounts exist only in the namespace of the inner process, which removes nothing. The outer one removes the folders after
it has ended, and only if nothing is mounted in them. Devices are made, not mounted.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

from project.database.roles import make_roles
from project.embedded import installation_keys
from project.embedded.postgres import APP, DATABASE, OWNER, QUEUE_DATABASE, Cluster
from project.production.plan import services
from tests.games.harness.http_match import AtRandom, Table, _verified
from tests.image.context import copy_from_context
from tests.stack import ROOT, free_port

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SECONDS = 120.0
DEVICES = {"null": (1, 3), "zero": (1, 5), "full": (1, 7), "random": (1, 8), "urandom": (1, 9)}
BASES = ("python:3.11-slim", "node:22-slim")
OF_INSTALLERS = ("pip_", "npm_config_", "node_extra")
INSTALLERS = {
    name: value
    for name, value in os.environ.items()
    if name.lower().startswith(OF_INSTALLERS) or "proxy" in name.lower()
}
OF_THE_BUILD = {"PATH": PATH, "HOME": "/root", **INSTALLERS}


class Reachable(Cluster):
    """A PostgreSQL outside the image, reached over TCP."""

    port = 0

    def _settings(self) -> Iterator[str]:
        yield from super()._settings()
        yield from ("listen_addresses=127.0.0.1", f"port={self.port}")


class Stage:
    """One FROM of the Dockerfile: a root folder, and what its steps have set."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environment: dict[str, str] = {"PATH": PATH}
        self.folder, self.user, self.command = "/", "root", list[str]()
        for name in ("usr", "opt", "proc", "dev", "tmp", "dev/shm", "run", "root", "var/tmp", "var/log", "var/mail"):
            (root / name).mkdir(parents=True)
        for name in ("bin", "lib", "lib64", "sbin"):
            (root / name).symlink_to(f"usr/{name}")
        subprocess.run(["cp", "-a", "/etc", root / "etc"], check=True)
        for name, (major, minor) in DEVICES.items():
            os.mknod(root / "dev" / name, stat.S_IFCHR | 0o666, os.makedev(major, minor))
            (root / "dev" / name).chmod(0o666)
        self.local = root.with_name(f"{root.name}-local")
        (self.local / "bin").mkdir(parents=True)
        for name in ("python", "python3"):
            (self.local / "bin" / name).symlink_to("/usr/bin/python3.11")
        self.mount_machine()

    def mount_machine(self) -> None:
        """Mounts what stands for the base image, for reading only."""
        for source, name in (("/usr", "usr"), ("/opt", "opt"), (self.local, "usr/local")):
            subprocess.run(["mount", "--bind", source, self.root / name], check=True)
            subprocess.run(["mount", "-o", "remount,ro,bind", self.root / name], check=True)
        subprocess.run(["mount", "-t", "proc", "proc", self.root / "proc"], check=True)

    def enter(self, words: list[str]) -> list[str]:
        """The words that run a command in the folder of the stage, as its user."""
        program = f"cd {shlex.quote(self.folder)} && exec {shlex.join(words)}"
        return ["chroot", f"--userspec={self.user}", str(self.root), "/bin/sh", "-c", program]

    def place(self, path: str) -> Path:
        return self.root / os.path.normpath(os.path.join(self.folder, path)).lstrip("/")


def steps(dockerfile: str) -> Iterator[tuple[str, str]]:
    """The instructions and their words."""
    joined = re.sub(r"^#.*\n", "", dockerfile, flags=re.MULTILINE).replace("\\\n", " ")
    for line in filter(str.strip, joined.splitlines()):
        instruction, _, words = line.partition(" ")
        yield instruction, words.strip()


def build(folder: Path) -> Stage:
    """Runs every instruction; returns the last stage."""
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    for instruction, words in steps((ROOT / "Dockerfile").read_text()):
        began = time.monotonic()
        if instruction == "FROM":
            image, _, name = words.partition(" AS ")
            assert image in BASES, f"expected a base image that /usr stands for, got {image}"
            stage = stages[name or "last"] = Stage(folder / (name or "last"))
            continue
        assert stage is not None, "expected FROM first"
        run_step(stage, stages, instruction, words)
        print(f"{time.monotonic() - began:6.1f} s  {instruction} {words[:90]}", flush=True)
    assert stage is not None, "expected FROM"
    return stage


def run_step(stage: Stage, stages: Mapping[str, Stage], instruction: str, words: str) -> None:
    """Does what an instruction says. Raises KeyError on one that the Dockerfile has not used so far."""
    if instruction == "RUN":
        environment = OF_THE_BUILD | stage.environment
        subprocess.run(stage.enter(["/bin/sh", "-c", words]), env=environment, check=True)
    elif instruction == "COPY":
        *sources, target = words.split()
        origin = stages[sources.pop(0).removeprefix("--from=")] if sources[0].startswith("--from=") else None
        for source in sources:
            to = stage.place(target) / Path(source).name if target.endswith("/") else stage.place(target)
            if origin:
                to.parent.mkdir(parents=True, exist_ok=True)
                subprocess.run(["cp", "-a", origin.place(source), to], check=True)
            else:
                copy_from_context(source, to)
    elif instruction == "ENV":
        pairs = dict(word.split("=", 1) for word in words.split())
        stage.environment |= {name: value.replace("$PATH", stage.environment["PATH"]) for name, value in pairs.items()}
    elif instruction == "WORKDIR":
        stage.folder = words
        stage.place(words).mkdir(parents=True, exist_ok=True)
    elif instruction == "USER":
        stage.user = words
    elif instruction == "CMD":
        stage.command = json.loads(words)
    elif instruction not in ("EXPOSE", "VOLUME"):
        raise KeyError(f"expected an instruction that this harness knows, got {instruction}")


def close(stage: Stage) -> None:
    """Makes the root read-only, with /tmp in memory and the volume writable."""
    volume = stage.root.with_name("volume")
    subprocess.run(["cp", "-a", stage.root / "data", volume], check=True)
    subprocess.run(["mount", "--bind", stage.root, stage.root], check=True)
    stage.mount_machine()  # the new mount hides the former ones
    subprocess.run(["mount", "--bind", volume, stage.root / "data"], check=True)
    for name in ("tmp", "dev/shm"):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", stage.root / name], check=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", stage.root], check=True)
    probe = subprocess.run(stage.enter(["touch", "/app/written"]), capture_output=True, text=True)
    assert "Read-only file system" in probe.stderr or "Permission denied" in probe.stderr, probe.stderr


def deploy(stage: Stage, cluster: Reachable) -> None:
    """Prepares the database from within the image, starts its servers there and plays a match."""

    def url(role: str, database: str) -> str:
        return f"postgresql://{role}@127.0.0.1:{cluster.port}/{database}"

    make_roles(url(OWNER, "postgres"), owner=OWNER, app=APP, database=DATABASE, queue=QUEUE_DATABASE)
    environment = stage.environment | installation_keys.generate() | {
        "DATABASE_URL": url(APP, DATABASE), "QUEUE_DATABASE_URL": url(APP, QUEUE_DATABASE), "COMPTOIR_LIMITS": "off",
        "LOG_LEVEL": "WARNING",
    }  # fmt: skip
    once = environment | {"DATABASE_OWNER_URL": url(OWNER, DATABASE)}
    subprocess.run(stage.enter(list(services()["prepare"].command)), env=once, check=True)
    port = free_port()
    here = {"0.0.0.0": "127.0.0.1", "8000": str(port)}
    web = [here.get(word, word) for word in stage.command]
    commands = [web, *(list(services()[name].command) for name in ("worker", "sweeper"))]
    running = [subprocess.Popen(stage.enter(words), env=environment) for words in commands]
    try:
        until = time.monotonic() + SECONDS
        while not is_ready(port):
            assert time.monotonic() < until, "expected the servers in the image to be ready"
            time.sleep(0.2)
        users = {Path(f"/proc/{one.pid}").stat().st_uid for one in running}
        assert users == {10001}, f"expected the user of the image, got {users}"
        table = Table(port, "great_dalmuti", 2, ["greedy"] * 2, {"end": {"hands": 1}})
        table.play(AtRandom(1), 500)
        head = table.head()
        assert head["status"] == "finished", head
        _verified(table.request(0, "GET", f"{table.path}/export"))
        while not (stage.root.with_name("volume") / "witness.jsonl").exists():
            assert time.monotonic() < until, "expected the witness file in the volume"
            time.sleep(0.2)
        print(f"played a match in the image: {head['seq'] + 1} rows, {table.posted} moves of ours, verified")
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(60)


def is_ready(port: int) -> bool:
    with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
        return answer.status == 200
    return False


def inner(folder: Path) -> None:
    """Builds and deploys, where the mounts are."""
    cluster = Reachable(folder / "database" / "postgres")
    cluster.port = free_port()
    began = time.monotonic()
    try:
        stage = build(folder)
        close(stage)
        cluster.start()
        deploy(stage, cluster)
    finally:
        cluster.stop()
    print(f"all steps of the image: {time.monotonic() - began:.0f} s")


def main() -> int:
    """Runs the inner process, and removes what it made."""
    if len(sys.argv) > 1:
        inner(Path(sys.argv[1]))
        return 0
    if os.geteuid() != 0 or not Path("/usr/bin/python3.11").exists() or not Path("/usr/bin/npm").exists():
        print("make test-image: expected root, Debian's python3.11 with python3.11-venv, and npm", file=sys.stderr)
        return 1
    folder = Path(tempfile.mkdtemp(prefix="comptoir-image-", dir="/tmp"))
    folder.chmod(0o755)
    words = [sys.executable, "-m", "tests.image", str(folder)]
    namespace = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    status = subprocess.run([*namespace, *words], cwd=ROOT).returncode
    if str(folder) in Path("/proc/self/mounts").read_text():
        print(f"something is still mounted in {folder}, so it stays", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    return status


if __name__ == "__main__":
    sys.exit(main())
