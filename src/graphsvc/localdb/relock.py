"""Make neo4j.lock.txt anew, for a new version of Neo4j: `python -m graphsvc.localdb.relock`, which prints it."""

import hashlib

from jgo.maven import MavenContext

from graphsvc.localdb.jars import ROOTS

HEAD = (
    "# The class path of local Neo4j: coordinates, SHA-256, size in bytes; one jar a line, in class path order.",
    f"# Resolved by graphsvc.localdb.relock from {' and '.join(ROOTS)} (compile and runtime scope).",
)


def lock_lines() -> list[str]:
    """The lines of the lock, by resolving and fetching everything; takes minutes."""
    context = MavenContext(timeout=30)
    roots, rest = context.resolver.resolve([context.create_dependency(root) for root in ROOTS])
    lines: list[str] = []
    for dependency in [*roots, *(d for d in rest if d.scope in ("compile", "runtime"))]:
        artifact = dependency.artifact
        content = artifact.resolve().read_bytes()
        parts = (artifact.groupId, artifact.artifactId, artifact.version, artifact.classifier)
        coordinates = ":".join(part for part in parts if part)
        lines.append(f"{coordinates} {hashlib.sha256(content).hexdigest()} {len(content)}")
    return lines


if __name__ == "__main__":
    print(*HEAD, *lock_lines(), sep="\n")
