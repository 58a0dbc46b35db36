"""Search over the titles."""

from graphsvc.domain.paper import Paper
from graphsvc.domain.text import clean_text
from graphsvc.graph.connect import Reader
from graphsvc.graph.rows import paper_from_columns
from graphsvc.graph.statements import statement

MAX_WORDS = 20
MAX_WORD_CHARACTERS = 100


async def search_titles(reader: Reader, text: str, limit: int) -> list[Paper]:
    """Read the papers whose title has every word of `text`, the last one perhaps not typed to its end."""
    query = lucene_query(text)
    if query is None:
        return []
    row = await reader.record(statement("read/search_titles"), {"query": query, "limit": limit})
    return [] if row is None else [paper_from_columns(columns) for columns in row["papers"]]


def lucene_query(text: str) -> str | None:
    """Return a query that finds the words a person typed and nothing else; None where there is no word.

    Each word stands in quotes, where only the quote and the backslash could mean something (they are taken out),
    so the index cuts it just as it cut the titles and nothing typed is read as syntax. The last word also counts
    as a beginning, if it holds letters and digits alone.
    """
    typed = clean_text(text).replace('"', " ").replace("\\", " ").lower().split()
    words = [word[:MAX_WORD_CHARACTERS] for word in typed if any(char.isalnum() for char in word)][:MAX_WORDS]
    if not words:
        return None
    *whole, last = words
    ending = f'+("{last}" {last}*)' if last.isalnum() else f'+"{last}"'
    return " ".join([*(f'+"{word}"' for word in whole), ending])
