"""The schema of the store: constraints, indexes and the Dataset node, made where they are missing."""

import secrets

from graphsvc.domain.errors import ConfigurationError
from graphsvc.graph.connect import Writer
from graphsvc.graph.statements import schema_statements, statement

SCHEMA_VERSION = 1
INDEX_TIMEOUT_S = 600
ORDERS = "create_citation_"


def apply_schema(writer: Writer, *, without_orders: bool = False) -> None:
    """Make what is missing; doing it again changes nothing. Raises ConfigurationError for a newer store.

    `without_orders` leaves the indexes of hubs' citations out, which fill faster once the keys of many are there.
    """
    for each in schema_statements():
        if not (without_orders and each.name.rpartition("/")[2].startswith(ORDERS)):
            writer.run(each)
    writer.run(statement("write/delete_title_index"))
    writer.run(statement("read/await_indexes"), {"timeout_s": INDEX_TIMEOUT_S})
    found = writer.run(
        statement("write/create_dataset"),
        {"store_id": secrets.token_hex(4), "schema_version": SCHEMA_VERSION},
    )
    version = 0 if found is None else int(found["schema_version"])
    if version > SCHEMA_VERSION:
        raise ConfigurationError(
            f"the store has schema version {version}, this graphsvc knows {SCHEMA_VERSION}: install a newer graphsvc"
        )


def await_text_index(writer: Writer) -> None:
    """Wait until a search finds all that was written."""
    writer.run(statement("read/await_text_index"))
