"""What every answer is made with: templates, JSON, and the headers that keep a page to itself."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import orjson
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from graphsvc.domain.placement import score_in_words
from graphsvc.domain.text import counted
from graphsvc.web import wording
from graphsvc.web.addresses import area_path, paper_path
from graphsvc.web.assets import asset_path

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def page(
    template: str, values: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a page made from a template; `data_through` and `query` stand in every page's frame."""
    html = _environment().get_template(template).render({"dataset": None, "query": "", **values})
    return HTMLResponse(html, status, {**HEADERS, **(headers or {})})


def json_answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a value as JSON."""
    return Response(orjson.dumps(value), status, {**HEADERS, **(headers or {})}, media_type="application/json")


def file_name(stem: str, ending: str) -> str:
    """Return the Content-Disposition of a file, with only what every system takes in a file's name."""
    kept = "".join(char if (char.isascii() and char.isalnum()) or char in ".-" else "_" for char in stem)
    return f'inline; filename="{kept}.{ending}"'


def moved(path: str, query: str) -> Response:
    """Send the reader to the one address of what was asked for, for good, with the query as it was."""
    return RedirectResponse(f"{path}?{query}" if query else path, 301, {**HEADERS, "Cache-Control": "max-age=3600"})


def see_other(path: str) -> Response:
    """Send the reader on to what a search found."""
    return RedirectResponse(path, 303, HEADERS)


_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def _language_tag(language: str | None) -> str | None:
    """A language only where the source wrote one as HTML does, for the voice of a screen reader."""
    return language if language and _LANGUAGE.fullmatch(language) else None


@lru_cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    tools: Any = environment  # Jinja's own types leave these two open
    tools.filters.update(
        number=wording.number,
        score=wording.score,
        day=wording.day,
        in_words=wording.date_in_words,
        title_of=wording.title_of,
        paper_path=paper_path,
        area_path=area_path,
        asset=asset_path,
        language=_language_tag,
        fit_score=score_in_words,
    )
    tools.globals.update(counted=counted)
    return environment
