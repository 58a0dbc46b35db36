"""The page a browser gets at /graphql: a place to write a query and see the answer, nothing fetched from elsewhere."""

from functools import lru_cache
from pathlib import Path

from starlette.responses import HTMLResponse

FOLDER = Path(__file__).parent / "explorer"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def explorer_page() -> HTMLResponse:
    """Return the page."""
    headers = {"content-security-policy": POLICY, "x-content-type-options": "nosniff"}
    return HTMLResponse(_page(), headers=headers)


@lru_cache
def _page() -> str:
    return (FOLDER / "index.html").read_text(encoding="utf-8")
