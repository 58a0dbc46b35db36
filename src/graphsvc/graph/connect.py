"""Connections to Neo4j: the one place where a driver is made and its errors become ours."""

# The driver leaves the keyword arguments of its methods untyped.
# pyright: reportUnknownMemberType=false

import contextlib
from collections.abc import AsyncGenerator, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

import neo4j
from neo4j.exceptions import (
    AuthError,
    ClientError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)
from neo4j.exceptions import (
    ConfigurationError as DriverConfigurationError,
)

from graphsvc.domain.errors import ConfigurationError, DatabaseUnavailable, GraphsvcError, TimedOut
from graphsvc.graph.statements import Statement, statement

READ_TRIES = 3

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Connection:
    """Where a Neo4j is and how to sign in."""

    uri: str
    user: str
    password: str = field(repr=False)
    database: str | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads for the service: asynchronous, each statement a read transaction of its own within `timeout_s`."""

    driver: neo4j.AsyncDriver
    database: str | None
    timeout_s: float

    async def record(self, statement: Statement, parameters: Row) -> Row | None:
        """Run a statement that returns one record at most; None stands for no record.

        Raises TimedOut, DatabaseUnavailable. A connection that broke (a server that was started again, say) is
        tried anew: a read has no effect that could happen twice.
        """
        query = neo4j.Query(statement.text, timeout=self.timeout_s)
        for tries_left in reversed(range(READ_TRIES)):
            try:
                async with self._session() as session:
                    result = await session.run(query, dict(parameters))
                    found = await result.single()
                    return None if found is None else dict(zip(found.keys(), found.values(), strict=True))
            except (ServiceUnavailable, SessionExpired) as error:
                if not tries_left:
                    raise translated(error) from error
            except (Neo4jError, DriverError) as error:
                raise translated(error) from error
        raise AssertionError("unreachable")

    async def stream(self, statement: Statement, parameters: Row) -> AsyncGenerator[Row]:
        """Yield the records of a statement as they come, while the reader takes them, all within `timeout_s`."""
        try:
            async with self._session(fetch_size=4) as session:
                result = await session.run(neo4j.Query(statement.text, timeout=self.timeout_s), dict(parameters))
                async for found in result:
                    yield dict(zip(found.keys(), found.values(), strict=True))
        except (Neo4jError, DriverError) as error:
            raise translated(error) from error

    def _session(self, fetch_size: int = 1000) -> neo4j.AsyncSession:
        return self.driver.session(database=self.database, default_access_mode=neo4j.READ_ACCESS, fetch_size=fetch_size)


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes for the loader: synchronous, one transaction at a time."""

    driver: neo4j.Driver
    database: str | None

    def run(self, statement: Statement, parameters: Row | None = None) -> Row | None:
        """Run one statement in a transaction of its own; return its only record, if it has one."""
        with self.errors_translated(), self.driver.session(database=self.database) as session:
            found = session.run(statement.text, dict(parameters or {})).single(strict=False)
            return None if found is None else dict(zip(found.keys(), found.values(), strict=True))

    @contextlib.contextmanager
    def transaction(self, *, keeps: bool = True) -> Generator[neo4j.Transaction]:
        """Open a transaction that is committed at the end of the block, if it `keeps`, and rolled back on any error."""
        with (
            self.errors_translated(),
            self.driver.session(database=self.database) as session,
            session.begin_transaction() as transaction,
        ):
            yield transaction
            if keeps:
                transaction.commit()
            else:
                transaction.rollback()

    @contextlib.contextmanager
    def errors_translated(self) -> Generator[None]:
        """Turn the driver's errors into ours."""
        try:
            yield
        except (Neo4jError, DriverError) as error:
            raise translated(error) from error


def run_write(transaction: neo4j.Transaction, name: str, /, **parameters: Any) -> Row:
    """Run a statement of cypher/write in a transaction; return its only record, empty if it has none."""
    found = transaction.run(statement(f"write/{name}").text, parameters).single(strict=False)
    return {} if found is None else dict(zip(found.keys(), found.values(), strict=True))


@contextlib.asynccontextmanager
async def open_reader(connection: Connection, timeout_s: float) -> AsyncGenerator[Reader]:
    """Open the service's way into Neo4j; raises ConfigurationError, DatabaseUnavailable."""
    try:
        driver = neo4j.AsyncGraphDatabase.driver(
            connection.uri, auth=(connection.user, connection.password), **_DRIVER_OPTIONS
        )
    except (DriverError, ValueError) as error:
        raise _bad_address(connection, error) from error
    async with driver:
        yield Reader(driver, connection.database, timeout_s)


@contextlib.contextmanager
def open_writer(connection: Connection) -> Generator[Writer]:
    """Open the loader's way into Neo4j and see that it answers; raises ConfigurationError, DatabaseUnavailable."""
    try:
        driver = neo4j.GraphDatabase.driver(
            connection.uri, auth=(connection.user, connection.password), **_DRIVER_OPTIONS
        )
    except (DriverError, ValueError) as error:
        raise _bad_address(connection, error) from error
    with driver:
        writer = Writer(driver, connection.database)
        with writer.errors_translated():
            driver.verify_connectivity()
        yield writer


def translated(error: Exception) -> GraphsvcError:
    """Return our error for one of the driver's."""
    if isinstance(error, AuthError):
        return ConfigurationError(
            "Neo4j refuses the user or the password: check GRAPHSVC_NEO4J_USER and GRAPHSVC_NEO4J_PASSWORD"
        )
    if isinstance(error, DriverConfigurationError):
        return ConfigurationError(f"Neo4j cannot be reached with these settings: {error}")
    if isinstance(error, ServiceUnavailable | SessionExpired):
        return DatabaseUnavailable(f"Neo4j does not answer: {error}")
    if isinstance(error, Neo4jError) and "TransactionTimedOut" in (error.code or ""):
        return TimedOut("the database took too long; ask for less at once")
    if isinstance(error, ClientError) and error.code == "Neo.ClientError.Database.DatabaseNotFound":
        return ConfigurationError(f"{error.message} Check GRAPHSVC_NEO4J_DATABASE")
    if isinstance(error, Neo4jError) and "No space left" in (error.message or ""):
        return ConfigurationError("the disk of Neo4j is full: make room, then run the same command again")
    if isinstance(error, TransientError):
        return DatabaseUnavailable(f"Neo4j is busy: {error.message}")
    return GraphsvcError(f"Neo4j reported a fault: {error}")


def _bad_address(connection: Connection, error: Exception) -> ConfigurationError:
    return ConfigurationError(f"{connection.uri!r} is no address of a Neo4j (GRAPHSVC_NEO4J_URI): {error}")


_DRIVER_OPTIONS: dict[str, Any] = {
    "user_agent": "graphsvc",
    "connection_acquisition_timeout": 10.0,
    "connection_timeout": 5.0,
    "liveness_check_timeout": 30.0,
    "telemetry_disabled": True,
    # A statement that meets a label no load has made yet is fine: an empty store is a store.
    "notifications_min_severity": "OFF",
}
