"""Fill the empty local Neo4j by its own importer."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from graphsvc.domain.errors import LocalServerError
from graphsvc.localdb import memory
from graphsvc.localdb.options import LocalOptions, places
from graphsvc.localdb.server import admin_command, offline

DATABASE = "neo4j"
SHOWN_LINES = 12


def has_store(options: LocalOptions) -> bool:
    """Return whether the local Neo4j has a database, be it empty."""
    return _database(options).exists()


def import_store(options: LocalOptions, arguments: Sequence[str], folder: Path, say: Callable[[str], None]) -> None:
    """Run neo4j-admin's `database import full` on the local Neo4j, stopped for it; its logs go to a folder.

    Raises LocalServerError while processes use it, and when the import fails: then there is no database any more.
    """
    with offline(options, say):
        size_mb = memory.sized(options).page_cache_mb
        command = admin_command(options, *arguments, f"--max-off-heap-memory={size_mb}m", DATABASE)
        is_done = False
        try:
            with (folder / "import.log").open("w+", encoding="utf-8") as log:
                done = subprocess.run(  # noqa: S603 our own command
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=folder, check=False
                )
                if done.returncode:
                    log.seek(0)
                    lines = [line.rstrip() for line in log if line.strip()]
                    told = "\n".join(lines[-SHOWN_LINES:])
                    raise LocalServerError(f"Neo4j's importer failed (status {done.returncode}):\n{told}")
            is_done = True
        finally:
            if not is_done:
                for left in (_database(options), places(options).data / "transactions" / DATABASE):
                    shutil.rmtree(left, ignore_errors=True)


def _database(options: LocalOptions) -> Path:
    return places(options).data / "databases" / DATABASE
