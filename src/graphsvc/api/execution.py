"""Runs queries: graphql-core resolves the root fields, and compiled functions complete what those return."""

from typing import Any

from graphql.execution.collect_fields import FieldDetailsList
from graphql.pyutils import Path
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from graphsvc.api.completion import Complete, Selections
from graphsvc.api.documents import Document, Documents


class Executor(StrawberryGraphQLCoreExecutionContext):
    """graphql-core's executor, but for the values of root fields; errors and all that is odd are left to it.

    The context of the query holds its `document`, and the `documents` that keep it.
    """

    def complete_value(
        self,
        return_type: Any,
        field_details_list: FieldDetailsList,
        info: Any,
        path: Path,
        result: Any,
        position_context: Any,
    ) -> Any:
        """Complete a value; graphql-core calls this for each one, with the root fields' own first."""
        if path.prev is None and return_type is info.return_type and not isinstance(result, Exception):
            complete = self._complete(return_type, field_details_list, path)
            if complete is not None:
                try:
                    return complete(result)
                except Exception:  # noqa: S110
                    pass  # graphql-core finds it once more, and tells it as it should be told
        stock: Any = super()  # whose types are open
        return stock.complete_value(return_type, field_details_list, info, path, result, position_context)

    def _complete(self, return_type: Any, fields: FieldDetailsList, path: Path) -> Complete | None:
        document: Document = self.context_value["document"]
        documents: Documents = self.context_value["documents"]
        variables = self.variable_values
        steering = tuple(variables.coerced.get(name) for name in document.steering)

        def make() -> tuple[Complete | None, int]:
            selections = Selections(self.schema, self.fragments, variables, self.operation)
            try:
                return selections.compiled(return_type, fields), selections.field_count
            except Exception:
                return None, 0  # what is no selection of ours, or is an error, is graphql-core's

        return documents.complete(document, (id(self.operation), path.key, steering), make)
