"""The jars of Neo4j: locked by hash, fetched once through jgo, then found without any network."""

import hashlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from graphsvc.domain.errors import LocalServerError
from graphsvc.localdb.locks import exclusive
from graphsvc.localdb.options import NEO4J_VERSION

if TYPE_CHECKING:
    from jgo.maven import MavenContext

ROOTS = (f"org.neo4j:neo4j:{NEO4J_VERSION}", f"org.neo4j.app:neo4j-server:{NEO4J_VERSION}")
FETCHERS = 8
TRIES = 3


@dataclass(frozen=True, slots=True)
class Jar:
    """One line of the lock: Maven coordinates, the file's SHA-256 and its size."""

    group: str
    artifact: str
    version: str
    classifier: str
    sha256: str
    size: int

    @property
    def name(self) -> str:
        """The jar's file name."""
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{tail}.jar"

    @property
    def coordinates(self) -> str:
        """The jar as Maven writes it."""
        return ":".join(p for p in (self.group, self.artifact, self.version, self.classifier) if p)

    def within(self, cache: Path) -> Path:
        """Where the jar stands in a Maven cache."""
        return cache.joinpath(*self.group.split("."), self.artifact, self.version, self.name)


def locked_jars() -> tuple[Jar, ...]:
    """Every jar of the class path, in class path order, from the lock that ships with the package."""
    text = files("graphsvc.localdb").joinpath("neo4j.lock.txt").read_text(encoding="utf-8")
    return tuple(_parse(line) for line in text.splitlines() if line and not line.startswith("#"))


def class_path(cache: Path | None, say: Callable[[str], None]) -> tuple[Path, ...]:
    """The verified jars, fetched first where they are missing or damaged.

    Raises LocalServerError if they cannot be fetched or do not match the lock even when fetched anew.
    """
    where = cache or default_cache()
    jars = locked_jars()
    bad = _bad(jars, where)
    if bad:
        try:
            with exclusive(where / "graphsvc.lock"):
                _mend(_bad(bad, where), where, say)
        except OSError as error:
            raise LocalServerError(
                f"The jars of Neo4j cannot be written to {where} ({error.strerror or error}). "
                "Make that folder writable, free some space on its disk, or set M2_REPO to another folder."
            ) from error
    return tuple(jar.within(where) for jar in jars)


def default_cache() -> Path:
    """The Maven cache of this user, as jgo and mvn find it."""
    from jgo.constants import default_maven_repo

    return default_maven_repo()


def _parse(line: str) -> Jar:
    coordinates, sha256, size = line.split()
    group, artifact, version, *classifier = coordinates.split(":")
    return Jar(group, artifact, version, classifier[0] if classifier else "", sha256, int(size))


def _bad(jars: Iterable[Jar], cache: Path) -> list[Jar]:
    # Hashing 176 MB in threads takes a fraction of a second and catches what a time stamp would not.
    def good(jar: Jar) -> bool:
        path = jar.within(cache)
        try:
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256
        except OSError:
            return False

    listed = list(jars)
    with ThreadPoolExecutor() as pool:
        return [jar for jar, fine in zip(listed, pool.map(good, listed), strict=True) if not fine]


def _mend(bad: list[Jar], cache: Path, say: Callable[[str], None]) -> None:
    for jar in bad:
        path = jar.within(cache)
        if path.exists():
            say(f"{path} is damaged (its hash is not the locked one): deleting it and fetching it again.")
            path.unlink()
    _fetch(bad, cache, say)
    still = _bad(bad, cache)
    if still:
        for jar in still:
            jar.within(cache).unlink(missing_ok=True)
        raise LocalServerError(
            f"{still[0].coordinates} came with another hash than the locked one ({len(still)} such files). "
            "Something between this machine and Maven Central alters files: use another network or "
            "mirror and try again."
        )


def _fetch(jars: list[Jar], cache: Path, say: Callable[[str], None]) -> None:
    from jgo.maven import MavenContext

    if not jars:
        return
    total = sum(jar.size for jar in jars)
    say(f"Fetching Neo4j {NEO4J_VERSION} ({len(jars)} files, about {total / 1e6:.0f} MB, once) …")
    context = MavenContext(repo_cache=cache, timeout=30)
    done, told = 0, 0
    pool = ThreadPoolExecutor(FETCHERS)
    try:
        waits = {pool.submit(_fetch_one, context, jar): jar for jar in jars}
        for wait in as_completed(waits):
            wait.result()
            done += waits[wait].size
            quarter = 4 * done // total
            if quarter > told:
                told = quarter
                say(f"Fetched {done / 1e6:.0f} of {total / 1e6:.0f} MB.")
    finally:
        pool.shutdown(cancel_futures=True)


def _fetch_one(context: "MavenContext", jar: Jar) -> None:
    import requests  # what jgo speaks HTTP with; its errors come through

    component = context.project(jar.group, jar.artifact).at_version(jar.version)
    for attempt in range(1, TRIES + 1):
        try:
            component.artifact(jar.classifier).resolve()
            return
        except (requests.RequestException, RuntimeError) as error:
            # jgo leaves half a file, and would take it for a whole one the next time.
            jar.within(context.repo_cache).unlink(missing_ok=True)
            if attempt == TRIES:
                raise LocalServerError(
                    f"{jar.coordinates} could not be fetched from Maven Central ({_reason(error)}). The first "
                    "start of local Neo4j needs the network once: connect (behind a proxy set HTTPS_PROXY) and "
                    "start again, what was fetched is kept; or set GRAPHSVC_NEO4J_URI to a Neo4j that you run."
                ) from error


def _reason(error: Exception) -> str:
    text = str(error)
    for sign, meaning in (
        ("ProxyError", "the proxy refused"),
        ("NameResolution", "no network: the host name cannot be resolved"),
        ("CERTIFICATE_VERIFY_FAILED", "the TLS certificate is not trusted"),
        ("timed out", "it timed out"),
        ("Connection", "the connection failed"),
        ("not found in remote", "the server did not give it"),
    ):
        if sign in text or sign in type(error).__name__:
            return meaning
    return type(error).__name__
