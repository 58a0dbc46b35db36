"""The local Neo4j: a real Neo4j Community as a child process, on loopback, in the user's data folder."""

from graphsvc.localdb.importing import has_store, import_store
from graphsvc.localdb.options import NEO4J_VERSION, LocalOptions, LocalServer, Status
from graphsvc.localdb.server import admin_command, offline, path, start, status, stop, use, wipe

__all__ = [
    "NEO4J_VERSION",
    "LocalOptions",
    "LocalServer",
    "Status",
    "admin_command",
    "has_store",
    "import_store",
    "offline",
    "path",
    "start",
    "status",
    "stop",
    "use",
    "wipe",
]
