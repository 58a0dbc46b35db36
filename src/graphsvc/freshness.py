"""Says by an ETag whether what a caller kept of an answer still holds: as long as the data have the same version.

The version is read before anything else of an answer. If the data change meanwhile, the answer is newer than its tag
says and is only asked for once too often; the other way round an old answer would hold for ever.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response


@dataclass(frozen=True, slots=True)
class Freshness:
    """The tag of an answer, and whether the caller has the answer with this tag already."""

    tag: str
    is_kept: bool
    vary: tuple[str, ...]

    @property
    def headers(self) -> dict[str, str]:
        """What stands beside the answer: it may be kept, and whoever kept it asks each time whether it still holds."""
        return {"ETag": self.tag, "Cache-Control": "no-cache"} | ({"Vary": ", ".join(self.vary)} if self.vary else {})

    def not_modified(self) -> Response:
        """Return the answer to a caller who has it."""
        # compression adds this to a body, and there is none
        return Response(status_code=304, headers={**self.headers, "Vary": ", ".join((*self.vary, "Accept-Encoding"))})


def freshness(request: Request, version: str, vary: tuple[str, ...] = ()) -> Freshness:
    """Return the freshness of the answer to a GET, made of data of this version; `vary` names headers it depends on.

    The tag is a weak one, as compression changes the bytes and not what they say.
    """
    path = request.scope.get("raw_path") or request.url.path.encode()
    texts = [version, _program(), *(request.headers.get(name, "") for name in vary)]
    asked = b"\0".join([*(text.encode() for text in texts), path, request.scope["query_string"]])
    digest = hashlib.blake2b(asked, digest_size=16).hexdigest()
    given = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    return Freshness(f'W/"{digest}"', f'"{digest}"' in given, vary)


@lru_cache
def _program() -> str:
    """A text that is another one for another version of the program, which may show the same data otherwise."""
    found = hashlib.blake2b(digest_size=16)
    for file in sorted(Path(__file__).parent.rglob("*")):
        if file.suffix in (".py", ".html", ".css"):
            found.update(file.read_bytes())
    return found.hexdigest()
