"""A PostgreSQL of one's own, for tests and measurements: in a folder, reached by a socket in it, gone with it."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from overland.load.errors import LoadError

USER = "overland"
PROGRAMS = ("initdb", "pg_ctl", "postgres")
SERVICE_USERS = ("postgres", "nobody")  # who runs it when we are root, which PostgreSQL refuses to be
START_SECONDS = 60
LOG_FILES = 5  # that it keeps to be used again, by default


def find_programs() -> Path | None:
    """The folder of PostgreSQL's programs, if it is installed."""
    if asked := os.environ.get("OVERLAND_POSTGRES"):
        return Path(asked)
    folders = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    if found := shutil.which("initdb"):
        folders.append(Path(found).resolve().parent)
    return next((folder for folder in folders if all((folder / program).exists() for program in PROGRAMS)), None)


class OwnPostgres:
    """A PostgreSQL in a folder of its own."""

    def __init__(self, is_durable: bool = False) -> None:
        programs = find_programs()
        if programs is None:
            raise LoadError("There is no PostgreSQL: install it (Debian: postgresql), or name OVERLAND_POSTGRES.")
        self.programs = programs
        self.is_durable = is_durable
        self.user = service_user()
        self.folder = Path(tempfile.mkdtemp(prefix="overland-postgres-"))
        if self.user is not None:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        try:
            self.run("initdb", "-D", self.data, "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync")
            self.start()
        except Exception:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, name: str) -> str:
        """The address of a database in it."""
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        sync = "on" if self.is_durable else "off"
        options = f"-c listen_addresses= -k {self.folder} -c fsync={sync} -c max_connections=200"
        self.run(
            "pg_ctl", "-D", self.data, "-w", "-t", START_SECONDS, "-l", self.folder / "log", "-o", options, "start"
        )

    def stop(self, mode: str = "fast") -> None:
        """Stop it: ``fast`` in order, ``immediate`` as if the power went."""
        self.run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def ask(self, statement: str, name: str = "postgres") -> list[tuple[object, ...]]:
        """What a statement finds, or nothing if it finds none."""
        import psycopg

        with psycopg.connect(self.url(name), autocommit=True) as connection:
            found = connection.execute(statement.encode())
            return found.fetchall() if found.description else []

    def settle(self) -> None:
        """Be as one that has run for long: nothing waits to be written, files of its log are there to be used again.

        A new one makes each of these files, of 16 MB, when a commit needs it, and that commit waits for it.
        """
        for _ in range(LOG_FILES):
            self.ask("SELECT pg_logical_emit_message(false, 'bench', 'next'), pg_switch_wal()")
        self.ask("CHECKPOINT")

    def close(self) -> None:
        """Stop it and remove its folder."""
        subprocess.run(
            [self.programs / "pg_ctl", "-D", self.data, "-w", "-m", "immediate", "stop"],
            capture_output=True, cwd="/", **self.as_user(),
        )  # fmt: skip
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, program: str, *words: object) -> None:
        """Run one of its programs; what it says is told if it fails."""
        command = [str(self.programs / program), *map(str, words)]
        with tempfile.TemporaryFile() as said:  # not a pipe: the server that is started would hold it open
            done = subprocess.run(
                command, stdout=said, stderr=said, stdin=subprocess.DEVNULL, cwd="/", **self.as_user()
            )
            if done.returncode:
                said.seek(0)
                raise LoadError(f"PostgreSQL: {program} failed: {said.read().decode(errors='replace')[-2000:]}")

    def as_user(self) -> dict[str, Any]:
        """Who runs it."""
        return {} if self.user is None else {"user": self.user.pw_uid, "group": self.user.pw_gid}


def service_user() -> pwd.struct_passwd | None:
    """Whom to be instead of root; nobody else if we are not root."""
    if os.geteuid() != 0:
        return None
    for name in SERVICE_USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise LoadError(f"PostgreSQL does not run as root, and there is no user {' or '.join(SERVICE_USERS)}.")


@contextmanager
def own_postgres(is_durable: bool = False) -> Iterator[OwnPostgres]:
    """A PostgreSQL for a while."""
    found = OwnPostgres(is_durable)
    try:
        yield found
    finally:
        found.close()
