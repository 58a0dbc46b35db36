"""The names of the areas that a reader chose."""

from collections.abc import Sequence

from graphsvc.domain.errors import BadInput
from graphsvc.graph.areas import read_areas
from graphsvc.graph.connect import Reader


async def area_names(reader: Reader, ids: Sequence[str]) -> dict[str, str]:
    """Read the areas' names; raises BadInput for an id that no area has, as a list of none of it would mislead."""
    names: dict[str, str] = {}
    for id_, area in zip(ids, await read_areas(reader, ids), strict=True):
        if area is None:
            raise BadInput(f"no area here has the id {id_}; take it out of the address")
        names[id_] = area.name
    return names
