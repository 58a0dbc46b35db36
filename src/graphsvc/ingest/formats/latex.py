"""Turns the LaTeX of names, titles and abstracts into text."""

import re
from functools import lru_cache
from typing import Any, Final

from pylatexenc.latex2text import (  # pyright: ignore[reportMissingTypeStubs]
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)

_MAX_CHARACTERS: Final = 20_000  # its parser is slow; longer texts stay as they are
# a bare % or & is a mistake in a bibliography, not a comment or a column
_BARE_SIGN: Final = re.compile(r"(?<!\\)([%&])")
_MARKS: Final = re.compile(r"[\\$]")
_SIGNS: Final = {"textbraceleft": "{", "textbraceright": "}", "textasciicircum": "^"}  # it does not know these


def _converter() -> Any:
    known: Any = get_default_latex_context_db()
    macros = [MacroTextSpec(name, text) for name, text in _SIGNS.items()]
    known.add_context_category("signs", macros=macros, prepend=True)
    return LatexNodes2Text(latex_context=known, math_mode="text", strict_latex_spaces=False, keep_comments=True)


_CONVERTER: Final[Any] = _converter()


@lru_cache(maxsize=1 << 14)
def latex_text(text: str) -> str:
    r"""Return the text that LaTeX stands for: `S{\'a}mple` is Sámple. Never raises; braces that protect go."""
    if _MARKS.search(text) is None:
        return text.replace("{", "").replace("}", "").replace("~", " ").replace("---", "—").replace("--", "–")
    if len(text) > _MAX_CHARACTERS:
        return text
    try:
        return str(_CONVERTER.latex_to_text(_BARE_SIGN.sub(r"\\\1", text), tolerant_parsing=True))
    except Exception:
        # somebody else's parser on anybody's input, where nesting alone can exhaust the stack
        return text
