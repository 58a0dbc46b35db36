"""What a caller may set, where each file stands, and what a caller gets back."""

from dataclasses import dataclass, field
from pathlib import Path

NEO4J_VERSION = "2026.08.1"
USER = "neo4j"


@dataclass(frozen=True, slots=True)
class LocalOptions:
    """Where the local Neo4j lives and how big it may be; None lets graphsvc choose."""

    home: Path  # the data folder; the server's files stand in home / "neo4j"
    heap_mb: int | None = None
    page_cache_mb: int | None = None
    bolt_port: int | None = None  # None: a free loopback port is chosen at each start
    start_timeout_s: float = 120.0
    jar_cache: Path | None = None  # None: the Maven cache of this user, shared by all data folders


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A running local Neo4j and how to reach it."""

    uri: str
    user: str
    password: str = field(repr=False)
    pid: int


@dataclass(frozen=True, slots=True)
class Status:
    """What is known about the local Neo4j of one data folder, without changing anything."""

    running: bool
    phase: str  # stopped, starting, ready, stopping or failed
    message: str | None  # why it failed
    pid: int | None
    keeper_pid: int | None
    uri: str | None
    pinned: bool
    users: int | None  # processes that hold it; None where the system does not tell
    version: str
    path: Path
    log: Path
    store_bytes: int


@dataclass(frozen=True, slots=True)
class Places:
    """The files of the local Neo4j in one data folder."""

    root: Path

    @property
    def users_lock(self) -> Path:
        """Held shared by each process that uses the server."""
        return self.root / "users.lock"

    @property
    def start_lock(self) -> Path:
        """Held by the process that looks whether the server runs and starts it."""
        return self.root / "start.lock"

    @property
    def state(self) -> Path:
        """What the keeper says about the server."""
        return self.root / "server.json"

    @property
    def pin(self) -> Path:
        """Stands while the server must stay up without users."""
        return self.root / "pinned"

    @property
    def password(self) -> Path:
        """The password, readable by its owner only."""
        return self.root / "password"

    @property
    def version(self) -> Path:
        """Which Neo4j wrote the store last."""
        return self.root / "version"

    @property
    def data(self) -> Path:
        """The store itself."""
        return self.root / "data"

    @property
    def conf(self) -> Path:
        """The folder of neo4j.conf, written anew at each start."""
        return self.root / "conf"

    @property
    def logs(self) -> Path:
        """Neo4j's logs and the keeper's."""
        return self.root / "logs"

    @property
    def log(self) -> Path:
        """What Neo4j says to its user."""
        return self.logs / "neo4j.log"

    @property
    def console(self) -> Path:
        """What the Java process printed since its last start."""
        return self.logs / "console.log"

    @property
    def keeper_log(self) -> Path:
        """What the keeper did."""
        return self.logs / "keeper.log"


def places(options: LocalOptions) -> Places:
    """The files of the local Neo4j that these options name."""
    return Places(options.home.expanduser().absolute() / "neo4j")
