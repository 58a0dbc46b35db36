"""The settings: the one place that reads the environment."""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from graphsvc.domain.errors import ConfigurationError

PREFIX = "GRAPHSVC_"
SCHEMES = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})
SECRETS = frozenset({"neo4j_password"})


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting, with its default; `GRAPHSVC_<NAME>` in the environment sets each."""

    home: Path = field(default_factory=lambda: Path(platformdirs.user_data_dir("graphsvc")))
    neo4j_uri: str | None = None
    neo4j_user: str = "neo4j"
    neo4j_password: str | None = field(default=None, repr=False)
    neo4j_password_file: Path | None = None
    neo4j_database: str | None = None
    local_bolt_port: int | None = None
    local_heap_mb: int | None = None
    local_page_cache_mb: int | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    query_timeout_s: float = 10.0

    def password(self) -> str:
        """Return the password of the Neo4j that was named; raises ConfigurationError when there is none."""
        if self.neo4j_password is not None:
            return self.neo4j_password
        if self.neo4j_password_file is None:
            raise ConfigurationError("set GRAPHSVC_NEO4J_PASSWORD, or GRAPHSVC_NEO4J_PASSWORD_FILE to a file with it")
        try:
            return self.neo4j_password_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigurationError(f"GRAPHSVC_NEO4J_PASSWORD_FILE cannot be read: {error}") from error


DESCRIPTIONS = {
    "home": "the data folder: local Neo4j and its store",
    "neo4j_uri": "a Neo4j of your own (bolt://, neo4j://, neo4j+s://); unset: local Neo4j",
    "neo4j_user": "its user",
    "neo4j_password": "its password",
    "neo4j_password_file": "a file that holds the password",
    "neo4j_database": "its database; unset: the server's default",
    "local_bolt_port": "port of local Neo4j on loopback; unset: a free one",
    "local_heap_mb": "heap of local Neo4j; unset: from the machine's memory",
    "local_page_cache_mb": "page cache of local Neo4j; unset: from the machine's memory",
    "host": "address the service listens on",
    "port": "port the service listens on",
    "workers": "processes that answer",
    "query_timeout_s": "seconds a query may take",
}


def read_settings(environment: Mapping[str, str] = os.environ, **flags: Any) -> Settings:
    """Return the settings: flags that are not None before the environment before the defaults.

    Raises ConfigurationError for a value that is none.
    """
    given = {name: value for name, value in flags.items() if value is not None}
    for name in DESCRIPTIONS:
        text = environment.get(PREFIX + name.upper())
        if text and name not in given:
            given[name] = _value(name, text)
    if not 0 < given.get("query_timeout_s", 1.0) < math.inf:
        raise ConfigurationError(f"{PREFIX}QUERY_TIMEOUT_S={given['query_timeout_s']} is no time: seconds above 0")
    if given.get("workers", 1) < 1:
        raise ConfigurationError(f"{PREFIX}WORKERS={given['workers']} cannot answer: 1 or more processes do")
    uri = given.get("neo4j_uri")
    if uri is not None and uri.partition("://")[0].lower() not in SCHEMES:
        raise ConfigurationError(
            f"{PREFIX}NEO4J_URI={uri!r} is no address of a Neo4j's Bolt port: write bolt://host:7687 or neo4j://host "
            "(with +s for TLS)"
        )
    return Settings(**given)


def settings_with_sources(
    settings: Settings, environment: Mapping[str, str] = os.environ
) -> list[tuple[str, str, str]]:
    """Return (variable, value, source) of every setting, secrets masked."""
    rows: list[tuple[str, str, str]] = []
    for name in DESCRIPTIONS:
        value = getattr(settings, name)
        shown = "" if value is None else "********" if name in SECRETS else str(value)
        variable = PREFIX + name.upper()
        rows.append((variable, shown, "environment" if environment.get(variable) else "default"))
    return rows


def _value(name: str, text: str) -> Any:
    kinds = {"home": Path, "neo4j_password_file": Path, "query_timeout_s": float}
    whole_numbers = {"local_bolt_port", "local_heap_mb", "local_page_cache_mb", "port", "workers"}
    kind = int if name in whole_numbers else kinds.get(name, str)
    try:
        return kind(text)
    except ValueError:
        raise ConfigurationError(f"{PREFIX}{name.upper()}={text!r} is not a number") from None
