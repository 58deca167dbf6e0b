"""`manage.py up` reports in one line why it cannot start, and its exit status is not 0."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from project.embedded.terminal import AlreadyInUse, port_of
from tests.stack import ROOT, free_port

# Runs a command as `nobody`, who can read the checkout and the interpreter but write nothing.
ORDINARY = (
    *("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"),
    *("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search", "--bounding-set=-dac_override"),
)


def up(tmp_path: Path, user: tuple[str, ...] = (), **environment: str) -> list[str]:
    """Returns the output of `manage.py up`, which must fail."""
    adapted = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "CELERY_BROKER_URL")}
    adapted |= {"COMPTOIR_DATA": str(tmp_path / "data"), "PORT": str(free_port())} | environment
    ran = subprocess.run(
        [*user, sys.executable, "manage.py", "up"],
        cwd=ROOT,
        env=adapted,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode not in (0, None), ran.stdout
    output = re.sub(r"\x1b\[[0-9;]*m", "", ran.stdout + ran.stderr)
    assert "Traceback" not in output, output
    return [line for line in output.splitlines() if line and not line.startswith("comptoir |")]


def test_a_port_out_of_range_is_refused(tmp_path: Path) -> None:
    assert up(tmp_path, PORT="65536") == ["CommandError: expected PORT to be a number from 0 to 65535, got '65536'"]


@pytest.mark.parametrize("port", ["abc", "-1"])
def test_a_port_that_is_not_a_number_is_refused(port: str) -> None:
    with pytest.raises(AlreadyInUse, match="expected PORT to be a number"):
        port_of(port)


def test_a_data_path_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").touch()

    (line,) = up(tmp_path)

    assert f"cannot use {tmp_path / 'data'}: it is not a folder; set COMPTOIR_DATA" in line


def test_a_data_path_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    (line,) = up(tmp_path, COMPTOIR_DATA=str(tmp_path / "file" / "data"))

    assert "Not a directory; set COMPTOIR_DATA" in line


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv to become somebody with fewer rights")
@pytest.mark.parametrize("exists", [False, True], ids=["folder_to_make", "folder_of_another"])
def test_a_folder_without_write_permission_is_refused(tmp_path: Path, exists: bool) -> None:
    parent = tmp_path / "closed"
    data = parent / "data"
    parent.mkdir()
    if exists:
        data.mkdir(mode=0o500)
    parent.chmod(0o500)

    (line,) = up(tmp_path, ORDINARY if os.geteuid() == 0 else (), COMPTOIR_DATA=str(data))

    assert f"cannot use {data}" in line
    assert "Permission denied; set COMPTOIR_DATA" in line


def test_a_missing_database_is_reported_without_its_password(tmp_path: Path) -> None:
    port = free_port()

    (line,) = up(tmp_path, DATABASE_URL=f"postgresql://somebody:secret-word@127.0.0.1:{port}/comptoir")

    assert f"no connection to the database at 127.0.0.1:{port}" in line
    assert "secret-word" not in line


def test_a_database_that_never_answers_is_reported(tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]

        (line,) = up(tmp_path, DATABASE_URL=f"postgresql://somebody@127.0.0.1:{port}/comptoir")

    assert f"no connection to the database at 127.0.0.1:{port}" in line
    assert "timeout" in line
