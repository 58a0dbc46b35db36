"""The style sheet and the icon, named with a hash of what they hold so that they can be kept for long."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER: Final = Path(__file__).parent / "static"


class Assets(StaticFiles):
    """Files of the package; one asked for by its hash never changes, others are asked for anew."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file and say how long it may be kept."""
        response = await super().get_response(path, scope)
        asked = scope.get("query_string", b"").decode("latin-1")
        is_by_hash = response.status_code == 200 and asked == f"v={_hash(path)}"
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_by_hash else "no-cache"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response


def asset_path(name: str) -> str:
    """Return the address of a file of the folder, with its hash."""
    return f"/static/{name}?v={_hash(name)}"


@lru_cache
def _hash(name: str) -> str:
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:16]
