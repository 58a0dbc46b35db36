"""The files that Neo4j's importer reads, and the arguments that tell it so."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from graphsvc.bulk.tables import Tables

IMPORT_COMMAND: Final = ("database", "import", "full")
READ_BUFFER_BYTES: Final = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ImportFile:
    """One file: `label` of its nodes or relationships, the list of `sql/` that fills it, what that is told."""

    kind: str
    label: str
    list: str
    name: str
    parameters: dict[str, Any] = field(default_factory=dict[str, Any])


FILES: Final = (
    ImportFile("nodes", "Paper", "list_papers", "papers", {"has_lines": False}),
    ImportFile("nodes", "Paper", "list_papers", "papers_with_lines", {"has_lines": True}),
    ImportFile("nodes", "Paper", "list_papers_known_by_id", "papers_known_by_id"),
    ImportFile("nodes", "Alias", "list_aliases", "aliases"),
    ImportFile("nodes", "Unresolved", "list_unresolved", "unresolved"),
    ImportFile("nodes", "Author", "list_authors", "authors"),
    ImportFile("nodes", "Author", "list_named_authors", "named_authors"),
    ImportFile("nodes", "Area", "list_areas", "areas"),
    ImportFile("relationships", "CITES", "list_citations", "citations"),
    ImportFile("relationships", "CITES", "list_stated_citations", "stated_citations"),
    ImportFile("relationships", "CITES_UNRESOLVED", "list_unresolved_references", "unresolved_references"),
    ImportFile("relationships", "OF", "list_alias_owners", "alias_owners"),
    ImportFile("relationships", "WROTE", "list_authorships", "authorships"),
    ImportFile("relationships", "IN_AREA", "list_memberships", "memberships"),
    ImportFile("relationships", "PART_OF", "list_area_parents", "area_parents"),
)
WITH_LINES: Final = "papers_with_lines"


def write_import_files(tables: Tables, folder: Path) -> list[ImportFile]:
    """Write the files into a folder, and return those that are not empty."""
    written: list[ImportFile] = []
    for each in FILES:
        path = folder / f"{each.name}.csv"
        if tables.copy_csv(each.list, path, **each.parameters):
            written.append(each)
        else:
            path.unlink()
    return written


def import_arguments(files: list[ImportFile], folder: Path) -> list[str]:
    """Return the arguments of neo4j-admin that import the files; the name of the database is the last and not here.

    There are none where there is nothing to import.
    A list of files takes all that follows it up to the next option: that name must come after another option.
    """
    if not files:
        return []
    groups = [f"--{each.kind}={each.label}={folder / f'{each.name}.csv'}" for each in files]
    lines = [str(folder / f"{each.name}.csv") for each in files if each.name == WITH_LINES]
    multiline = ["--multiline-fields-format=v2", f"--multiline-fields={','.join(lines)}"] if lines else []
    return [
        *IMPORT_COMMAND,
        *groups,
        *multiline,
        "--path-pattern-style=none",
        "--array-delimiter=U+001F",
        f"--read-buffer-size={READ_BUFFER_BYTES}",
        f"--report-file={folder / 'import-report.txt'}",
        "--overwrite-destination=true",
    ]
