"""Finds the files that stand beside the code: at the top of a checkout, inside the package in a wheel."""

from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).parent


@lru_cache
def resource_folder(name: str) -> Path:
    """Return the folder `name` ("cypher", "schema"); raises FileNotFoundError where an install lacks it."""
    for folder in (PACKAGE / name, PACKAGE.parents[1] / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder {name!r} is missing from this installation of graphsvc; install it again")
