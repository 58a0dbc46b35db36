"""The pages, exports and health checks by address."""

from starlette.routing import BaseRoute, Mount, Route

from graphsvc.web.area_page import area
from graphsvc.web.areas_page import areas
from graphsvc.web.assets import FOLDER, Assets
from graphsvc.web.errors import exception_handlers
from graphsvc.web.health import live, ready
from graphsvc.web.paper_page import paper
from graphsvc.web.search_page import search, to_search

__all__ = ["exception_handlers", "web_routes"]


def web_routes() -> list[BaseRoute]:
    """Return all routes of the web side."""
    return [
        Route("/", search),
        Route("/papers", to_search),
        Route("/papers/", to_search),
        Route("/papers/{rest:path}", paper),
        Route("/areas", areas),
        Route("/areas/{rest:path}", area),
        Route("/health/live", live),
        Route("/health/ready", ready),
        Mount("/static", Assets(directory=FOLDER)),
    ]
